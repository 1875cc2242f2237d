import type { CatalogueKind } from '../catalogue/schema.ts';
import type { Locale } from '../locale.ts';
import en from '../locales/en/recordImport.ts';
import th from '../locales/th/recordImport.ts';
import { headingOf, parseCell, ROPA_COLUMN_KEYS, ROPA_COLUMNS, type RopaColumn } from '../ropa/sheet.ts';

/** Fields that have no column of their own in the sheet: what they say goes into that of another. */
const EXTRA_FIELDS = ['recipientCountries'] as const;
type ExtraField = (typeof EXTRA_FIELDS)[number];
export type ImportField = RopaColumn | ExtraField;

/** How the texts of a field are read in a table of another tool. */
export type Reading =
  | {
      readonly as:
        | 'text'
        | 'number'
        | 'closed'
        | 'country'
        | 'retention'
        | 'start'
        | 'day'
        | 'person'
        | 'party'
        | 'application';
    }
  | { readonly as: 'dataController' | 'purposeCategory' | 'piiCategory' | 'attribute' }
  | { readonly as: 'word'; readonly kind: CatalogueKind };
const word = (kind: CatalogueKind): Reading => ({ as: 'word', kind });

const READINGS: Partial<Record<ImportField, Reading>> = {
  processingRole: { as: 'closed' },
  dataController: { as: 'dataController' },
  controllerCountry: { as: 'country' },
  lineOfWork: word('lineOfWork'),
  dataSubjectCount: { as: 'number' },
  processingFrequency: { as: 'closed' },
  purposeCategory: { as: 'purposeCategory' },
  isPrimary: { as: 'closed' },
  lawfulBases: { as: 'closed' },
  sensitiveExemptions: { as: 'closed' },
  dataSubjectGroups: word('dataSubjectGroup'),
  piiCategories: { as: 'piiCategory' },
  sensitiveCategories: { as: 'piiCategory' },
  flowGroup: word('dataSubjectGroup'),
  attributes: { as: 'attribute' },
  sensitiveAttributes: { as: 'attribute' },
  dataSource: word('dataSource'),
  channel: word('collectionChannel'),
  retention: { as: 'retention' },
  retentionStart: { as: 'start' },
  flowRetention: { as: 'retention' },
  flowRetentionStart: { as: 'start' },
  destructionMethods: word('destructionMethod'),
  flowDestruction: word('destructionMethod'),
  storageSystems: word('storageSystem'),
  flowStorage: word('storageSystem'),
  thirdPartyDisclosure: { as: 'closed' },
  thirdParties: { as: 'party' },
  recipientCountries: { as: 'country' },
  internalSharing: { as: 'closed' },
  internalApplications: { as: 'application' },
  refusalStatus: { as: 'closed' },
  reviewOn: { as: 'day' },
  securityMeasures: word('securityMeasure'),
  responsibleDepartment: word('department'),
  responsiblePersonnel: { as: 'person' },
};
const TEXT: Reading = { as: 'text' };

const isColumn = (key: RopaColumn): boolean => !('readOnly' in ROPA_COLUMNS[key]);
/** Fields that a file may fill, in the order of the sheet. */
export const IMPORT_FIELDS: readonly ImportField[] = ROPA_COLUMN_KEYS.filter(isColumn).flatMap((key) =>
  key === 'thirdParties' ? [key, ...EXTRA_FIELDS] : [key],
);
export const FIELD_READINGS = Object.fromEntries(IMPORT_FIELDS.map((key) => [key, READINGS[key] ?? TEXT])) as Readonly<
  Record<ImportField, Reading>
>;

/** The list that a field chooses from; fields of one list mean the same by a text. */
export function listOf(key: ImportField): string {
  const reading = FIELD_READINGS[key];
  if (reading.as === 'word') return reading.kind;
  return reading.as === 'closed' ? key : reading.as;
}
const FIRST_OF_LIST = new Map([...IMPORT_FIELDS].reverse().map((key) => [listOf(key), key]));
/** The field under which the texts of all fields of one list are kept. */
export const meaningField = (key: ImportField): ImportField => FIRST_OF_LIST.get(listOf(key)) ?? key;

export const isColumnField = (key: ImportField): key is RopaColumn => key in ROPA_COLUMNS;
/** Whether a field takes several entries. */
export const isList = (key: ImportField): boolean => !isColumnField(key) || ROPA_COLUMNS[key].many;
/** The part of the record that a field is of. */
export const partOf = (key: ImportField) => (isColumnField(key) ? ROPA_COLUMNS[key].of : 'purpose');

/** Whether a text is a cell that a field can hold. */
export const fits = (key: string, text: string): boolean =>
  key in FIELD_READINGS &&
  parseCell(isColumnField(key as ImportField) ? (key as RopaColumn) : 'controllerCountry', text).problem === undefined;

/** What a field is called. */
export const fieldName = (key: ImportField, locale: Locale): string =>
  isColumnField(key) ? headingOf(key, locale) : { th, en }[locale].field[key];

/** Fields that must have a column; a new application needs its description too, which its rows are asked for. */
export const REQUIRED_FIELDS = ['applicationName'] as const satisfies readonly ImportField[];

/** Fields that a record needs and that nothing in this mapping fills. */
export function unfilled(
  { fields, constants }: { fields: Readonly<Record<string, unknown>>; constants: Readonly<Record<string, string>> },
  { severalControllers }: { severalControllers: boolean },
): ImportField[] {
  const fills = (key: ImportField) => fields[key] !== undefined || Boolean(constants[key]);
  const line = fills('attributes') || fills('sensitiveAttributes');
  const wanted: ImportField[] = [
    'applicationName',
    'description',
    ...(severalControllers ? (['dataController'] as const) : []),
    'titleTh',
    ...(line ? (['flowGroup', 'channel'] as const) : []),
  ];
  return wanted.filter((key) => !fills(key));
}
