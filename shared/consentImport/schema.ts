import { z } from 'zod';
import { text } from '../consent/schema.ts';
import { listInput, listOf } from '../list.ts';
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
import { byId, id, inWorkspace, rowVersion, searchText } from '../text.ts';
import { CONSENT_ACTIONS } from '../userConsent/schema.ts';
import { LOCALES } from '../locale.ts';

export const consentImportStatus = importStatus('consent.write');

export const CONSENT_IMPORT_KIND = 'user-consents';
/** Rows that one file may hold: a whole sheet of Excel. */
export const CONSENT_ROW_LIMIT = 1_048_575;
/** The first day that an imported consent may be of. */
export const EARLIEST_DAY = '1990-01-01';

/** Fields of a submission that a column may fill, beside a column for each purpose. */
export const CONSENT_FIELDS = [
  'uid',
  'name',
  'at',
  'time',
  'action',
  'purposes',
  'version',
  'language',
  'source',
  'channel',
  'hasGuardian',
  'guardianFirstName',
  'guardianLastName',
  'guardianEmail',
  'guardianTelephone',
] as const;
export type ConsentField = (typeof CONSENT_FIELDS)[number];
export const REQUIRED_CONSENT_FIELDS = ['uid', 'at'] as const satisfies readonly ConsentField[];
/** Before the id of a purpose: the field of a problem that is about its column. */
export const PURPOSE_FIELD = 'purpose:';

const column = z.number().int().min(0).max(1000);
/** Which column fills which field; `purposes` by their ids, each a column of yes and no, which several may share. */
export const consentMapping = z.object({
  fields: z.partialRecord(z.enum(CONSENT_FIELDS), column).default({}),
  purposes: z.record(id, column).default({}),
  /** The version of rows that name none; null: the one in force. */
  version: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** How dates of numbers alone are read: 03/04/2569 as 3 April or as 4 March. */
  dateOrder: z.enum(DATE_ORDERS).default('dmy'),
});
export type ConsentMapping = z.output<typeof consentMapping>;

/** Whether the mapping tells what was chosen. */
export const tellsChoice = ({ fields, purposes }: ConsentMapping): boolean =>
  fields.action !== undefined || fields.purposes !== undefined || Object.keys(purposes).length > 0;

/** Pairs of equal rows that the record names. */
export const REPEAT_LIMIT = 20;

/**
 * What the file holds and what importing it does: predicted by the check, kept by the import. rows = accepted +
 * unchanged + repeated + rejected.
 */
export const consentImportSummary = z.object({
  /** Rows with data, without headings and examples. */
  rows: z.number().int().default(0),
  /** Rows to write, or written. */
  accepted: z.number().int().default(0),
  rejected: z.number().int().default(0),
  /** Rows marked as examples. */
  skipped: z.number().int().default(0),
  /** Rows that say what the form holds already. */
  unchanged: z.number().int().default(0),
  /** Rows that say what another row of the file says; the first pairs. */
  repeated: z.number().int().default(0),
  repeats: z
    .array(
      z.object({
        row: z.number().int(),
        of: z.number().int(),
        /** Names of their sheets, where these are not the chosen one. */
        sheet: z.string().optional(),
        ofSheet: z.string().optional(),
      }),
    )
    .default([]),
  problems: z.number().int().default(0),
  /** Different data subjects of the rows to write. */
  subjects: z.number().int().default(0),
  actions: z
    .object({ ALL: z.number().int(), ACCEPT: z.number().int(), NONE: z.number().int() })
    .default({ ALL: 0, ACCEPT: 0, NONE: 0 }),
  /** First and last moment of the rows to write. */
  from: z.string().nullable().default(null),
  to: z.string().nullable().default(null),
  /** Rows to write by month in Bangkok (`2026-11`). */
  months: z.record(z.string(), z.number().int()).default({}),
  /** Rows to write by version of the form. */
  versions: z.record(z.string(), z.number().int()).default({}),
  /** When the rows were checked: what was in the future then is refused when they are written too. */
  checkedAt: z.string().nullable().default(null),
  /** The live version of the form then: rows are written as they were checked, whatever was published since. */
  formVersion: z.number().int().nullable().default(null),
});
export type ConsentImportSummary = z.output<typeof consentImportSummary>;

/** The form that the rows are of, with what its columns are matched to. */
const importedForm = z.object({
  id,
  name: z.string(),
  /** The live version: the newest that has begun. */
  publishedVersion: z.number().int(),
  /** Those that have begun, the newest first. */
  versions: z.array(z.number().int()),
  /** Of every such version, those of the newest first. */
  purposes: z.array(z.object({ id, title: text })),
});
export type ImportedForm = z.infer<typeof importedForm>;

const formName = z.object({ id, name: z.string() });
const consentImportItem = importItem.extend({ consent: formName });
export type ConsentImportItem = z.infer<typeof consentImportItem>;
export const consentImportList = listOf(consentImportItem);

export const consentImport = importFacts.extend({
  consent: formName,
  form: importedForm,
  mapping: consentMapping,
  summary: consentImportSummary,
});
export type ConsentImport = z.infer<typeof consentImport>;

export const listConsentImports = listInput(IMPORT_LIST).extend({
  form: id.optional(),
});
export const createConsentImport = inWorkspace.extend({ form: id, fileId: id });
/** Another sheet or row of headings is read again; the mapping then begins as suggested. */
export const setConsentMapping = byId.extend({
  rowVersion,
  sheet: z.number().int().min(0).max(100),
  headingRow: z.number().int().min(1).max(1_048_576),
  ...consentMapping.shape,
});
export const moveConsentImport = byId.extend({ rowVersion });

/** Forms whose consents can be imported: one of their versions has begun. */
export const listImportForms = inWorkspace.extend({ query: searchText });
export const importForms = z.object({
  collection: z.array(
    z.object({
      id,
      name: z.string(),
      application: z.string(),
      publishedVersion: z.number().int(),
      active: z.boolean(),
    }),
  ),
  more: z.boolean(),
});

/** The first rows as a mapping, saved or not, reads them. */
export const previewConsents = byId.extend({ ...consentMapping.shape });
const consentPreviewRow = z.object({
  row: z.number().int(),
  uid: z.string(),
  name: z.string(),
  /** What was understood of the row; null where that is nothing. */
  at: z.string().nullable(),
  action: z.enum(CONSENT_ACTIONS).nullable(),
  purposes: z.array(text),
  version: z.number().int().nullable(),
  language: z.string(),
  source: z.string(),
  guardian: z.string(),
  example: z.boolean(),
  problems: z.array(importProblem),
});
export type ConsentPreviewRow = z.infer<typeof consentPreviewRow>;
export const consentPreview = z.object({ rows: z.array(consentPreviewRow) });

export const consentTemplateInput = inWorkspace.extend({
  form: id,
  format: z.enum(TEMPLATE_FORMATS).default('xlsx'),
  locale: z.enum(LOCALES).default('th'),
});
export const consentRejects = importFile;
