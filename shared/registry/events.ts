import { ENTITIES, type EntityId } from './entities.ts';
import type { Permission } from './permissions.ts';

/** Modules of the activity log, as its filter names them (spec 1 section 9), without ALL. */
export const ACTIVITY_MODULES = [
  'ORGANIZATION',
  'BUSINESS',
  'PII Inventory',
  'Consent',
  'DSRM',
  'DATA BREACH',
  'DPIA',
  'ApprovalLine',
  'PrivacyNotice',
  'UserConsent',
] as const;
export type ActivityModule = (typeof ACTIVITY_MODULES)[number];

export interface EventRule {
  readonly module: ActivityModule;
  readonly entity: EntityId;
  /** Who is told of it as it happens: everyone in the workspace who holds this permission. */
  readonly audience: Permission;
  /** Whose bell it rings: of all who read the activity log and of those it names, of those it names alone, or of nobody. */
  readonly bell: 'all' | 'named' | 'none';
  /** Only refreshes open screens: nothing that the activity log keeps. */
  readonly unlogged?: true;
  /** Nothing of the record has changed: what happened is in the activity log alone. */
  readonly onlyLogged?: true;
}

/** An event of a record, where not told otherwise by the rule of its entity. */
const event = (
  entity: EntityId,
  { bell = 'all', ...own }: Partial<Pick<EventRule, 'module' | 'audience' | 'bell' | 'onlyLogged'>> = {},
): EventRule => {
  const { module, audience } = ENTITIES[entity];
  return { module, entity, audience, bell, ...own };
};

const unlogged = (entity: EntityId, own: Partial<Pick<EventRule, 'module' | 'audience'>> = {}): EventRule => ({
  ...event(entity, { ...own, bell: 'none' }),
  unlogged: true,
});

/**
 * Every event of the product: `noun.verb`. The sentence of a logged one stands in locales `activityLog:event.<name>`.
 */
