import { badRequest, conflict, forbidden, notFound } from '../errors.ts';

const errors = {
  'requestTask.application': badRequest('requestTask:refusal.application'),
  'requestTask.gathering': conflict('requestTask:refusal.gathering'),
  'requestTask.ground': badRequest('requestTask:refusal.ground'),
  'requestTask.notFound': notFound('requestTask:refusal.notFound'),
  'requestTask.notOnConsentStore': conflict('requestTask:refusal.notOnConsentStore'),
  'requestTask.notYours': forbidden('requestTask:refusal.notYours'),
  'requestTask.open': conflict('requestTask:refusal.open'),
  'requestTask.proof': badRequest('requestTask:refusal.proof'),
  'requestTask.rightNotOpen': conflict('requestTask:refusal.rightNotOpen'),
  'requestTask.tooMany': conflict('requestTask:refusal.tooMany'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
