import { badRequest, conflict, notFound, tooMany } from '../errors.ts';

const errors = {
  'incidentNotification.answersClosed': conflict('incidentNotification:answersClosed'),
  'incidentNotification.authority': conflict('incidentNotification:recordInstead'),
  'incidentNotification.firstReportSent': conflict('incidentNotification:firstReportSent'),
  'incidentNotification.incomplete': badRequest(),
  'incidentNotification.lateReason': badRequest(
    'incidentNotification:lateReasonMissing',
    'incidentNotification:lateReasonSample',
  ),
  'incidentNotification.mailLimit': tooMany('incidentNotification:mailLimit'),
  'incidentNotification.noFirstReport': conflict('incidentNotification:noFirstReport'),
  'incidentNotification.noMailServer': conflict('incidentNotification:noMailServer'),
  'incidentNotification.notFound': notFound(),
  'incidentNotification.nothingFailed': conflict('incidentNotification:nothingFailed'),
  'incidentNotification.nothingWaits': conflict('incidentNotification:nothingWaits'),
  'incidentNotification.recipientLimit': badRequest('incidentNotification:recipientLimit'),
  'incidentNotification.sent': conflict('incidentNotification:alreadySent'),
  'incidentNotification.tooManyDrafts': conflict('incidentNotification:tooManyDrafts'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
