import { z } from 'zod';
import { listInput, listOf } from './list.ts';
import { may, type Permission, type Standing } from './permissions.ts';
import { ROPA_COLUMN_KEYS, ROPA_COLUMNS, type RopaColumn } from './ropaSheet.ts';
import { byId, id, inWorkspace, rowVersion } from './text.ts';

/** Its steps, in their order; `failed` and `cancelled` end it. */
export const IMPORT_STATUSES = ['uploaded', 'reading', 'ready', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
/** A job is at work, or waits for its turn. */
export const AT_WORK: readonly ImportStatus[] = ['uploaded', 'reading', 'checking', 'running'];
/** The user may still change the mapping, or give the import up. */
export const OPEN: readonly ImportStatus[] = ['ready', 'checked'];

/** Rows of a register that one file may hold, and problems that its record keeps; the file of rejected rows has them all. */
export const RECORD_ROW_LIMIT = 50_000;
export const PROBLEMS_KEPT = 200;
export const NAMES_KEPT = 200;
/** Rows shown before the import, and different samples of each column. */
export const PREVIEW_ROWS = 20;
export const SAMPLES = 3;

export const importColumn = z.object({
  index: z.number().int(),
  /** As it stands in the file; empty where the column has none. */
  heading: z.string(),
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** What the file shows of itself. */
export const importSheet = z.object({
  sheets: z.array(z.object({ index: z.number().int(), name: z.string() })).default([]),
  sheet: z.number().int().default(0),
  /** The row in which the headings stand, as spreadsheets count. */
  headingRow: z.number().int().default(1),
  /** Sheets of an exported record that carry on with the same columns: they are imported together, so that one may name what the other has. */
  also: z.array(z.object({ sheet: z.number().int(), headingRow: z.number().int() })).default([]),
  columns: z.array(importColumn).default([]),
  preview: z.array(z.object({ at: z.number().int(), cells: z.array(z.string()) })).default([]),
});
export type ImportSheet = z.infer<typeof importSheet>;

/** Which column of the file fills which field of the record; fields left out are not imported. */
export const importMapping = z.object({
  fields: z.record(z.string().max(100), z.number().int().min(0).max(1000)).default({}),
  /** Words and attributes that the workspace lacks are added; else they are problems. */
  addMissing: z.boolean().default(false),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** One thing wrong with one row; `row` as spreadsheets count, `field` a column of the record or null for the whole row. */
export const importProblem = z.object({
  row: z.number().int(),
  /** Name of the sheet, for a row of another one than was chosen. */
  sheet: z.string().optional(),
  field: z.string().nullable(),
  /** Locale key, with its values. */
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ImportProblem = z.infer<typeof importProblem>;

/** What an import can add where the workspace lacks it; words of every list of the catalogue go as `word`. */
export const ADDED_KINDS = ['word', 'purposeCategory', 'piiCategory', 'piiAttribute', 'dataController'] as const;
export type AddedKind = (typeof ADDED_KINDS)[number];
/** Who may add it by hand: nobody adds by a file what he may not add on its screen. */
const ADDING = { word: 'ropa.write', purposeCategory: 'ropa.write', piiCategory: 'piiCategory.write', piiAttribute: 'piiCategory.write', dataController: 'organization.write' } as const satisfies Record<AddedKind, Permission>;
export const mayAdd = (standing: Standing, kind: AddedKind): boolean => may(standing, ADDING[kind]);

const counts = z.object({ created: z.number().int(), changed: z.number().int(), unchanged: z.number().int(), removed: z.number().int() });
export type ImportCounts = z.infer<typeof counts>;
const none = { created: 0, changed: 0, unchanged: 0, removed: 0 };

export const IMPORT_OUTCOMES = ['created', 'changed', 'unchanged', 'rejected'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** Counts of what the file holds and what it does, foretold by the check and kept by the import. */
export const importSummary = z.object({
  /** Rows with data, without headings and examples. */
  rows: z.number().int().default(0),
  accepted: z.number().int().default(0),
  rejected: z.number().int().default(0),
  /** Rows marked as examples. */
  skipped: z.number().int().default(0),
  problems: z.number().int().default(0),
  applications: counts.default(none),
  purposes: counts.default(none),
  lines: counts.default(none),
  /** Words that the workspace lacks, the first of them, and how many there are. */
  missing: z.array(z.object({ kind: z.string(), name: z.string() })).default([]),
  missingCount: z.number().int().default(0),
  /** Published records that become drafts of their next version. */
  reopened: z.array(z.string()).default([]),
  /** The package's limit where the file's new applications go over it. */
  over: z.object({ limit: z.number().int(), used: z.number().int(), wanted: z.number().int() }).nullable().default(null),
  /** Applications recorded ahead of their purposes, so that others of the file can name them. */
  shells: z.array(z.string()).default([]),
  /** The first applications, in the order of the file. */
  outcomes: z.array(z.object({ id: id.nullable(), name: z.string(), outcome: z.enum(IMPORT_OUTCOMES) })).default([]),
});
export type ImportSummary = z.infer<typeof importSummary>;

const file = z.object({ id, url: z.string(), name: z.string(), size: z.number() });

export const recordImportItem = z.object({
  id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  rows: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  requestedBy: z.object({ id, name: z.string() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RecordImportItem = z.infer<typeof recordImportItem>;
export const recordImportList = listOf(recordImportItem);

export const recordImport = recordImportItem.extend({
  sheet: importSheet,
  mapping: importMapping,
  summary: importSummary,
  problems: z.array(importProblem),
  /** Units of the step at work (rows, applications), and of how many; null while that is not known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed: a key of locales `recordImport:failure`. */
  errorCode: z.string().nullable(),
  /** Rejected rows with their reasons. */
  rejects: file.nullable(),
  rowVersion: z.number().int(),
});
export type RecordImport = z.infer<typeof recordImport>;

export const listRecordImports = listInput(['createdAt', 'fileName', 'status']);
export const createRecordImport = inWorkspace.extend({ fileId: id });
/** Another sheet or row of headings is read anew; the mapping then begins as suggested. */
export const setImportMapping = byId.extend({
  rowVersion,
  sheet: z.number().int().min(0).max(100),
  headingRow: z.number().int().min(1).max(1_048_576),
  ...importMapping.shape,
});
export const moveImport = byId.extend({ rowVersion });

export const TEMPLATE_FORMATS = ['xlsx', 'csv'] as const;
export const templateInput = inWorkspace.extend({ format: z.enum(TEMPLATE_FORMATS).default('xlsx'), locale: z.enum(['th', 'en']).default('th') });
/** A file small enough to travel in the answer: its bytes in base64. */
export const templateFile = z.object({ name: z.string(), type: z.string(), base64: z.string() });
export const rejectsFile = file;

/** Whether a column of the sheet can be filled from a file; the others are only told by the export. */
export const isImported = (key: string): key is RopaColumn => key in ROPA_COLUMNS && !('readOnly' in ROPA_COLUMNS[key as RopaColumn]);
/** Columns that a file may fill, in the order of the sheet. */
export const IMPORT_FIELDS = ROPA_COLUMN_KEYS.filter(isImported);
/** Fields that must have a column; a new application needs its description too, which its rows are asked for. */
export const REQUIRED_FIELDS = ['applicationName'] as const satisfies readonly RopaColumn[];

/** Begins the first cell of a row that shows how to fill in the table; such rows are left out. */
export const EXAMPLE_MARK = { th: 'ตัวอย่าง:', en: 'Example:' } as const;
export const isExample = (cells: readonly string[]): boolean => {
  const first = cells.find((cell) => cell !== '')?.trimStart() ?? '';
  return Object.values(EXAMPLE_MARK).some((mark) => first.startsWith(mark));
};
