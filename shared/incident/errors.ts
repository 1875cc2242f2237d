import { badRequest, conflict, forbidden, notFound, tooMany } from '../errors.ts';

const errors = {
  'incident.activitiesTooLong': conflict('incident:refusal.activitiesTooLong'),
  'incident.activityNotFound': notFound(),
  'incident.awareBeforeOccurred': badRequest('incident:awareBeforeOccurred'),
  'incident.assignedAlready': badRequest('incident:refusal.assignedAlready'),
  'incident.assignee': badRequest('incident:refusal.assigneeCannot'),
  'incident.authorityNotTold': conflict('incident:refusal.authorityNotNotified'),
  'incident.inFuture': badRequest('incident:inFuture'),
  'incident.incomplete': conflict('incident:refusal.incomplete'),
  'incident.lateReasonMissing': badRequest(
    'incident:refusal.lateReasonMissing',
    'incidentNotification:lateReasonSample',
  ),
  'incident.noApplication': badRequest('errors:choice'),
  'incident.notFound': notFound(),
  'incident.notYours': forbidden('incident:refusal.notYours'),
  'incident.occurredAfterTold': badRequest('incident:occurredAfterNotification'),
  'incident.reopenByMember': conflict('incident:refusal.reopenByMember'),
  'incident.subjectsNotTold': conflict('incident:refusal.subjectsNotNotified'),
  'incident.tooManyActivities': conflict('incident:refusal.tooManyActivities'),
  'incident.tooManyReports': tooMany('incident:refusal.tooManyReports'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
