import type { ImportColumn, ImportMapping, ImportSheet } from '../../../shared/recordImport/schema.ts';
import { fieldName, IMPORT_FIELDS, type ImportField, isImported, isList } from '../../../shared/recordImport/schema.ts';
import { columnOf, parseCell } from '../../../shared/ropa/sheet.ts';
import { suggester } from '../../platform/imports/likeness.ts';
import { REASON_HEADING } from '../../platform/imports/rejects.ts';
import { divide, isNothing } from './foreign/divide.ts';
import { retentionIn } from './foreign/retentionText.ts';
import { closedValues, countryNamed } from './foreign/synonyms.ts';
import { attributesNamed } from './foreign/wordSynonyms.ts';
import { HEADINGS } from './headings.ts';

const known = suggester([
  ...IMPORT_FIELDS.map((key) => ({
    key,
    headings: [fieldName(key, 'th'), fieldName(key, 'en')],
    aliases: [...(HEADINGS[key] ?? [])],
  })),
  { key: 'number', headings: ['ลำดับ', 'No.'], aliases: ['ลำดับที่', 'ที่', 'no'] },
]);
/** How many recognised headings a row has. */
export const { scoreOf } = known;

const codesAndDays = suggester(
  (['processCode', 'reviewOn'] as const).map((key) => ({
    key,
    headings: [fieldName(key, 'th'), fieldName(key, 'en')],
    aliases: [...(HEADINGS[key] ?? [])],
  })),
);

/** Columns that also fill another field, where it has no column of its own. */
const ALSO: readonly (readonly [field: ImportField, from: ImportField])[] = [
  ['titleTh', 'applicationName'],
  ['description', 'titleTh'],
  ['dataSubjectGroups', 'flowGroup'],
];

/** Fields by the form of their cells, for columns with unrecognised headings. */
const LOOKS: readonly (readonly [field: ImportField, fits: (text: string) => boolean])[] = [
  ['lawfulBases', (text) => closedValues('lawfulBases', text).length > 0 && text.length < 120],
  ['retention', (text) => retentionIn(text) !== null && text.length < 120],
  ['recipientCountries', (text) => divide(text).every((one) => isNothing(one) || isCountry(one))],
];
const isCountry = (text: string): boolean =>
  countryNamed(text) !== undefined || parseCell('controllerCountry', text).problem === undefined;
/** Prefix of headings of a code or a day: they do not mean a text field, even if the rest is similar. */
const CODE_OR_DAY = /^(?:รหัส|เลขที่|วันที่|วัน เดือน ปี|code\b|id\b|date\b)/i;
const CODES: readonly ImportField[] = ['applicationCode', 'purposeCode', 'flowCode'];

/**
 * The most likely mapping: by headings, by the form of the cells, and from columns that fill two fields. A table that
 * the product did not write is read as another tool's, and its other columns become notes.
 */
export function suggestedMapping({ columns }: Pick<ImportSheet, 'columns'>): ImportMapping {
  const headed = columns.filter(({ heading }) => !CODE_OR_DAY.test(heading) || columnOf(heading) !== undefined);
  const coded = columns.filter((column) => !headed.includes(column));
  const fields = Object.fromEntries([
    ...Object.entries(known.suggest(headed)),
    ...Object.entries(codesAndDays.suggest(coded)),
  ]) as Partial<Record<ImportField | 'number', number>>;
  for (const code of CODES) if (!holdsCodes(columns, code, fields[code])) delete fields[code];
  const foreign = !isOurs(columns);
  const mapping: ImportMapping = {
    fields,
    more: {},
    notes: [],
    constants: {},
    foreign,
    values: [],
    addMissing: foreign,
  };
  if (!foreign) return mapping;
  const used = () => new Set<number | undefined>([...Object.values(fields), ...Object.values(mapping.more).flat()]);
  for (const [field, fits] of LOOKS) {
    if (fields[field] !== undefined) continue;
    const found = columns.find(
      ({ index, samples }) => !used().has(index) && samples.length > 0 && samples.every((text) => fits(text)),
    );
    if (found) fields[field] = found.index;
  }
  // Attributes under the heading of categories.
  if (fields.attributes === undefined && fields.piiCategories !== undefined)
    if (namesAttributes(columns.find(({ index }) => index === fields.piiCategories)?.samples ?? [])) {
      fields.attributes = fields.piiCategories;
      delete fields.piiCategories;
    }
  for (const column of headed) {
    if (used().has(column.index) || column.heading === '') continue;
    const [field] = Object.keys(known.suggest([column])) as ImportField[];
    if (field !== undefined && isImported(field) && isList(field))
      mapping.more[field] = [...(mapping.more[field] ?? []), column.index];
  }
  for (const [field, from] of ALSO) fields[field] ??= fields[from];
  if (fields.attributes !== undefined || fields.sensitiveAttributes !== undefined)
    fields.flowGroup ??= fields.dataSubjectGroups;
  for (const field of Object.keys(fields) as ImportField[]) if (fields[field] === undefined) delete fields[field];
  mapping.notes = columns
    .filter(({ index, heading }) => heading && heading !== REASON_HEADING && !used().has(index))
    .map(({ index }) => index);
  return mapping;
}

const namesAttributes = (samples: readonly string[]): boolean => {
  const pieces = samples.flatMap(divide);
  return pieces.filter((one) => attributesNamed(one).length > 0).length * 2 >= pieces.length && pieces.length > 0;
};

/** Whether nearly all headings are those of our sheet. */
function isOurs(columns: readonly ImportColumn[]): boolean {
  const headed = columns.filter(({ heading }) => heading !== '');
  const ours = headed.filter(({ heading }) => columnOf(heading) !== undefined || heading === REASON_HEADING);
  return ours.length * 5 >= headed.length * 4;
}

/** Codes of another system are not used. */
const holdsCodes = (columns: readonly ImportColumn[], field: ImportField, column: number | undefined): boolean =>
  (columns.find(({ index }) => index === column)?.samples ?? []).every(
    (text) => parseCell(field as 'applicationCode', text).problem === undefined,
  );
