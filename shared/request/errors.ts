import { badRequest, conflict, forbidden, notFound } from '../errors.ts';

const errors = {
  'request.addressOfConfirmed': forbidden('request:refusal.addressOfConfirmed'),
  'request.identityOfConfirmed': forbidden('request:refusal.identityOfConfirmed'),
  'request.anonymised': conflict('request:refusal.anonymised'),
  'request.assignee': badRequest('request:refusal.assignee'),
  'request.closed': conflict('request:refusal.closed', 'request:refusal.closedToSubject'),
  'request.duplicateOf': badRequest('request:refusal.duplicateOf'),
  'request.enteredOtherwise': conflict('request:refusal.enteredOtherwise'),
  'request.extendedAlready': conflict('request:refusal.extendedAlready'),
  'request.pastDue': conflict('request:refusal.pastDue'),
  'request.ground': badRequest('request:refusal.ground'),
  'request.inFuture': badRequest('request:refusal.inFuture'),
  'request.noFee': conflict('request:refusal.noFee'),
  'request.noForm': badRequest('request:refusal.noForm'),
  'request.notExtendable': conflict('request:refusal.notExtendable'),
  'request.notFound': notFound('request:refusal.notFound'),
  'request.notYours': forbidden('request:refusal.notYours'),
  'request.ownApproval': forbidden('request:refusal.ownApproval'),
  'request.right': badRequest('request:refusal.right'),
  'request.verifiedAlready': conflict('request:refusal.verifiedAlready'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
