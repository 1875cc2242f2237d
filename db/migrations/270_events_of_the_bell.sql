-- Whether an entry may be in the bell of all who read the log. The others are read past no more: some of them, such as
-- encryptions by other systems, come by the million.
alter table activity_logs add column in_bell boolean not null default true;
alter table activity_logs no force row level security;
update activity_logs set in_bell = false where event in (
  'workspaceDeletion.requested', 'workspaceDeletion.reminded', 'workspaceDeletion.undone',
  'workspaceDeletion.finished', 'crypto.encrypted', 'crypto.decrypted', 'crypto.keyReplaced',
  'crypto.signingKeyReplaced', 'crypto.keysExported', 'job.retried', 'job.cancelled', 'schedule.started',
  'schedule.delivered', 'schedule.cancelled', 'personnel.signedOut', 'application.reviewDue',
  'application.reviewOverdue', 'application.uncovered', 'export.started', 'export.finished', 'export.failed',
  'import.failed', 'userConsent.read', 'userConsent.linked', 'consentReceipt.issued', 'requestImport.failed',
  'consentImport.failed', 'dataRight.moved', 'authorisedAgent.tokenIssued', 'request.imported',
  'identityDocument.viewed', 'identityDocument.deleted', 'identityFact.requested', 'identityFact.withdrawn',
  'request.linksSent', 'request.tasksPlanned', 'request.gatheringStarted', 'request.gathered',
  'request.gatheringFailed', 'requestTask.added', 'requestTask.assigned', 'requestTask.released',
  'requestTask.started', 'requestTask.finished', 'requestTask.refused', 'requestTask.skipped', 'requestTask.reopened',
  'requestTask.consentWithdrawn', 'requestTask.dueSoon', 'requestTask.overdue', 'dpia.updated', 'dpia.removed',
  'dpia.started', 'dpia.revisionStarted', 'dpia.registerRestored', 'dpia.commented', 'dpia.commentResolved',
  'dpia.commentReopened', 'dpia.reviewDueSoon', 'dpia.reviewOverdue', 'dpiaFramework.updated', 'dpiaItem.created',
  'dpiaItem.updated', 'dpiaItem.removed', 'dpiaWorstCase.created', 'dpiaWorstCase.updated', 'dpiaWorstCase.removed',
  'treatmentPlan.created', 'treatmentPlan.started', 'treatmentPlan.acted', 'treatmentPlan.submitted',
  'treatmentPlan.approved', 'treatmentPlan.reverted', 'treatmentPlan.rejected', 'treatmentPlan.reopened',
  'treatmentPlan.assigned', 'treatmentPlan.dueSoon', 'treatmentPlan.overdue', 'privacyNotice.created',
  'privacyNotice.updated', 'privacyNotice.removed', 'privacyNotice.restored', 'privacyNotice.inForce',
  'privacyNotice.reviewDueSoon', 'privacyNotice.reviewOverdue', 'requestMessage.received', 'requestMessage.sent',
  'requestMessage.resent', 'request.anonymised', 'incident.updated', 'incident.activityChanged',
  'incident.activityRemoved', 'incident.clockEnded', 'incidentNotification.saved', 'incidentNotification.answered',
  'incidentNotification.removed', 'approvalLine.updated', 'approvalSettings.changed', 'approvalAbsence.changed',
  'approvalAbsence.began', 'approvalAbsence.ended'
);
alter table activity_logs force row level security;
create index activity_logs_bell on activity_logs (workspace_id, created_at desc, id desc) include (actor_id, event) where in_bell;
