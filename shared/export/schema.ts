import { z } from 'zod';
import { listInput, listOf, queryBoolean } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { EXPORT_FORMATS, EXPORT_KIND_KEYS } from '../registry/exportKinds.ts';
import { id, LIMITED } from '../text.ts';
import { EXPORT_STATUSES } from './status.ts';
import { LOCALES } from '../locale.ts';

export * from '../registry/exportKinds.ts';

/** Why an export failed; each has its text in locales `export:problem.<code>`. */
export const EXPORT_PROBLEMS = [
  'failed',
  'forbidden',
  'interrupted',
  'unavailable',
  'unknownKind',
  'tooLarge',
  'subjectGone',
  'cancelled',
] as const;
export type ExportProblemCode = (typeof EXPORT_PROBLEMS)[number];

/** One export, as lists and progress displays read it. */
export const exportItem = z.object({
  id,
  kind: z.enum(EXPORT_KIND_KEYS),
  format: z.enum(EXPORT_FORMATS),
  locale: z.enum(LOCALES),
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
  locale: z.enum(LOCALES).optional(),
  input: z.record(z.string().max(100, LIMITED), z.unknown()).optional(),
});
export const startExport = startOne.extend({
  kind: z.enum(EXPORT_KIND_KEYS),
  /** The record it is of, where the kind is of one. */
  subjectId: id.nullish(),
});
export type StartExport = z.infer<typeof startExport>;

export const EXPORT_LIST = {
  sortBy: ['createdAt', 'finishedAt', 'kind', 'status'],
  filters: { status: ['ALL', ...EXPORT_STATUSES], kind: ['ALL', ...EXPORT_KIND_KEYS] },
} as const satisfies ListRule;
export const listExports = listInput(EXPORT_LIST).extend({
  /** Only the caller's own. */
  mine: queryBoolean.default(false),
  /** Only those of one record. */
  subjectId: id.optional(),
});
export type ListExports = z.infer<typeof listExports>;
