import { wordLists } from '../purpose/fields.ts';
import type { LiaAnswers, LiaTest } from '../purpose/legitimateInterest.ts';
import type { Locale } from '../locale.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../dataMapping/fields.ts';
import type { MappedFlow } from '../dataMapping/schema.ts';
import { countriesOf } from '../country.ts';
import type { RetentionStart } from '../purpose/retention.ts';
import type { SheetAnswer, SheetAttribute, SheetRetentionStart, SheetWord } from './cells.ts';
import { type RopaPurpose, type RopaRecord, storageSystemsOf } from './record.ts';
import { ROPA_COLUMN_KEYS, ROPA_COLUMNS, writeCell, type SheetCells, type SheetRow } from './sheet.ts';

/** Letters that a cell holds at most; Excel takes 32,767, some are left for guarding. */
const CELL_LETTERS = 32_000;
/** Stands after the number of a row that carries on the lists of the row above, where they are too long for a cell. */
const CONTINUED = '+';

const blankRow = () =>
  Object.fromEntries(ROPA_COLUMN_KEYS.map((key) => [key, ROPA_COLUMNS[key].many ? [] : null])) as unknown as SheetRow;
type Named = { name: SheetWord } | null;
const word = (named: Named): SheetWord | null => named && { th: named.name.th, en: named.name.en };
const words = (list: readonly { name: SheetWord }[]): SheetWord[] =>
  list.map(({ name }) => ({ th: name.th, en: name.en }));
const text = (value: string): string | null => value || null;
const startOf = ({ startEvent, startNote = '' }: RetentionStart): SheetRetentionStart | null =>
  startEvent ? { startEvent, startNote } : null;
const answersOf = (lia: LiaAnswers | null, test: LiaTest): SheetAnswer[] =>
  lia?.[test].map(({ answer, explanation }, index) => ({ number: index + 1, answer, explanation })) ?? [];

const applicationValues = (record: RopaRecord) =>
  ({
    applicationName: record.name,
    description: text(record.description),
    processingRole: record.processingRole,
    dataController: word(record.dataController),
    controllerContact: text(record.dataController.contactPerson),
    controllerAddress: text(record.dataController.address),
    controllerCountry: text(record.dataController.country),
    controllerPhone: text(record.dataController.phone),
    controllerEmail: text(record.dataController.email),
    controllerWebsite: text(record.dataController.website ?? ''),
    controllerPrivacyPolicyUrl: text(record.dataController.privacyPolicyUrl ?? ''),
    onBehalfName: text(record.onBehalfName),
    onBehalfContact: text(record.onBehalfContact),
    lineOfWork: word(record.lineOfWork),
    dataSource: word(record.dataSource),
    dataSubjectCount: record.dataSubjectCount,
    processingFrequency: record.processingFrequency,
    accessMeans: text(record.accessMeans),
    refusalStatus: record.refusalStatus,
    refusalNote: text(record.refusalNote),
    processCode: text(record.processCode),
    reviewOn: record.reviewOn,
    status: record.status,
    version: record.publishedVersion || null,
    completeness: record.completeness,
    applicationCode: record.id,
  }) satisfies Partial<SheetRow>;

function purposeValues(purpose: RopaPurpose, record: RopaRecord) {
  const { id, status, publishedVersion, responsibleEmail, content } = purpose;
  const { indefinite, amount, unit, note } = content.retention;
  return {
    titleTh: content.title.th,
    titleEn: text(content.title.en),
    descriptionTh: text(content.description.th),
    descriptionEn: text(content.description.en),
    purposeCategory: word(content.purposeCategory),
    isPrimary: content.isPrimary,
    lawfulBases: content.lawfulBases,
    sensitiveExemptions: content.sensitiveExemptions,
    ...wordLists((key) => words(content[key])),
    piiCategories: words(content.piiCategories.filter(({ sensitive }) => !sensitive)),
    sensitiveCategories: words(content.piiCategories.filter(({ sensitive }) => sensitive)),
    retention: indefinite || amount !== null || unit !== null ? { indefinite, amount, unit } : null,
    retentionStart: startOf(content.retention),
    retentionNote: text(note),
    thirdPartyDisclosure: content.thirdPartyDisclosure,
    thirdParties: content.thirdParties.map(
      ({ name, contract, contractExpiresOn = null, safeguard = null, ...places }) => ({
        name,
        countries: [...countriesOf(places)],
        contract,
        contractExpiresOn,
        safeguard,
      }),
    ),
    storagePlaces: storageSystemsOf(purpose, record).flatMap(({ name, country, safeguard = null }) =>
      country ? [{ name: name.th, country, safeguard }] : [],
    ),
    internalSharing: content.internalSharing,
    internalApplications: content.internalApplications.map(({ name }) => name),
    responsibleDepartment: word(content.responsibleDepartment),
    responsiblePersonnel: content.responsiblePersonnel && {
      name: content.responsiblePersonnel.name,
      email: responsibleEmail,
    },
    liaPurpose: answersOf(content.legitimateInterest, 'purpose'),
    liaNecessity: answersOf(content.legitimateInterest, 'necessity'),
    liaBalancing: answersOf(content.legitimateInterest, 'balancing'),
    purposeStatus: status,
    purposeVersion: publishedVersion || null,
    purposeCode: id,
  } satisfies Partial<SheetRow>;
}

