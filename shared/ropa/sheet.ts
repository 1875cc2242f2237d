import type { Locale } from '../locale.ts';
import en from '../locales/en/ropaSheet.ts';
import th from '../locales/th/ropaSheet.ts';
import * as cells from './cells.ts';
import { CellProblem, type CellKind, fold } from './cellText.ts';
import * as cellWords from './cellWords.ts';

/**
 * The sheet of the record of processing (PDPA section 39), declared once for the export and the import. A row is one
 * line of a data mapping; a purpose without lines has one row, an application without purposes one row. What belongs to
 * the application or the purpose is repeated on each of their rows, so that every row can be read and filtered alone.
 */
export type ColumnOf = 'row' | 'application' | 'purpose' | 'flow';

interface Facts {
  /** Which record the column sits on. */
  readonly of: ColumnOf;
  /** Must be filled in, wherever its record is. */
  readonly required?: true;
  /** Told by the export; the import leaves it aside. */
  readonly readOnly?: true;
  /** Which list of words of locales `ropaSheet:word` a cell may hold. */
  readonly words?: keyof typeof th.word;
  /** In letters, as Excel counts. */
  readonly width: number;
}
interface One<Value, Of extends ColumnOf = ColumnOf> extends Facts {
  readonly of: Of;
  readonly many: false;
  readonly kind: CellKind<Value>;
}
/** A list, one entry a line. */
interface Many<Value, Of extends ColumnOf = ColumnOf> extends Facts {
  readonly of: Of;
  readonly many: true;
  readonly write: (values: readonly Value[], locale: Locale) => string[];
  readonly read: (line: string) => Value[];
}

const one = <Value, Of extends ColumnOf>(
  of: Of,
  kind: CellKind<Value>,
  width: number,
  more: Omit<Partial<Facts>, 'of'> = {},
): One<Value, Of> => ({
  of,
  kind,
  width,
  many: false,
  ...more,
});
const many = <Value, Of extends ColumnOf>(
  of: Of,
  kind: CellKind<Value>,
  width: number,
  more: Omit<Partial<Facts>, 'of'> = {},
): Many<Value, Of> => ({
  of,
  width,
  many: true,
  write: (values, locale) => values.map((value) => kind.write(value, locale)),
  read: (line) => [kind.read(line)],
  ...more,
});
const grouped = (width: number): Many<cells.SheetAttribute, 'flow'> => ({
  of: 'flow',
  width,
  many: true,
  ...cells.attributes,
});
const required = { required: true } as const;
const readOnly = { readOnly: true } as const;

/**
 * Every column, in the order of the sheet: as section 39 lists what a record must show, then what the import keeps
 * records apart by.
 */
export const ROPA_COLUMNS = {
  number: one('row', cells.text, 9, readOnly),
  applicationName: one('application', cells.text, 28, required),
  description: one('application', cells.text, 40, required),
  processCode: one('application', cells.text, 16),
  processingRole: one('application', cellWords.processingRole, 18, { words: 'processingRole' }),
  // The controller, or the processor, and its representative
  dataController: one('application', cells.word, 28, required),
  controllerContact: one('application', cells.text, 22),
  controllerAddress: one('application', cells.text, 32),
  controllerCountry: one('application', cellWords.country, 12),
  controllerPhone: one('application', cells.text, 14),
  controllerEmail: one('application', cells.text, 24),
  controllerWebsite: one('application', cells.text, 28),
  controllerPrivacyPolicyUrl: one('application', cells.text, 28),
  onBehalfName: one('application', cells.text, 24),
  onBehalfContact: one('application', cells.text, 24),
  lineOfWork: one('application', cells.word, 20),
  dataSubjectCount: one('application', cells.number, 14),
  processingFrequency: one('application', cellWords.processingFrequency, 14, { words: 'processingFrequency' }),
  // Purposes and their lawful basis
  titleTh: one('purpose', cells.text, 32, required),
  titleEn: one('purpose', cells.text, 32),
  descriptionTh: one('purpose', cells.text, 40),
  descriptionEn: one('purpose', cells.text, 40),
  purposeCategory: one('purpose', cells.word, 24),
  isPrimary: one('purpose', cellWords.yesNo, 12, { words: 'yesNo' }),
  lawfulBases: many('purpose', cellWords.lawfulBasis, 24, { words: 'lawfulBasis' }),
  sensitiveExemptions: many('purpose', cellWords.exemption, 24, { words: 'exemption' }),
  // Personal data that is collected
  dataSubjectGroups: many('purpose', cells.word, 24),
  piiCategories: many('purpose', cells.word, 28),
  sensitiveCategories: many('purpose', cells.word, 28),
  flowGroup: one('flow', cells.word, 24, required),
  attributes: grouped(40),
  sensitiveAttributes: grouped(40),
  dataSource: one('application', cells.word, 20),
  channel: one('flow', cells.word, 22, required),
  // How long it is kept, where, and what becomes of it
  retention: one('purpose', cells.retention, 16),
  retentionStart: one('purpose', cells.retentionStart, 24, { words: 'retentionStart' }),
  retentionNote: one('purpose', cells.text, 28),
  flowRetention: one('flow', cells.retention, 16),
  flowRetentionStart: one('flow', cells.retentionStart, 24, { words: 'retentionStart' }),
  destructionMethods: many('purpose', cells.word, 24),
  flowDestruction: one('flow', cells.word, 22),
  storageSystems: many('purpose', cells.word, 24),
  flowStorage: one('flow', cells.word, 22),
  storagePlaces: many('purpose', cells.storagePlace, 36),
  // Rights and means of access
  accessMeans: one('application', cells.text, 36),
  // Use and disclosure
  thirdPartyDisclosure: one('purpose', cellWords.yesNo, 12, { words: 'yesNo' }),
  thirdParties: many('purpose', cells.party, 48),
  flowThirdParties: many('flow', cells.partyRef, 28),
  internalSharing: one('purpose', cellWords.yesNo, 12, { words: 'yesNo' }),
  internalApplications: many('purpose', cells.entry, 28),
  flowApplications: many('flow', cells.entry, 28),
  // Refusals and objections; security measures
  refusalStatus: one('application', cellWords.refusal, 14, { words: 'refusal' }),
  refusalNote: one('application', cells.text, 30),
  securityMeasures: many('purpose', cells.word, 36),
  responsibleDepartment: one('purpose', cells.word, 24),
  responsiblePersonnel: one('purpose', cells.person, 24),
  note: one('flow', cells.text, 28),
  // Legitimate interests assessment (section 24(5)): a question a line
  liaPurpose: many('purpose', cells.answer, 28),
  liaNecessity: many('purpose', cells.answer, 28),
  liaBalancing: many('purpose', cells.answer, 28),
  reviewOn: one('application', cells.day, 14),
  status: one('application', cellWords.status, 12, { ...readOnly, words: 'status' }),
  version: one('application', cells.number, 10, readOnly),
  purposeStatus: one('purpose', cellWords.status, 12, { ...readOnly, words: 'status' }),
  purposeVersion: one('purpose', cells.number, 10, readOnly),
  completeness: one('application', cells.number, 12, readOnly),
  applicationCode: one('application', cells.code, 38),
  purposeCode: one('purpose', cells.code, 38),
  flowCode: one('flow', cells.code, 38),
} as const;

