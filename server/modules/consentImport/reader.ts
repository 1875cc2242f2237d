import { startOf } from '../../../shared/bangkok.ts';
import { type ConsentMapping, EARLIEST_DAY } from '../../../shared/consentImport/schema.ts';
import { type ImportProblem, isExample } from '../../../shared/import/schema.ts';
import { hasBit } from '../../../shared/purpose/bits.ts';
import { optionalText } from '../../../shared/text.ts';
import {
  type ConsentAction,
  type Guardian,
  guardian as guardianRule,
  SOURCE_LIMIT,
  uid as uidRule,
} from '../../../shared/userConsent/schema.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import { cached } from './cached.ts';
import { choiceColumns, choiceOf } from './choice.ts';
import type { Form, FormVersion } from './form.ts';
import { type Moment, momentOf } from '../../platform/imports/moment.ts';
import { quoted, RowCells } from './rowCells.ts';
import { answerOf, channelOf, languageOf, versionOf } from './words.ts';

/** The content of one row; complete where the row has no problem, otherwise what could be read. */
export interface ReadRow {
  row: number;
  uid: string;
  name: string;
  moment: Moment | null;
  version: FormVersion | null;
  action: ConsentAction | null;
  /** Bits of the purposes that were allowed. */
  granted: number;
  language: 'th' | 'en';
  source: string;
  channel: string;
  guardian: Guardian | null;
  problems: ImportProblem[];
}

const DEFAULT = 'Import';
const CHANNEL_LIMIT = 100;
const EARLIEST = Date.parse(startOf(EARLIEST_DAY));
const nameRule = optionalText(200);
const sourceRule = optionalText(SOURCE_LIMIT);
const channelRule = optionalText(CHANNEL_LIMIT);
const GUARDIAN = {
  guardianFirstName: 'firstName',
  guardianLastName: 'lastName',
  guardianEmail: 'email',
  guardianTelephone: 'telephone',
} as const;
const GUARDIAN_FIELDS = Object.keys(GUARDIAN) as (keyof typeof GUARDIAN)[];
/**
 * Reads rows of a form's consents by a mapping.
 * @param now later times are in the future, and refused
 */
export function consentReader(form: Form, { fields, purposes, version: chosen, dateOrder }: ConsentMapping, now: Date) {
  const columns = choiceColumns(form, purposes);
  const usual = form.byVersion.get(chosen ?? form.publishedVersion) ?? null;
  const channels = { safeParse: cached((text) => channelRule.safeParse(channelOf(text))) };
  const sources = { safeParse: cached((text) => sourceRule.safeParse(text)) };

  return function read(tableRow: TableRow): ReadRow {
    const row = new RowCells(tableRow, fields);
    const uid = row.checked('uid', uidRule, row.cell('uid'));
    const name = row.checked('name', nameRule, row.cell('name'));
    const moment = readMoment(row, dateOrder, now);
    const version = readVersion(row, form, usual);
    const choice = version ? choiceOf(columns, row, version) : null;
    const language = languageOf(row.cell('language'));
    if (!language) row.problem('language', 'language', { text: quoted(row.cell('language')) });
    const channel = row.checked('channel', channels, row.cell('channel'));
    // A row that names its channel was recorded elsewhere, with the source it had there, or with none.
    const source = row.checked('source', sources, row.cell('source')) || (channel === '' ? DEFAULT : '');
    return {
      row: row.row,
      uid,
      name,
      moment,
      version,
      action: choice?.action ?? null,
      granted: choice?.granted ?? 0,
      language: language ?? 'th',
      source,
      channel: channel || DEFAULT,
      guardian: readGuardian(row),
      problems: row.problems,
    };
  };
}

function readMoment(row: RowCells, order: ConsentMapping['dateOrder'], now: Date): Moment | null {
  const when = momentOf(row.cell('at'), row.cell('time'), order);
  if (typeof when === 'string') {
    const field = when === 'time' && row.cell('time') !== '' ? 'time' : 'at';
    row.problem(field, when, { text: quoted(row.cell(field)) });
  } else if (when.at.getTime() > now.getTime()) row.problem('at', 'future');
  else if (when.at.getTime() < EARLIEST) row.problem('at', 'tooOld', { day: EARLIEST_DAY });
  else return when;
  return null;
}

/** The version that a row names, otherwise the `usual` one. */
function readVersion(row: RowCells, form: Form, usual: FormVersion | null): FormVersion | null {
  const text = row.cell('version');
  if (text === '') {
    if (!usual) row.problem('version', 'noVersion');
    return usual;
  }
  const number = versionOf(text) ?? 0;
  const version = form.byVersion.get(number) ?? null;
  if (version) return version;
  const versions = form.versions.slice(0, 10).join(', ');
  const day = form.later.get(number);
  if (day === undefined) row.problem('version', 'version', { text: quoted(text), versions });
  else row.problem('version', 'notStarted', { version: number, day, versions });
  return null;
}

function readGuardian(row: RowCells): Guardian | null {
  const wanted = answerOf(row.cell('hasGuardian'));
  if (wanted === undefined) row.problem('hasGuardian', 'answer', { text: quoted(row.cell('hasGuardian')) });
  if (wanted !== true && GUARDIAN_FIELDS.every((field) => row.cell(field) === '')) return null;
  const result = guardianRule.safeParse({
    firstName: row.cell('guardianFirstName'),
    lastName: row.cell('guardianLastName'),
    email: row.cell('guardianEmail'),
    telephone: row.cell('guardianTelephone').replace(/[\s-]/g, ''),
  });
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    row.refused(GUARDIAN_FIELDS.find((one) => GUARDIAN[one] === issue.path[0]) ?? 'guardianFirstName', issue);
  return null;
}

/** Whether the row is only an example of how to fill in the table. */
export const skips = ({ cells }: TableRow): boolean => isExample(cells);

/** Ids of the purposes in a set of bits: of the version first, then those that it does not ask for. */
export const purposesIn = ({ bits }: Form, version: FormVersion, granted: number): string[] =>
  [...new Map([...version.bits, ...bits])].filter(([, bit]) => hasBit(granted, bit)).map(([id]) => id);
