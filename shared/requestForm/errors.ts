import { badRequest, conflict } from '../errors.ts';

const errors = {
  'requestForm.applicationTaken': conflict('requestForm:applicationTaken', 'requestForm:applicationTakenNow'),
  'requestForm.incomplete': badRequest('requestForm:incomplete'),
  'requestForm.noApplication': badRequest('errors:choice'),
  'requestForm.ofApplication': conflict('requestForm:ofApplication'),
  'requestForm.published': conflict('requestForm:publishedOnce'),
  'requestForm.secretFirst': badRequest('requestForm:secretFirst'),
  'requestForm.unchanged': conflict('requestForm:unchanged'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
