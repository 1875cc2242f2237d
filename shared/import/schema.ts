import { z } from 'zod';
import { id } from '../text.ts';
import type { ListRule } from '../listRule.ts';
import type { Permission } from '../registry/permissions.ts';
import { defineStatus, type StatusMachine, statesWith } from '../status.ts';

/** Imports of one kind. */
export const IMPORT_LIST = { sortBy: ['createdAt', 'fileName', 'status'] } as const satisfies ListRule;

// What every import of a table has in common: its steps, what the file shows of itself, what is wrong with which row.

/** Its steps, in their order; `failed` and `cancelled` end it. */
const IMPORT_STATUSES = [
  'uploaded',
  'reading',
  'ready',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
export type ImportAction =
  | 'map'
  | 'check'
  | 'commit'
  | 'cancel'
  | 'finishReading'
  | 'finishChecking'
  | 'finish'
  | 'fail';

/** `map` reads the file again where another sheet or row of headings is chosen. */
const movesOf = (permission: Permission | null) =>
  ({
    uploaded: {
      cancel: { to: 'cancelled', permission },
      finishReading: { to: 'ready', permission: null },
      fail: { to: 'failed', permission: null },
    },
    reading: {
      cancel: { to: 'cancelled', permission },
      finishReading: { to: 'ready', permission: null },
      fail: { to: 'failed', permission: null },
    },
    ready: {
      map: { to: ['ready', 'reading'], permission },
      check: { to: 'checking', permission },
      cancel: { to: 'cancelled', permission },
    },
    checking: {
      cancel: { to: 'cancelled', permission },
      finishChecking: { to: 'checked', permission: null },
      fail: { to: 'failed', permission: null },
    },
    checked: {
      map: { to: ['ready', 'reading'], permission },
      check: { to: 'checking', permission },
      commit: { to: 'running', permission },
      cancel: { to: 'cancelled', permission },
    },
    running: { finish: { to: 'done', permission: null }, fail: { to: 'failed', permission: null } },
    done: {},
    failed: { cancel: { to: 'cancelled', permission } },
    cancelled: {},
  }) satisfies StatusMachine<ImportStatus, ImportAction>;

/** The life of imports of one kind, whose users hold `permission`; what has none is done by a job. */
export const importStatus = (permission: Permission) => defineStatus<ImportStatus, ImportAction>(movesOf(permission));

const statesOf = (action: ImportAction): readonly ImportStatus[] =>
  statesWith<ImportStatus, ImportAction>(movesOf(null), action);
/** A job is at work, or waits for its turn. */
export const AT_WORK = statesOf('fail');
/** The user may still change the mapping. */
export const OPEN = statesOf('map');
/** The user may give the import up. */
export const CANCELLABLE = statesOf('cancel');

/** Days after its last step for which the files of an import stay, with what its record quotes of them. */
export const IMPORT_FILE_DAYS = 30;
/** Problems that an import's record keeps; the file of rejected rows has them all. */
export const PROBLEM_LIMIT = 200;
/** Rows shown before the import, and different samples of each column. */
export const PREVIEW_ROWS = 20;
export const SAMPLES = 3;

/** How dates of numbers alone stand in a file: the day first, or the month. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const importColumn = z.object({
  index: z.number().int(),
  /** As it stands in the file; empty where the column has none. */
  heading: z.string(),
  samples: z.array(z.string()),
  /** Rows in which it is filled in. */
  filled: z.number().int().default(0),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** What the file shows of itself. */
export const importSheet = z.object({
  sheets: z.array(z.object({ index: z.number().int(), name: z.string() })).default([]),
  sheet: z.number().int().default(0),
  /** The row in which the headings stand, as spreadsheets count. */
  headingRow: z.number().int().default(1),
  /**
   * Sheets of an exported record that carry on with the same columns: they are imported together, so that one may name
   * what the other has.
   */
  also: z.array(z.object({ sheet: z.number().int(), headingRow: z.number().int() })).default([]),
  /** Further such sheets, which would exceed the rows of one import: they are left for another. */
  omitted: z.array(z.number().int()).optional(),
  columns: z.array(importColumn).default([]),
  preview: z.array(z.object({ at: z.number().int(), cells: z.array(z.string()) })).default([]),
  /** The mapping is that of an earlier file with the same headings: when it was last used, and by whom. */
  remembered: z.object({ at: z.string(), by: z.string() }).nullable().default(null),
  /** Columns' samples and the first rows in its stored form, where they are personal data; no answer has it. */
  sealed: z.string().optional(),
});
export type ImportSheet = z.infer<typeof importSheet>;

/**
 * One thing wrong with one row; `row` as spreadsheets count, `field` a column of the record or null for the whole row.
 */
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

export const importFile = z.object({ id, url: z.string(), name: z.string(), size: z.number() });

export const importItem = z.object({
  id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  rows: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  /** Accepted rows that are imported by now, also where the import ended before the others were. */
  written: z.number().int(),
  requestedBy: z.object({ id, name: z.string() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ImportItem = z.infer<typeof importItem>;

/** An import in full, beside its mapping and summary, which each kind has of its own. */
export const importFacts = importItem.extend({
  sheet: importSheet,
  problems: z.array(importProblem),
  /** Units of the step at work (rows, applications), and of how many; null while that is not known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed: a key of locales `import:failure`. */
  errorCode: z.string().nullable(),
  /** Rejected rows with their reasons. */
  rejects: importFile.nullable(),
  /** When its files go, with the problems; one that waits for its user is cancelled then. Null where none are left. */
  filesUntil: z.string().nullable(),
  rowVersion: z.number().int(),
});
export type ImportFacts = z.infer<typeof importFacts>;

export const TEMPLATE_FORMATS = ['xlsx', 'csv'] as const;
/** A file small enough to travel in the answer: its bytes in base64. */
export const templateFile = z.object({ name: z.string(), type: z.string(), base64: z.string() });

/** Begins the first cell of a row that shows how to fill in the table; such rows are left out. */
export const EXAMPLE_MARK = { th: 'ตัวอย่าง:', en: 'Example:' } as const;
export const isExample = (cells: readonly string[]): boolean => {
  const first = cells.find((cell) => cell !== '')?.trimStart() ?? '';
  return Object.values(EXAMPLE_MARK).some((mark) => first.startsWith(mark));
};
