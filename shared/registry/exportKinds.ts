import type { ActivityModule } from './events.ts';
import type { Permission } from './permissions.ts';

// Without zod: buttons of any screen read these.

export const EXPORT_FORMATS = ['xlsx', 'csv', 'pdf', 'html', 'ttl', 'jsonld'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Records that an export may be of. */
export type ExportSubject = 'application' | 'consent' | 'incident' | 'dpia' | 'privacyNotice';

export interface ExportRule {
  /** The key of its name in locales, in the namespace of its module. */
  readonly title: string;
  /** Under which module of the activity log its events stand. */
  readonly module: ActivityModule;
  /** Who may start it, see it and download it. */
  readonly permission: Permission;
  /**
   * Under which permission what it contains is read. Roles that reach only their own records under it get such
   * documents of what they may read, and never those that others requested.
   */
  readonly records: Permission;
  readonly formats: readonly [ExportFormat, ...ExportFormat[]];
  /** What one export is of; left out: the whole workspace. */
  readonly of?: ExportSubject;
  /**
   * Only the newest exports are kept, `RECENT_EXPORTS` of each record or of the workspace. Left out: all, until they
   * expire.
   */
  readonly keepsNewest?: true;
}

/** Every kind of export. What a kind writes is declared in the manifest of its module. */
export const EXPORT_KINDS = {
  'application-ropa': {
    title: 'application:exportTitle.application',
    module: 'BUSINESS',
    permission: 'ropa.export',
    records: 'ropa.read',
    formats: ['xlsx', 'pdf', 'html'],
    of: 'application',
    keepsNewest: true,
  },
  ropa: {
    title: 'application:exportTitle.workspace',
    module: 'BUSINESS',
    permission: 'ropa.export',
    records: 'ropa.read',
    formats: ['xlsx', 'pdf', 'html', 'ttl', 'jsonld'],
    keepsNewest: true,
  },
  inventories: {
    title: 'inventory:exportTitle',
    module: 'PII Inventory',
    permission: 'inventory.export',
    records: 'inventory.read',
    formats: ['xlsx', 'csv'],
  },
  'data-sharing': {
    title: 'dataSharing:exportTitle',
    module: 'PII Inventory',
    permission: 'dataSharing.read',
    records: 'dataSharing.read',
    formats: ['xlsx', 'csv'],
  },
  'data-flow-diagram': {
    title: 'dataFlow:exportTitle',
    module: 'PII Inventory',
    permission: 'dataSharing.read',
    records: 'dataSharing.read',
    formats: ['pdf'],
  },
  'activity-logs': {
    title: 'activityLog:exportTitle',
    module: 'ORGANIZATION',
    permission: 'activityLog.read',
    records: 'activityLog.read',
    formats: ['xlsx', 'csv'],
  },
  'organization-activity-logs': {
    title: 'activityLog:organizationLog.title',
    module: 'ORGANIZATION',
    permission: 'workspace.manage',
    records: 'workspace.manage',
    formats: ['xlsx', 'csv'],
  },
  'security-logs': {
    title: 'securityLog:title',
    module: 'ORGANIZATION',
    permission: 'workspace.manage',
    records: 'workspace.manage',
    formats: ['xlsx', 'csv'],
  },
  'page-views': {
    title: 'analytics:exportTitle',
    module: 'ORGANIZATION',
    permission: 'workspace.manage',
    records: 'workspace.manage',
    formats: ['xlsx', 'csv'],
  },
  'lawful-basis': {
    title: 'dashboard:exportTitle.lawfulBasis',
    module: 'BUSINESS',
    permission: 'dashboard.read',
    records: 'dashboard.read',
    formats: ['xlsx', 'csv'],
  },
  'third-party-disclosure': {
    title: 'dashboard:exportTitle.thirdPartyDisclosure',
    module: 'BUSINESS',
    permission: 'dashboard.read',
    records: 'dashboard.read',
    formats: ['xlsx', 'csv'],
  },
  responsible: {
    title: 'dashboard:exportTitle.responsible',
    module: 'BUSINESS',
    permission: 'dashboard.read',
    records: 'dashboard.read',
    formats: ['xlsx', 'csv'],
  },
  'user-consents': {
    title: 'userConsent:exportTitle',
    module: 'UserConsent',
    permission: 'consent.export',
    records: 'consent.read',
    formats: ['xlsx', 'csv'],
    of: 'consent',
  },
  'dsrm-request': {
    title: 'request:exportTitle',
    module: 'DSRM',
    permission: 'request.export',
    records: 'request.read',
    formats: ['xlsx', 'csv'],
  },
  'request-refusals': {
    title: 'requestRefusal:exportTitle',
    module: 'DSRM',
    permission: 'request.export',
    records: 'request.read',
    formats: ['xlsx', 'csv'],
  },
  'privacy-notices': {
    title: 'privacyNotice:registerTitle',
    module: 'PrivacyNotice',
    permission: 'privacyNotice.read',
    records: 'privacyNotice.read',
    formats: ['xlsx', 'csv'],
  },
  incidents: {
    title: 'incident:exportTitle.register',
    module: 'DATA BREACH',
    permission: 'incident.export',
    records: 'incident.read',
    formats: ['xlsx', 'csv'],
  },
  'incident-report': {
    title: 'incident:exportTitle.report',
    module: 'DATA BREACH',
    permission: 'incident.export',
    records: 'incident.read',
    formats: ['pdf', 'html'],
    of: 'incident',
  },
  'incident-authority-form': {
    title: 'incidentNotification:exportTitle',
    module: 'DATA BREACH',
    permission: 'incident.notify',
    records: 'incident.read',
    formats: ['pdf', 'html'],
    of: 'incident',
  },
  dpias: {
    title: 'dpia:exportTitle.register',
    module: 'DPIA',
    permission: 'dpia.export',
    records: 'dpia.read',
    formats: ['xlsx', 'csv'],
  },
  'treatment-plans': {
    title: 'treatmentPlan:exportTitle',
    module: 'DPIA',
    permission: 'dpia.export',
    records: 'treatmentPlan.read',
    formats: ['xlsx', 'csv'],
  },
  'dpia-decision': {
    title: 'dpiaDecision:exportTitle',
    module: 'DPIA',
    permission: 'dpia.export',
    records: 'dpia.read',
    formats: ['pdf', 'html'],
    of: 'dpia',
  },
  'dpia-report': {
    title: 'dpia:exportTitle.report',
    module: 'DPIA',
    permission: 'dpia.export',
    records: 'dpia.read',
    formats: ['pdf', 'html'],
    of: 'dpia',
  },
  'dpia-public-summary': {
    title: 'dpia:exportTitle.publicSummary',
    module: 'DPIA',
    permission: 'dpia.export',
    records: 'dpia.read',
    formats: ['pdf', 'html'],
    of: 'dpia',
  },
  'privacy-notice': {
    title: 'privacyNotice:exportTitle',
    module: 'PrivacyNotice',
    permission: 'privacyNotice.read',
    records: 'privacyNotice.read',
    formats: ['pdf', 'html'],
    of: 'privacyNotice',
  },
} as const satisfies Record<string, ExportRule>;
export type ExportKind = keyof typeof EXPORT_KINDS;
export const EXPORT_KIND_KEYS = Object.keys(EXPORT_KINDS) as [ExportKind, ...ExportKind[]];

/** Finished exports of one record that are kept, the newest (spec 2 section 9). */
export const RECENT_EXPORTS = 5;

/** Exports that one person may have waiting or running at once. */
export const EXPORTS_AT_ONCE = 5;
