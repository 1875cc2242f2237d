import type { Permission } from './permissions.ts';

// Without zod: buttons of any screen read these.

export const EXPORT_FORMATS = ['xlsx', 'csv', 'pdf', 'html', 'ttl', 'jsonld'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Records that an export may be of. */
export type ExportSubject = 'application' | 'consent' | 'incident';

interface ExportRule {
  /** Who may start it, see it and download it. */
  readonly permission: Permission;
  readonly formats: readonly [ExportFormat, ...ExportFormat[]];
  /** What one export is of; left out: the whole workspace. */
  readonly of?: ExportSubject;
}

/**
 * Every kind of export; its name stands in locales `export:kind.<kind>`. What a kind writes is declared in
 * the manifest of its module.
 */
export const EXPORT_KINDS = {
  'application-ropa': { permission: 'ropa.export', formats: ['xlsx', 'pdf', 'html'], of: 'application' },
  ropa: { permission: 'ropa.export', formats: ['xlsx', 'pdf', 'html', 'ttl', 'jsonld'] },
  inventories: { permission: 'inventory.export', formats: ['xlsx', 'csv'] },
  'data-sharing': { permission: 'dataSharing.read', formats: ['xlsx', 'csv'] },
  'data-flow-diagram': { permission: 'dataSharing.read', formats: ['pdf'] },
  'activity-logs': { permission: 'activityLog.read', formats: ['xlsx', 'csv'] },
  'lawful-basis': { permission: 'dashboard.read', formats: ['xlsx', 'csv'] },
  'third-party-disclosure': { permission: 'dashboard.read', formats: ['xlsx', 'csv'] },
  responsible: { permission: 'dashboard.read', formats: ['xlsx', 'csv'] },
  'user-consents': { permission: 'consent.export', formats: ['xlsx', 'csv'], of: 'consent' },
  incidents: { permission: 'incident.export', formats: ['xlsx', 'csv'] },
  'incident-report': { permission: 'incident.export', formats: ['pdf', 'html'], of: 'incident' },
  'incident-authority-form': { permission: 'incident.notify', formats: ['pdf', 'html'], of: 'incident' },
} as const satisfies Record<string, ExportRule>;
export type ExportKind = keyof typeof EXPORT_KINDS;
export const EXPORT_KIND_KEYS = Object.keys(EXPORT_KINDS) as [ExportKind, ...ExportKind[]];

/** Finished exports of one record that are kept, the newest (spec 2 section 9). */
export const EXPORTS_KEPT = 5;

export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Exports that one person may have waiting or running at once. */
export const EXPORTS_AT_ONCE = 5;