export const EVENTS = {
  'workspace.created': event('workspace'),
  'workspace.updated': event('workspace'),
  // Told in the workspace itself and in every other of its organisation, to the Admins there.
  'workspaceDeletion.requested': event('workspaceDeletion', { bell: 'named' }),
  'workspaceDeletion.reminded': event('workspaceDeletion', { bell: 'named' }),
  'workspaceDeletion.undone': event('workspaceDeletion', { bell: 'named' }),
  'workspaceDeletion.progressed': unlogged('workspaceDeletion'),
  'workspaceDeletion.finished': event('workspaceDeletion', { bell: 'named' }),
  // Of the workspace's key: by whom it was used, never for what.
  'crypto.encrypted': event('workspace', { audience: 'activityLog.read', bell: 'none', onlyLogged: true }),
  'crypto.decrypted': event('workspace', { audience: 'activityLog.read', bell: 'none', onlyLogged: true }),
  'dataController.created': event('dataController'),
  'dataController.updated': event('dataController'),
  'dataController.removed': event('dataController'),
  'personnel.invited': event('personnel'),
  'personnel.joined': event('personnel'),
  'personnel.updated': event('personnel'),
  'personnel.suspended': event('personnel'),
  'personnel.unsuspended': event('personnel'),
  'application.created': event('application'),
  'application.updated': event('application'),
  'application.published': event('application'),
  'application.removed': event('application'),
  'application.reviewed': event('application'),
  'application.reviewDue': event('application', { bell: 'named', onlyLogged: true }),
  'application.reviewOverdue': event('application', { bell: 'named' }),
  'reviewSettings.changed': event('reviewSettings'),
  'purpose.created': event('purpose'),
  'purpose.updated': event('purpose'),
  'purpose.published': event('purpose'),
  'purpose.removed': event('purpose'),
  'purposeCategory.created': event('purposeCategory'),
  'purposeCategory.updated': event('purposeCategory'),
  'purposeCategory.removed': event('purposeCategory'),
  'application.mapped': event('application'),
  'piiCategory.created': event('piiCategory'),
  'piiCategory.updated': event('piiCategory'),
  'piiCategory.deactivated': event('piiCategory'),
  'piiCategory.reactivated': event('piiCategory'),
  'dataSharing.assessed': event('dataSharing'),
  'storageSystem.placed': event('storageSystem'),
  'inventory.changed': unlogged('inventory'),
  'dataFlow.arranged': unlogged('dataFlow'),
  'export.started': event('export', { bell: 'none' }),
  'export.progressed': unlogged('export'),
  'export.finished': event('export', { bell: 'none' }),
  'export.failed': event('export', { bell: 'none' }),
  'import.progressed': unlogged('import'),
  'import.finished': event('import'),
  'import.failed': event('import', { bell: 'none' }),
  'consent.created': event('consent'),
  'consent.updated': event('consent'),
  'consent.published': event('consent'),
  'consent.deactivated': event('consent'),
  'consent.reactivated': event('consent'),
  'consent.settingsChanged': event('consent'),
  'consent.secretChanged': event('consent'),
  // Written by the database function that takes submissions in: the first at most once a quarter of an hour and form,
  // the second once a second; every submission of its own would drown the bell.
  'userConsent.received': event('userConsent'),
  'userConsent.counted': unlogged('userConsent'),
  // Who looked at one data subject's history, and who gave out a link to it.
  'userConsent.read': event('userConsent', { audience: 'activityLog.read', bell: 'none', onlyLogged: true }),
  'userConsent.linked': event('userConsent', { audience: 'activityLog.read', bell: 'none', onlyLogged: true }),
  'consentReceipt.issued': event('consentReceipt', { bell: 'none' }),
  'consentImport.progressed': unlogged('consentImport'),
  'consentImport.finished': event('consentImport'),
  'consentImport.failed': event('consentImport', { bell: 'none' }),
  'dataRight.created': event('dataRight'),
  'dataRight.updated': event('dataRight'),
  'dataRight.removed': event('dataRight'),
  'requestForm.created': event('requestForm'),
  'requestForm.updated': event('requestForm'),
  'requestForm.published': event('requestForm'),
  'requestForm.removed': event('requestForm'),
  'requestForm.deactivated': event('requestForm'),
  'requestForm.reactivated': event('requestForm'),
  'requestForm.secretChanged': event('requestForm'),
  // Of one request: Staff hear of those they are charged with alone, by name (`recipients`).
  'request.received': event('request'),
  'request.verified': event('request'),
  'request.assigned': event('request'),
  'request.submitted': event('request'),
  'request.approved': event('request'),
  'request.reverted': event('request'),
  'request.questionSent': event('request'),
  'request.rejected': event('request'),
  'request.extended': event('request'),
  'request.reopened': event('request'),
  'request.removed': event('request'),
  'request.dueSoon': event('request'),
  'request.overdue': event('request'),
  'requestSettings.changed': event('requestSettings'),
  // Refreshes the figures of those who do not read requests.
  'requestDashboard.changed': unlogged('requestDashboard'),
  // Of one incident: Staff hear of their own alone, by name (`recipients`).
  'incident.created': event('incident'),
  'incident.updated': event('incident', { bell: 'none' }),
  'incident.submitted': event('incident'),
  'incident.accepted': event('incident'),
  'incident.rejected': event('incident'),
  'incident.revised': event('incident'),
  'incident.assigned': event('incident'),
  'incident.riskDecided': event('incident'),
  'incident.activityAdded': event('incident'),
  'incident.activityChanged': event('incident', { bell: 'none' }),
  'incident.activityRemoved': event('incident', { bell: 'none' }),
  'incident.responded': event('incident'),
  'incident.sentBack': event('incident'),
  'incident.resolved': event('incident'),
  'incident.reopened': event('incident'),
  'incident.dueSoon': event('incident'),
  'incident.overdue': event('incident'),
  'incident.clockEnded': event('incident', { bell: 'none' }),
  'incidentSettings.changed': event('incidentSettings'),
  // Refreshes the dashboard of those who do not read incidents.
  'incidentDashboard.changed': unlogged('incidentDashboard'),
  'incidentNotification.saved': event('incidentNotification', { bell: 'none' }),
  'incidentNotification.sent': event('incidentNotification'),
  // The authority was told by mail, and every mail came back: its clock runs again.
  'incidentNotification.failed': event('incidentNotification'),
  // Mails came back: rung once every address was tried, and once more when no more are.
  'incidentNotification.undelivered': event('incidentNotification', { audience: 'incident.read' }),
  // Mails that came back were settled by hand.
  'incidentNotification.answered': event('incidentNotification', { bell: 'none' }),
  'incidentNotification.removed': event('incidentNotification', { bell: 'none' }),
  // Written by whoever sends mails, once the mail server has answered.
  'incidentNotification.delivered': unlogged('incidentNotification'),
  'presence.changed': unlogged('presence'),
  'presence.decisionChanged': unlogged('presence', { audience: 'incident.verify' }),
  'presence.notificationChanged': unlogged('presence', { audience: 'incident.notify' }),
  'presence.lineChanged': unlogged('presence', { module: 'ApprovalLine', audience: 'approval.act' }),
  // Of one line: Staff and Top Management hear of those they asked for or are named in (`recipients`).
  'approvalLine.created': event('approvalLine'),
  'approvalLine.updated': event('approvalLine', { bell: 'named' }),
  'approvalLine.stepApproved': event('approvalLine'),
  'approvalLine.approved': event('approvalLine'),
  'approvalLine.rejected': event('approvalLine'),
  'approvalLine.reworked': event('approvalLine'),
  'approvalLine.resubmitted': event('approvalLine'),
  'approvalLine.cancelled': event('approvalLine'),
  'approvalLine.reopened': event('approvalLine'),
  'approvalLine.reminded': event('approvalLine'),
  'approvalSettings.changed': event('approvalSettings', { bell: 'none' }),
  'approvalAbsence.changed': event('approvalAbsence', { bell: 'named' }),
  // By the clock.
  'approvalAbsence.began': event('approvalAbsence', { bell: 'named' }),
  'approvalAbsence.ended': event('approvalAbsence', { bell: 'named' }),
} as const satisfies Record<string, EventRule>;
export type EventName = keyof typeof EVENTS;

/** What a subscriber receives: never personal data; the client fetches the record again under its own rights. */
export interface LiveEvent {
  /** Position in the stream of its workspace; opaque, given back as `lastEventId` to resume. */
  readonly seq: string;
  /**
   * An event name; `ready` said first to a reader that begins now; or `resync` when the stream could not be resumed, or
   * the reader's rights changed, and everything shown should be fetched again.
   */
  readonly event: string;
  readonly entity: string;
  readonly id: string;
}
