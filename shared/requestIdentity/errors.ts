import { badRequest, conflict, unauthorized } from '../errors.ts';

const errors = {
  /** A code that is wrong, has expired or was used up, and a link that nobody was sent: nobody learns which. */
  'requestIdentity.code': badRequest('requestIdentity:refusal.code'),
  'requestIdentity.alreadyRequested': conflict('requestIdentity:refusal.alreadyRequested'),
  'requestIdentity.noAddress': conflict('requestIdentity:refusal.noAddress'),
  'requestIdentity.notRequested': conflict('requestIdentity:refusal.notRequested'),
  'requestIdentity.notReceived': conflict('requestIdentity:refusal.notReceived'),
  'requestIdentity.factRequested': conflict('requestIdentity:refusal.factRequested'),
  'requestIdentity.factDecided': conflict('requestIdentity:refusal.factDecided'),
  'requestIdentity.unreadable': conflict('requestIdentity:refusal.unreadable'),
  'requestIdentity.session': unauthorized('requestIdentity:refusal.session'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
