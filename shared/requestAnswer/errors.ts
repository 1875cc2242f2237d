import { badRequest, conflict, forbidden, notFound } from '../errors.ts';

const errors = {
  'requestAnswer.busy': conflict('requestAnswer:refusal.busy'),
  'requestAnswer.codeAgain': forbidden('requestAnswer:refusal.codeAgain'),
  'requestAnswer.fileNotFound': notFound('requestAnswer:refusal.fileNotFound'),
  'requestAnswer.notDecided': conflict('requestAnswer:refusal.notDecided'),
  'requestAnswer.notClean': conflict('requestAnswer:refusal.notClean'),
  'requestAnswer.notReady': conflict('requestAnswer:refusal.notReady'),
  'requestAnswer.redactedMeanwhile': conflict('requestAnswer:refusal.redactedMeanwhile'),
  'requestAnswer.released': conflict('requestAnswer:refusal.released'),
  'requestAnswer.tooMuch': badRequest('requestAnswer:refusal.tooMuch'),
  'requestAnswer.unconfirmed': conflict('requestAnswer:refusal.unconfirmed'),
  'requestAnswer.unreadable': badRequest('requestAnswer:refusal.unreadable'),
  'requestAnswer.usedUp': conflict('requestAnswer:refusal.usedUp'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
