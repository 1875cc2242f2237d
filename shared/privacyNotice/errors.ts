import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'privacyNotice.incomplete': badRequest('privacyNotice:incomplete'),
  'privacyNotice.notFound': notFound('privacyNotice:notFound'),
  'privacyNotice.unchanged': conflict('privacyNotice:unchanged'),
  'privacyNotice.reasonNeeded': badRequest('privacyNotice:reasonNeeded'),
  'privacyNotice.ofApplication': conflict('privacyNotice:ofApplication'),
  'privacyNotice.withdrawn': conflict('privacyNotice:withdrawnNow'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
