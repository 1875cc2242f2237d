import { z } from 'zod';
import { listInput, listOf, queryBoolean } from './list.ts';
import type { Permission } from './permissions.ts';
import { id } from './text.ts';

export const EXPORT_FORMATS = ['xlsx', 'csv', 'pdf', 'html', 'ttl', 'jsonld'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface ExportRule {
  /** Who may start it, see it and download it. */
  readonly permission: Permission;
  readonly formats: readonly [ExportFormat, ...ExportFormat[]];
  /** What one export is of; left out: the whole workspace. */
  readonly of?: 'application';
}

/** Every kind of export; its name stands in locales `export:kind.<kind>`. What a kind writes is declared in server/exports/kinds.ts. */
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
} as const satisfies Record<string, ExportRule>;
export type ExportKind = keyof typeof EXPORT_KINDS;
export const EXPORT_KIND_KEYS = Object.keys(EXPORT_KINDS) as [ExportKind, ...ExportKind[]];

/** Finished exports of one record that are kept, the newest (spec 2 section 9). */
export const EXPORTS_KEPT = 5;

export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** One export as its list and its progress show it. */
export const exportItem = z.object({
  id,
  kind: z.enum(EXPORT_KIND_KEYS),
  format: z.enum(EXPORT_FORMATS),
  locale: z.enum(['th', 'en']),
  subjectId: id.nullable(),
  /** Name of the record it is of, when it was asked for; empty for the whole workspace. */
  subject: z.string(),
  status: z.enum(EXPORT_STATUSES),
  done: z.number().int(),
  /** `null` while it is not known. */
  total: z.number().int().nullable(),
  attempts: z.number().int(),
  /** Why it failed, a code. */
  errorCode: z.string().nullable(),
  /** Once done: where it is downloaded, its name and size in bytes. */
  file: z.object({ id, url: z.string(), name: z.string(), size: z.number() }).nullable(),
  requestedBy: z.object({ id, name: z.string() }),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ExportItem = z.infer<typeof exportItem>;
export const exportList = listOf(exportItem);

/** What starting any kind takes beside its name; `input` are its filters, as the kind's own schema takes them. */
export const startOne = z.object({
  /** Left out: the kind's first. */
  format: z.enum(EXPORT_FORMATS).optional(),
  /** Language of the document; left out: the caller's. */
  locale: z.enum(['th', 'en']).optional(),
  input: z.record(z.string().max(100), z.unknown()).optional(),
});
export const startExport = startOne.extend({
  kind: z.enum(EXPORT_KIND_KEYS),
  /** The record it is of, where the kind is of one. */
  subjectId: id.nullish(),
});
export type StartExport = z.infer<typeof startExport>;

/** Exports that one person may have waiting or running at once. */
export const EXPORTS_AT_ONCE = 5;

export const listExports = listInput(['createdAt', 'finishedAt', 'kind', 'status']).extend({
  status: z.enum(['ALL', ...EXPORT_STATUSES]).default('ALL'),
  kind: z.enum(['ALL', ...EXPORT_KIND_KEYS]).default('ALL'),
  /** Only the caller's own. */
  mine: queryBoolean.default(false),
  /** Only those of one record. */
  subjectId: id.optional(),
});
export type ListExports = z.infer<typeof listExports>;
