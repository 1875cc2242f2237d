import { badRequest, conflict, forbidden, notFound } from '../errors.ts';

const errors = {
  'schedule.consents': badRequest('schedule:refusal.consents'),
  'schedule.elsewhere': forbidden('schedule:refusal.elsewhere'),
  'schedule.encryptionKey': badRequest('schedule:refusal.encryptionKey'),
  'schedule.ended': conflict('schedule:refusal.ended'),
  'schedule.hostKey': badRequest('schedule:refusal.hostKey'),
  'schedule.nameTaken': conflict('schedule:refusal.nameTaken'),
  'schedule.noForms': conflict('schedule:refusal.noForms'),
  'schedule.notFound': notFound('schedule:refusal.notFound'),
  'schedule.oneSecret': badRequest('schedule:refusal.oneSecret'),
  'schedule.privateAddress': badRequest('schedule:refusal.privateAddress'),
  'schedule.privateKey': badRequest('schedule:refusal.privateKey'),
  'schedule.resting': conflict('schedule:refusal.resting'),
  'schedule.running': conflict('schedule:refusal.running'),
  'schedule.secretAgain': badRequest('schedule:refusal.secretAgain'),
  'schedule.taskNotFound': notFound('schedule:refusal.taskNotFound'),
  'schedule.tooMany': conflict('schedule:refusal.tooMany'),
  'schedule.whichOrganization': badRequest('schedule:refusal.whichOrganization'),
  'schedule.workspaces': badRequest('schedule:refusal.workspaces'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