export type RopaColumn = keyof typeof ROPA_COLUMNS;
export const ROPA_COLUMN_KEYS = Object.keys(ROPA_COLUMNS) as RopaColumn[];

/** What a cell of a column says: its value, null for an empty cell; an empty list where there may be several. */
export type SheetValue<Key extends RopaColumn> =
  (typeof ROPA_COLUMNS)[Key] extends Many<infer Value>
    ? Value[]
    : (typeof ROPA_COLUMNS)[Key] extends One<infer Value>
      ? Value | null
      : never;
/** A row of the sheet as values. */
export type SheetRow = { [Key in RopaColumn]: SheetValue<Key> };
/** What a row says of one record, as far as it is there. */
export type SheetPart<Of extends ColumnOf> = {
  [Key in RopaColumn as (typeof ROPA_COLUMNS)[Key]['of'] extends Of ? Key : never]?: SheetValue<Key>;
};
/** A row of the sheet as texts, as they stand in a file. */
export type SheetCells = Record<RopaColumn, string>;

/** The heading of a column. */
export const headingOf = (column: RopaColumn, locale: Locale): string => ({ th, en })[locale].heading[column];

const byHeading = new Map(
  ROPA_COLUMN_KEYS.flatMap((key) =>
    [key, th.heading[key], en.heading[key]].map((heading) => [fold(heading), key] as const),
  ),
);
/** The column of a heading in either language; undefined for one of another sheet. */
export const columnOf = (heading: string): RopaColumn | undefined => byHeading.get(fold(heading));

/** The text of a cell; a list has an entry a line. */
export function writeCell<Key extends RopaColumn>(key: Key, value: SheetValue<Key>, locale: Locale): string {
  const column = ROPA_COLUMNS[key] as One<unknown> | Many<unknown>;
  if (column.many) return column.write(value as unknown[], locale).join('\n');
  return value === null ? '' : column.kind.write(value, locale);
}

export type ParsedCell<Value> =
  | { value: Value; problem?: undefined }
  | { value?: undefined; problem: { key: string; values: { text: string; column: RopaColumn } } };

/**
 * The value of a cell's text, in either language; or the problem as a locale key (`ropaSheet:problem.<reason>`) with
 * the text that does not fit. Its `column` is the key: put the heading in the reader's language in its place. An empty
 * cell is null or an empty list; whether it may be empty is for `required` and the one who asks.
 */
export function parseCell<Key extends RopaColumn>(key: Key, text: string): ParsedCell<SheetValue<Key>> {
  const column = ROPA_COLUMNS[key] as One<unknown> | Many<unknown>;
  const normalized = text.replace(/\r\n?/g, '\n');
  try {
    const value = column.many
      ? normalized
          .split('\n')
          .filter((line) => line.trim())
          .flatMap(column.read)
      : normalized.trim()
        ? column.kind.read(normalized)
        : null;
    return { value: value as SheetValue<Key> };
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error;
    return { problem: { key: `ropaSheet:problem.${error.key}`, values: { text: error.text, column: key } } };
  }
}
