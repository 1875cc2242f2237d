import { badRequest, conflict, forbidden, notFound, tooMany, unauthorized, unprocessable } from '../errors.ts';

const errors = {
  'requestSubmission.attachment': badRequest('requestSubmission:refusal.attachment'),
  'requestSubmission.channel': forbidden('requestSubmission:refusal.channel'),
  'requestSubmission.consent': badRequest('requestSubmission:refusal.consent'),
  'requestSubmission.filledByProgram': badRequest('requestSubmission:refusal.filledByProgram'),
  'requestSubmission.idempotencyKey': unprocessable('requestSubmission:refusal.idempotency'),
  'requestSubmission.inactive': conflict('requestSubmission:refusal.inactive'),
  'requestSubmission.notFound': notFound('requestSubmission:refusal.notFound'),
  'requestSubmission.origin': forbidden('serverErrors:origin'),
  'requestSubmission.tokenAudience': unauthorized('requestSubmission:refusal.token.audience'),
  'requestSubmission.tokenExpired': unauthorized('requestSubmission:refusal.token.expired'),
  'requestSubmission.tokenId': unauthorized('requestSubmission:refusal.token.id'),
  'requestSubmission.tokenInvalid': unauthorized('requestSubmission:refusal.token.invalid'),
  'requestSubmission.tokenSubject': unauthorized('requestSubmission:refusal.token.subject'),
  'requestSubmission.tokenTooLong': unauthorized('requestSubmission:refusal.token.tooLong'),
  'requestSubmission.tokenUsed': unauthorized('requestSubmission:refusal.token.used'),
  'requestSubmission.noUpload': notFound('requestSubmission:refusal.noUpload'),
  'requestSubmission.uploadFinishing': tooMany('requestSubmission:refusal.uploadFinishing'),
  'requestSubmission.uploadPart': badRequest('requestSubmission:refusal.uploadPart'),
  'requestSubmission.uploadsFull': tooMany('requestSubmission:refusal.uploadsFull'),
  'requestSubmission.versionOutdated': conflict('requestSubmission:refusal.versionOutdated'),
  'requestSubmission.versionUnknown': badRequest('requestSubmission:refusal.version'),
  'requestSubmission.work': badRequest('requestSubmission:refusal.work'),
  'requestSubmission.workNeeded': tooMany('requestSubmission:refusal.workNeeded'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
