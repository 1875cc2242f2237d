import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import { may, type Permission, type Standing } from '../registry/permissions.ts';
import { FIELD_READINGS, type ImportField } from './fields.ts';
import { IMPORT_LIST, importFacts, importFile, importItem, importStatus, TEMPLATE_FORMATS } from '../import/schema.ts';
import { byId, id, inWorkspace, LIMITED, rowVersion } from '../text.ts';
import { LOCALES } from '../locale.ts';

export * from '../import/schema.ts';
export * from './fields.ts';

export const recordImportStatus = importStatus('ropa.write');

/** Rows of a register that one file may hold. */
export const RECORD_ROW_LIMIT = 50_000;
export const NAME_LIMIT = 200;

/** Texts of a file to which a meaning may be given, and the longest of them. */
export const MEANING_LIMIT = 1000;
export const MEANT_TEXT_LIMIT = 300;
/** Of them, those that a check lists. */
export const TEXTS_LISTED = 500;
const field = z.string().max(100, LIMITED);
const column = z.number().int().min(0).max(1000);
const cell = z.string().max(1000, LIMITED);

/** What fills the fields of the record; fields left out are not imported. */
export const importMapping = z.object({
  /** The column that fills a field; one column may fill several. */
  fields: z.record(field, column).default({}),
  /** Further columns of fields that are lists: their entries join those of the first. */
  more: z.record(field, z.array(column).max(20)).default({}),
  /** Columns that have no field: their texts are kept as notes, after their headings. */
  notes: z.array(column).max(200).default([]),
  /** One value for all rows, as a cell of the record's sheet has it; where the row says nothing of the field. */
  constants: z.record(field, cell).default({}),
  /**
   * Written by another tool: lists are divided by commas and the like, and texts mean what `values` says, or what is
   * known of them. Else cells are read as our own sheet writes them.
   */
  foreign: z.boolean().default(false),
  /** What a text of a field means, as a cell of the record's sheet; null: it is kept as a note. */
  values: z
    .array(z.object({ field, text: z.string().max(MEANT_TEXT_LIMIT, LIMITED), meaning: cell.nullable() }))
    .max(MEANING_LIMIT)
    .default([]),
  /** Words and attributes that the workspace lacks are added; else they are problems. */
  addMissing: z.boolean().default(false),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** What an import can add where the workspace lacks it; words of every list of the catalogue go as `word`. */
export const ADDED_KINDS = ['word', 'purposeCategory', 'piiCategory', 'piiAttribute', 'dataController'] as const;
export type AddedKind = (typeof ADDED_KINDS)[number];
/** Who may add it by hand: nobody adds by a file what they may not add on its screen. */
const ADDING = {
  word: 'ropa.write',
  purposeCategory: 'ropa.write',
  piiCategory: 'piiCategory.write',
  piiAttribute: 'piiCategory.write',
  dataController: 'organization.write',
} as const satisfies Record<AddedKind, Permission>;
export const mayAdd = (standing: Standing, kind: AddedKind): boolean => may(standing, ADDING[kind]);

const counts = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
});
export type ImportCounts = z.infer<typeof counts>;
const none = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** A text of the file that is no value of its field as it stands, and what it is taken for. */
const metText = z.object({
  field,
  text: z.string(),
  /** Cells that hold it. */
  count: z.number().int(),
  /** As a cell of the record's sheet; null: kept as a note. */
  meaning: z.string().nullable(),
  /** Somebody said so: in this import, or in one before of a file with the same headings. */
  settled: z.boolean(),
});
export type MetText = z.infer<typeof metText>;

const IMPORT_OUTCOMES = ['created', 'changed', 'unchanged', 'rejected'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** Counts of what the file holds and what it does, predicted by the check and kept by the import. */
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
  /** Texts that need a meaning, the most frequent first, and how many there are. */
  texts: z.array(metText).default([]),
  textCount: z.number().int().default(0),
  /** Published records that become drafts of their next version. */
  reopened: z.array(z.string()).default([]),
  /** The package's limit where the file's new applications go over it. */
  over: z
    .object({ limit: z.number().int(), used: z.number().int(), wanted: z.number().int() })
    .nullable()
    .default(null),
  /** Applications recorded ahead of their purposes, so that others of the file can name them. */
  shells: z.array(z.string()).default([]),
  /** The first applications, in the order of the file. */
  outcomes: z.array(z.object({ id: id.nullable(), name: z.string(), outcome: z.enum(IMPORT_OUTCOMES) })).default([]),
});
export type ImportSummary = z.infer<typeof importSummary>;

const recordImportItem = importItem;
export type RecordImportItem = z.infer<typeof recordImportItem>;
export const recordImportList = listOf(recordImportItem);

export const recordImport = importFacts.extend({ mapping: importMapping, summary: importSummary });
export type RecordImport = z.infer<typeof recordImport>;

export const listRecordImports = listInput(IMPORT_LIST);
export const createRecordImport = inWorkspace.extend({ fileId: id });
/** Another sheet or row of headings is read again; the mapping then begins as suggested. */
export const setImportMapping = byId.extend({
  rowVersion,
  sheet: z.number().int().min(0).max(100),
  headingRow: z.number().int().min(1).max(1_048_576),
  ...importMapping.shape,
});
export const moveImport = byId.extend({ rowVersion });

export const templateInput = inWorkspace.extend({
  format: z.enum(TEMPLATE_FORMATS).default('xlsx'),
  locale: z.enum(LOCALES).default('th'),
});
export const rejectsFile = importFile;

/** What the fields of a record may hold in this workspace, by their lists, as cells of its sheet. */
export const importChoices = z.object({
  lists: z.record(z.string(), z.array(z.string())),
  /** A record must name its controller: there is not just one. */
  severalControllers: z.boolean(),
});

/** Whether a field can be filled from a file. */
export const isImported = (key: string): key is ImportField => key in FIELD_READINGS;
