import type { ImportProblem } from '../../../shared/recordImport/schema.ts';
import type { RopaColumn, SheetPart } from '../../../shared/ropa/sheet.ts';

/**
 * The content of a row, by the columns of the sheet. A key that is left out has no column in the file: the recorded
 * value stays. Null or an empty list is an empty cell.
 */
export type ApplicationFacts = SheetPart<'application'> & { applicationName: string };
export type PurposeFacts = SheetPart<'purpose'> & { titleTh: string };
export type LineFacts = SheetPart<'flow'>;

export interface RowFacts {
  at: number;
  application: ApplicationFacts;
  purpose: PurposeFacts | null;
  line: LineFacts | null;
}

/** A purpose merged from all its rows, with their numbers. */
export interface GatheredPurpose {
  at: number;
  facts: PurposeFacts;
  lines: { at: number; facts: LineFacts }[];
}

export interface GatheredApplication {
  at: number;
  rows: number[];
  facts: ApplicationFacts;
  purposes: GatheredPurpose[];
}

/** Reports a problem of a row, at a column or (null) of the entire row. */
export type AddProblem = (
  row: number,
  column: RopaColumn | null,
  key: string,
  values?: ImportProblem['values'],
) => void;

/** White space other than single spaces between words. */
const LOOSE = /^\s|\s$|\s\s|[^\S ]/;

/** Names are compared without case, extra white space and Unicode form. */
export function folded(name: string): string {
  const text = name.normalize('NFC');
  return (LOOSE.test(text) ? text.replace(/\s+/g, ' ').trim() : text).toLowerCase();
}

const isBlank = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Columns of names, which are compared without case. */
const NAMES = new Set(['applicationName', 'titleTh']);
const comparable = (key: string, value: unknown): string =>
  NAMES.has(key) ? folded(String(value)) : JSON.stringify(value);

/**
 * Fills `into` from a further row of the same record: an empty cell repeats the first row, a different value is a
 * problem.
 */
function merge(into: object, next: object, first: number, at: number, add: AddProblem): void {
  const own = into as Record<string, unknown>;
  for (const [key, value] of Object.entries(next)) {
    if (isBlank(value)) continue;
    if (isBlank(own[key])) own[key] = value;
    // An application is found by its name.
    else if (key !== 'applicationCode' && comparable(key, own[key]) !== comparable(key, value))
      add(at, key as RopaColumn, 'recordImport:problem.differs', { row: first });
  }
}

/**
 * The columns in which two applications of the file state different facts of one purpose. A column that one of them
 * lacks states nothing; locations are of storage systems, which are compared by themselves.
 */
export const differing = (one: PurposeFacts, other: PurposeFacts): RopaColumn[] =>
  (Object.keys(other) as (keyof PurposeFacts)[]).filter(
    (column) =>
      column !== 'purposeCode' &&
      column !== 'storagePlaces' &&
      column in one &&
      JSON.stringify(one[column]) !== JSON.stringify(other[column]),
  );

/**
 * Groups rows by application and, within it, by purpose (its code, otherwise its Thai title), in the order of the file.
 */
export function gather(rows: readonly RowFacts[], add: AddProblem): GatheredApplication[] {
  const applications = new Map<string, GatheredApplication & { byKey: Map<string, GatheredPurpose> }>();
  for (const { at, application, purpose, line } of rows) {
    const name = folded(application.applicationName);
    let own = applications.get(name);
    if (own) merge(own.facts, application, own.at, at, add);
    else applications.set(name, (own = { at, rows: [], facts: { ...application }, purposes: [], byKey: new Map() }));
    // A row of another tool can stand for several mapping entries.
    if (own.rows.at(-1) !== at) own.rows.push(at);
    if (!purpose) continue;
    const key = purpose.purposeCode ?? folded(purpose.titleTh);
    let gathered = own.byKey.get(key);
    if (gathered) merge(gathered.facts, purpose, gathered.at, at, add);
    else {
      own.byKey.set(key, (gathered = { at, facts: { ...purpose }, lines: [] }));
      own.purposes.push(gathered);
    }
    if (line) gathered.lines.push({ at, facts: line });
  }
  return [...applications.values()];
}
