import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'privacyNotice.incomplete': badRequest('privacyNotice:incomplete'),
  'privacyNotice.mailingNotOwed': conflict('privacyNotice:mailing.notOwed'),
  'privacyNotice.mailingStarted': conflict('privacyNotice:mailing.started'),
  'privacyNotice.mailingToNobody': conflict('privacyNotice:mailing.toNobody'),
  'privacyNotice.noMailServer': conflict('privacyNotice:mailing.noMailServer'),
  'privacyNotice.notFound': notFound('privacyNotice:notFound'),
  'privacyNotice.unchanged': conflict('privacyNotice:unchanged'),
  'privacyNotice.reasonNeeded': badRequest('privacyNotice:reasonNeeded'),
  'privacyNotice.ofConsentForm': conflict('privacyNotice:ofConsentForm'),
  'privacyNotice.ofApplication': conflict('privacyNotice:ofApplication', 'privacyNotice:ofApplicationWithdrawn'),
  'privacyNotice.withdrawn': conflict('privacyNotice:withdrawnNow'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
