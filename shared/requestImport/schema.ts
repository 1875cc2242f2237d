import { z } from 'zod';
import {
  DATE_ORDERS,
  IMPORT_LIST,
  importFacts,
  importFile,
  importItem,
  importProblem,
  importStatus,
  TEMPLATE_FORMATS,
} from '../import/schema.ts';
import { listInput, listOf } from '../list.ts';
import { LOCALES } from '../locale.ts';
import { byId, id, inWorkspace, rowVersion } from '../text.ts';

export const requestImportStatus = importStatus('request.manage');

export const REQUEST_IMPORT_KIND = 'requests';
/** Rows that one file may hold. */
export const REQUEST_ROW_LIMIT = 5000;
/** The first day on which an imported request may have been received. */
export const EARLIEST_RECEIPT = '2000-01-01';

/** Fields of a request that a column may fill. */
export const REQUEST_FIELDS = [
  'reference',
  'receivedAt',
  'rights',
  'detail',
  'status',
  'verifiedAt',
  'assignee',
  'closedAt',
  'ground',
  'resolution',
  'firstName',
  'lastName',
  'email',
  'telephone',
  'uid',
  'language',
  'ageBand',
  'guardianFirstName',
  'guardianLastName',
  'guardianEmail',
  'guardianTelephone',
] as const;
export type RequestField = (typeof REQUEST_FIELDS)[number];
export const REQUIRED_REQUEST_FIELDS = [
  'reference',
  'receivedAt',
  'rights',
  'status',
  'firstName',
  'lastName',
] as const satisfies readonly RequestField[];

/** Stages in which a request can come in; whoever is asked something is asked again here. */
export const IMPORTED_STAGES = ['VERIFY', 'ASSIGN', 'WORK', 'COMPLETE', 'CLOSED'] as const;
export type ImportedStage = (typeof IMPORTED_STAGES)[number];

/** Which column fills which field. */
export const requestMapping = z.object({
  fields: z.partialRecord(z.enum(REQUEST_FIELDS), z.number().int().min(0).max(1000)).default({}),
  /** How dates of numbers alone are read: 03/04/2569 as 3 April or as 4 March. */
  dateOrder: z.enum(DATE_ORDERS).default('dmy'),
});
export type RequestMapping = z.output<typeof requestMapping>;

/** What the file holds and what importing it does. rows = accepted + unchanged + rejected. */
export const requestImportSummary = z.object({
  /** Rows with data, without headings and examples. */
  rows: z.number().int().default(0),
  /** Requests to write, or written. */
  accepted: z.number().int().default(0),
  rejected: z.number().int().default(0),
  /** Rows marked as examples. */
  skipped: z.number().int().default(0),
  /** Rows whose request is here already, by its reference. */
  unchanged: z.number().int().default(0),
  problems: z.number().int().default(0),
  /** Requests to write by where they stand. */
  stages: z.partialRecord(z.enum(IMPORTED_STAGES), z.number().int()).default({}),
  /** Open ones whose time by the act is over. */
  overdue: z.number().int().default(0),
  /** First and last receipt of the requests to write. */
  from: z.string().nullable().default(null),
  to: z.string().nullable().default(null),
  /** When the rows were checked: what was in the future then is refused when they are written too. */
  checkedAt: z.string().nullable().default(null),
  /** Hash of which rows were rejected then, and why: others are not written. Null in earlier imports. */
  rejectedHash: z.string().nullable().default(null),
});
export type RequestImportSummary = z.output<typeof requestImportSummary>;

const form = z.object({ id, name: z.string() });
const requestImportItem = importItem.extend({ form });
export type RequestImportItem = z.infer<typeof requestImportItem>;
export const requestImportList = listOf(requestImportItem);

export const requestImport = importFacts.extend({ form, mapping: requestMapping, summary: requestImportSummary });
export type RequestImport = z.infer<typeof requestImport>;

export const listRequestImports = listInput(IMPORT_LIST).extend({ form: id.optional() });
export const createRequestImport = inWorkspace.extend({ form: id, fileId: id });
/** Another sheet or row of headings is read again; the mapping then begins as suggested. */
export const setRequestMapping = byId.extend({
  rowVersion,
  sheet: z.number().int().min(0).max(100),
  headingRow: z.number().int().min(1).max(1_048_576),
  ...requestMapping.shape,
});
export const moveRequestImport = byId.extend({ rowVersion });

/** The first rows as a mapping, saved or not, reads them. */
export const previewRequests = byId.extend({ ...requestMapping.shape });
const requestPreviewRow = z.object({
  row: z.number().int(),
  reference: z.string(),
  name: z.string(),
  receivedAt: z.string().nullable(),
  rights: z.array(z.object({ th: z.string(), en: z.string() })),
  stage: z.enum(IMPORTED_STAGES).nullable(),
  example: z.boolean(),
  problems: z.array(importProblem),
});
export type RequestPreviewRow = z.infer<typeof requestPreviewRow>;
export const requestPreview = z.object({ rows: z.array(requestPreviewRow) });

export const requestTemplateInput = inWorkspace.extend({
  form: id,
  format: z.enum(TEMPLATE_FORMATS).default('xlsx'),
  locale: z.enum(LOCALES).default('th'),
});
export const requestRejects = importFile;
