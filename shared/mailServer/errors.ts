import { badRequest, conflict, forbidden, notFound } from '../errors.ts';

const errors = {
  'mailServer.certificate': badRequest('mailServer:refusal.certificate'),
  'mailServer.elsewhere': forbidden('mailServer:refusal.elsewhere'),
  'mailServer.nameTaken': conflict('mailServer:refusal.nameTaken'),
  'mailServer.notFound': notFound('mailServer:refusal.notFound'),
  'mailServer.passwordAgain': badRequest('mailServer:refusal.passwordAgain'),
  'mailServer.plainPassword': badRequest('mailServer:refusal.plainPassword'),
  'mailServer.privateAddress': badRequest('mailServer:refusal.privateAddress'),
  'mailServer.silent': conflict('mailServer:silent'),
  'mailServer.tooMany': conflict('mailServer:refusal.tooMany'),
  'mailServer.whichOrganization': badRequest('mailServer:refusal.whichOrganization'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