const wordColumns = (flow: MappedFlow): Partial<SheetRow> =>
  Object.fromEntries(FLOW_WORD_KEYS.map((key) => [FLOW_WORDS[key].column, word(flow[key])]));

function flowValues(flow: MappedFlow, { content }: RopaPurpose) {
  const attributes = (sensitive: boolean): SheetAttribute[] =>
    flow.attributes
      .filter((attribute) => attribute.sensitive === sensitive)
      .map(({ name, category }) => ({
        category: { th: category.name.th, en: category.name.en },
        attribute: { th: name.th, en: name.en },
      }));
  return {
    ...wordColumns(flow),
    attributes: attributes(false),
    sensitiveAttributes: attributes(true),
    flowRetention: flow.retention && {
      indefinite: flow.retention.indefinite,
      amount: flow.retention.amount,
      unit: flow.retention.unit,
    },
    flowRetentionStart: flow.retention && startOf(flow.retention),
    flowThirdParties: flow.thirdParties
      .map(({ id, name }) => ({ number: content.thirdParties.findIndex((party) => party.id === id) + 1 || null, name }))
      .sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity)),
    flowApplications: flow.internalApplications.map(({ name }) => name),
    note: text(flow.note),
    flowCode: flow.id,
  } satisfies Partial<SheetRow>;
}

/** The rows of an application as values. `place` is its number in the sheet, from 1. */
export function valuesOf(record: RopaRecord, place: number): SheetRow[] {
  const application: SheetRow = { ...blankRow(), ...applicationValues(record) };
  if (record.purposes.length === 0) return [{ ...application, number: String(place) }];
  return record.purposes.flatMap((purpose, index) => {
    const row: SheetRow = { ...application, ...purposeValues(purpose, record), number: `${place}.${index + 1}` };
    const flows = record.flows.filter((flow) => flow.purpose.id === purpose.id);
    return flows.length === 0
      ? [row]
      : flows.map((flow, line): SheetRow => ({
          ...row,
          ...flowValues(flow, purpose),
          number: `${place}.${index + 1}.${line + 1}`,
        }));
  });
}

/**
 * The rows of an application as texts in a language. Lists longer than a cell holds go on in rows of their own below.
 */
export const rowsOf = (record: RopaRecord, place: number, locale: Locale): SheetCells[] =>
  valuesOf(record, place).flatMap((row) => cellsOf(row, locale));

function cellsOf(row: SheetRow, locale: Locale): SheetCells[] {
  const cells = Object.fromEntries(
    ROPA_COLUMN_KEYS.map((key) => [key, writeCell(key, row[key] as never, locale)]),
  ) as SheetCells;
  const long = ROPA_COLUMN_KEYS.filter((key) => ROPA_COLUMNS[key].many && cells[key].length > CELL_LETTERS);
  if (long.length === 0) return [cells];
  const pieces = new Map(long.map((key) => [key, piecesOf(cells[key].split('\n'))]));
  const more = Math.max(...[...pieces.values()].map(({ length }) => length)) - 1;
  const at = (index: number) => Object.fromEntries(long.map((key) => [key, pieces.get(key)![index] ?? '']));
  const { number, applicationName, titleTh, applicationCode, purposeCode, flowCode } = cells;
  const blank = Object.fromEntries(ROPA_COLUMN_KEYS.map((key) => [key, ''])) as SheetCells;
  return [
    { ...cells, ...at(0) },
    ...Array.from({ length: more }, (_, index) => ({
      ...blank,
      number: number + CONTINUED,
      applicationName,
      titleTh,
      applicationCode,
      purposeCode,
      flowCode,
      ...at(index + 1),
    })),
  ];
}

function piecesOf(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + line.length < CELL_LETTERS) pieces[pieces.length - 1] = `${last}\n${line}`;
    else pieces.push(line);
  }
  return pieces;
}

/**
 * Rows as they were before `rowsOf` carried lists on; any other rows unchanged. Tells of each the index of its first
 * row.
 */
export function joined(rows: Iterable<Partial<SheetCells>>): { cells: Partial<SheetCells>; at: number }[] {
  const merged: { cells: Partial<SheetCells>; at: number }[] = [];
  let at = -1;
  for (const cells of rows) {
    at += 1;
    const above = merged.at(-1);
    const number = cells.number?.trim();
    if (!above || !number?.endsWith(CONTINUED) || number.slice(0, -CONTINUED.length) !== above.cells.number?.trim()) {
      merged.push({ cells: { ...cells }, at });
      continue;
    }
    for (const key of ROPA_COLUMN_KEYS) {
      const more: string | undefined = ROPA_COLUMNS[key].many ? cells[key] : undefined;
      if (more?.trim()) above.cells[key] = [above.cells[key], more].filter(Boolean).join('\n');
    }
  }
  return merged;
}
