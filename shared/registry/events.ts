import { z } from 'zod';
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
  readonly entity: string;
  /** Who is told of it as it happens: everyone in the workspace who holds this permission. */
  readonly audience: Permission;
  /** Whether it rings the bell of those who read the activity log, beside refreshing open screens. */
  readonly bell: boolean;
  /** Only refreshes open screens: nothing that the activity log keeps. */
  readonly unlogged?: true;
}

const event = (module: ActivityModule, entity: string, audience: Permission, bell = true): EventRule => ({
  module,
  entity,
  audience,
  bell,
});

const unlogged = (module: ActivityModule, entity: string, audience: Permission): EventRule => ({
  module,
  entity,
  audience,
  bell: false,
  unlogged: true,
});

/**
 * Every event of the product: `noun.verb`. The sentence of a logged one stands in locales `activityLog:event.<name>`.
 */
export const EVENTS = {
  'workspace.created': event('ORGANIZATION', 'workspace', 'organization.pick'),
  'workspace.updated': event('ORGANIZATION', 'workspace', 'organization.pick'),
  'dataController.created': event('ORGANIZATION', 'dataController', 'organization.pick'),
  'dataController.updated': event('ORGANIZATION', 'dataController', 'organization.pick'),
  'dataController.removed': event('ORGANIZATION', 'dataController', 'organization.pick'),
  'personnel.invited': event('ORGANIZATION', 'personnel', 'organization.read'),
  'personnel.joined': event('ORGANIZATION', 'personnel', 'organization.read'),
  'personnel.updated': event('ORGANIZATION', 'personnel', 'organization.read'),
  'personnel.suspended': event('ORGANIZATION', 'personnel', 'organization.read'),
  'personnel.unsuspended': event('ORGANIZATION', 'personnel', 'organization.read'),
  'application.created': event('BUSINESS', 'application', 'ropa.read'),
  'application.updated': event('BUSINESS', 'application', 'ropa.read'),
  'application.published': event('BUSINESS', 'application', 'ropa.read'),
  'application.removed': event('BUSINESS', 'application', 'ropa.read'),
  'purpose.created': event('BUSINESS', 'purpose', 'ropa.read'),
  'purpose.updated': event('BUSINESS', 'purpose', 'ropa.read'),
  'purpose.published': event('BUSINESS', 'purpose', 'ropa.read'),
  'purpose.removed': event('BUSINESS', 'purpose', 'ropa.read'),
  'purposeCategory.created': event('BUSINESS', 'purposeCategory', 'ropa.read'),
  'purposeCategory.updated': event('BUSINESS', 'purposeCategory', 'ropa.read'),
  'purposeCategory.removed': event('BUSINESS', 'purposeCategory', 'ropa.read'),
  'application.mapped': event('BUSINESS', 'application', 'ropa.read'),
  'piiCategory.created': event('PII Inventory', 'piiCategory', 'piiCategory.read'),
  'piiCategory.updated': event('PII Inventory', 'piiCategory', 'piiCategory.read'),
  'piiCategory.deactivated': event('PII Inventory', 'piiCategory', 'piiCategory.read'),
  'piiCategory.reactivated': event('PII Inventory', 'piiCategory', 'piiCategory.read'),
  'dataSharing.assessed': event('PII Inventory', 'dataSharing', 'dataSharing.read'),
  'inventory.changed': unlogged('PII Inventory', 'inventory', 'inventory.read'),
  'dataFlow.arranged': unlogged('PII Inventory', 'dataFlow', 'dataSharing.read'),
  'export.started': event('BUSINESS', 'export', 'organization.pick', false),
  'export.progressed': unlogged('BUSINESS', 'export', 'organization.pick'),
  'export.finished': event('BUSINESS', 'export', 'organization.pick', false),
  'export.failed': event('BUSINESS', 'export', 'organization.pick', false),
  'import.progressed': unlogged('BUSINESS', 'import', 'ropa.write'),
  'import.finished': event('BUSINESS', 'import', 'ropa.write'),
  'import.failed': event('BUSINESS', 'import', 'ropa.write', false),
  'consent.created': event('Consent', 'consent', 'consent.read'),
  'consent.updated': event('Consent', 'consent', 'consent.read'),
  'consent.published': event('Consent', 'consent', 'consent.read'),
  'consent.deactivated': event('Consent', 'consent', 'consent.read'),
  'consent.reactivated': event('Consent', 'consent', 'consent.read'),
  'consent.settingsChanged': event('Consent', 'consent', 'consent.read'),
  'consent.secretChanged': event('Consent', 'consent', 'consent.read'),
  // Written by the database function that takes submissions in: the first at most once a quarter of an hour and form,
  // the second once a second; every submission of its own would drown the bell.
  'userConsent.received': event('UserConsent', 'userConsent', 'consent.dashboard'),
  'userConsent.counted': unlogged('UserConsent', 'userConsent', 'consent.dashboard'),
  // Who looked at one data subject's history.
  'userConsent.read': event('UserConsent', 'userConsent', 'activityLog.read', false),
  'userConsent.linked': event('UserConsent', 'userConsent', 'activityLog.read', false),
  'consentReceipt.issued': event('UserConsent', 'consentReceipt', 'consent.history', false),
  'consentImport.progressed': unlogged('UserConsent', 'consentImport', 'consent.write'),
  'consentImport.finished': event('UserConsent', 'consentImport', 'consent.write'),
  'consentImport.failed': event('UserConsent', 'consentImport', 'consent.write', false),
  // Of one incident: Staff hear of their own alone, by name (`recipients`).
  'incident.created': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.updated': event('DATA BREACH', 'incident', 'incident.read', false),
  'incident.submitted': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.accepted': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.rejected': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.revised': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.assigned': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.riskDecided': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.activityAdded': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.activityChanged': event('DATA BREACH', 'incident', 'incident.read', false),
  'incident.activityRemoved': event('DATA BREACH', 'incident', 'incident.read', false),
  'incident.responded': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.sentBack': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.resolved': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.reopened': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.dueSoon': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.overdue': event('DATA BREACH', 'incident', 'incident.read'),
  'incident.clockEnded': event('DATA BREACH', 'incident', 'incident.read', false),
  'incidentSettings.changed': event('DATA BREACH', 'incidentSettings', 'incident.read'),
  // Refreshes the dashboard of those who do not read incidents.
  'incidentSummary.changed': unlogged('DATA BREACH', 'incidentSummary', 'incident.dashboard'),
  'incidentNotification.saved': event('DATA BREACH', 'incidentNotification', 'incident.notify', false),
  'incidentNotification.sent': event('DATA BREACH', 'incidentNotification', 'incident.notify'),
  // The authority was told by mail, and every mail came back: its clock runs again.
  'incidentNotification.failed': event('DATA BREACH', 'incidentNotification', 'incident.notify'),
  // Mails came back: rung once every address was tried, and once more when no more are.
  'incidentNotification.undelivered': event('DATA BREACH', 'incidentNotification', 'incident.read'),
  // Mails that came back were settled by hand.
  'incidentNotification.answered': event('DATA BREACH', 'incidentNotification', 'incident.notify', false),
  'incidentNotification.removed': event('DATA BREACH', 'incidentNotification', 'incident.notify', false),
  // Written by whoever sends mails, once the mail server has answered.
  'incidentNotification.delivered': unlogged('DATA BREACH', 'incidentNotification', 'incident.notify'),
  'presence.changed': unlogged('DATA BREACH', 'presence', 'incident.read'),
  'presence.decisionChanged': unlogged('DATA BREACH', 'presence', 'incident.verify'),
  'presence.notificationChanged': unlogged('DATA BREACH', 'presence', 'incident.notify'),
  'presence.lineChanged': unlogged('ApprovalLine', 'presence', 'approval.act'),
  // Of one line: Staff and Top Management hear of those they asked for or are named in (`recipients`).
  'approvalLine.created': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.updated': event('ApprovalLine', 'approvalLine', 'approval.act', false),
  'approvalLine.stepApproved': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.approved': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.rejected': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.reworked': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.resubmitted': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.cancelled': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.reopened': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalLine.reminded': event('ApprovalLine', 'approvalLine', 'approval.act'),
  'approvalSettings.changed': event('ApprovalLine', 'approvalSettings', 'approval.settings', false),
  'approvalAbsence.changed': event('ApprovalLine', 'approvalAbsence', 'approval.act', false),
  // By the clock.
  'approvalAbsence.began': event('ApprovalLine', 'approvalAbsence', 'approval.act', false),
  'approvalAbsence.ended': event('ApprovalLine', 'approvalAbsence', 'approval.act', false),
} as const satisfies Record<string, EventRule>;
export type EventName = keyof typeof EVENTS;

/** What a subscriber receives: never personal data; the client fetches the record again under its own rights. */
const liveEvent = z.object({
  /** Position in the stream of its workspace; opaque, given back as `lastEventId` to resume. */
  seq: z.string(),
  /**
   * An event name; `ready` said first to a reader that begins now; or `resync` when the stream could not be resumed, or
   * the reader's rights changed, and everything shown should be fetched again.
   */
  event: z.string(),
  entity: z.string(),
  id: z.string(),
});
export type LiveEvent = z.infer<typeof liveEvent>;
