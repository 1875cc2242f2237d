import { badRequest, conflict, forbidden, notFound, unauthorized, unavailable, unprocessable } from '../errors.ts';

const errors = {
  'consent.applicationTaken': conflict('consent:applicationTaken', 'consent:applicationTakenNow'),
  'consent.busy': unavailable('userConsent:ingest.busy'),
  'consent.channel': forbidden('userConsent:ingest.channel'),
  'consent.idempotencyKey': unprocessable('userConsent:ingest.idempotency'),
  'consent.inactive': conflict('userConsent:ingest.inactive'),
  'consent.incomplete': badRequest('consent:incomplete'),
  'consent.noApplication': badRequest('errors:choice'),
  'consent.noLawfulPurpose': badRequest('consent:noPurpose'),
  'consent.notFound': notFound('errors:notFound', 'userConsent:ingest.notFound'),
  'consent.notInForce': conflict('userConsent:ingest.notInForce'),
  'consent.noticeNotInForce': conflict('consent:noticeNotInForce'),
  'consent.origin': forbidden('serverErrors:origin'),
  'consent.outranked': unauthorized('userConsent:ingest.outranked'),
  'consent.purposeUnknown': badRequest('userConsent:ingest.purpose'),
  'consent.purposesOfAccept': badRequest('userConsent:ingest.some'),
  'consent.purposesOfAll': badRequest('userConsent:ingest.all'),
  'consent.purposesOfNone': badRequest('userConsent:ingest.none'),
  'consent.secretFirst': badRequest('consent:secretFirst'),
  'consent.tokenAudience': unauthorized('userConsent:ingest.token.audience'),
  'consent.tokenExpired': unauthorized('userConsent:ingest.token.expired'),
  'consent.tokenId': unauthorized('userConsent:ingest.token.id'),
  'consent.tokenInvalid': unauthorized('userConsent:ingest.token.invalid'),
  'consent.tokenMissing': unauthorized('userConsent:ingest.token.missing'),
  'consent.tokenSubject': unauthorized('userConsent:ingest.token.subject'),
  'consent.tokenTooLong': unauthorized('userConsent:ingest.token.tooLong'),
  'consent.tokenUsed': unauthorized('userConsent:ingest.token.used'),
  'consent.tooManyPurposes': conflict('consent:tooManyPurposes'),
  'consent.unchanged': conflict('consent:unchanged'),
  'consent.versionOutdated': conflict('userConsent:ingest.versionOutdated'),
  'consent.versionUnknown': badRequest('userConsent:ingest.version'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
