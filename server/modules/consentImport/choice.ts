import { PURPOSE_FIELD } from '../../../shared/consentImport/schema.ts';
import { bitsOf } from '../../../shared/purpose/bits.ts';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';
import { isFormerAnswer } from '../../../shared/userConsent/sheet.ts';
import { cached } from './cached.ts';
import type { Form, FormVersion } from './form.ts';
import { quoted, type RowCells } from './rowCells.ts';
import { actionOf, answerOf, plain } from './words.ts';

/** Where a file states choices: a column for each purpose, or a list of allowed purposes. */
export interface ChoiceColumns {
  form: Form;
  /** Columns by the ids of their purposes. */
  columns: readonly (readonly [string, number])[];
  /** Ids of purposes by their titles. */
  byTitle: ReadonlyMap<string, readonly string[]>;
  actionOf: typeof actionOf;
  /** `former`: allowed though the version does not ask for it, as the export writes it. */
  answerOf: (text: string) => ReturnType<typeof answerOf> | 'former';
}

export interface Choice {
  action: ConsentAction;
  /** Bits of the purposes that were allowed. */
  granted: number;
}

export function choiceColumns(form: Form, purposes: Readonly<Record<string, number>>): ChoiceColumns {
  const byTitle = new Map<string, string[]>();
  for (const [id, titles] of form.titles)
    for (const title of [id, ...titles])
      byTitle.set(plain(title), [...new Set([...(byTitle.get(plain(title)) ?? []), id])]);
  return {
    form,
    columns: Object.entries(purposes),
    byTitle,
    actionOf: cached(actionOf),
    answerOf: cached((text) => (isFormerAnswer(text) ? 'former' : answerOf(text))),
  };
}

/** The choice of a row among a version's purposes; null where it is unclear, or its cells contradict each other. */
export function choiceOf(where: ChoiceColumns, row: RowCells, version: FormVersion): Choice | null {
  const before = row.problems.length;
  const { allowed, answers } = answersOf(where, row, version);
  const word = row.cell('action');
  const action = word === '' ? null : where.actionOf(word);
  if (action === undefined) row.problem('action', 'action', { text: quoted(word) });
  if (action === undefined || row.problems.length > before) return null;
  const bitsWhere = (isOfVersion: boolean) =>
    bitsOf([...allowed].filter((id) => version.bits.has(id) === isOfVersion).map((id) => where.form.bits.get(id)!));
  const own = bitsWhere(true);
  const granted = own + bitsWhere(false);
  const derived: ConsentAction = own === version.all ? 'ALL' : granted === 0 ? 'NONE' : 'ACCEPT';
  if (answers > 0) {
    if (action === null) return { action: derived, granted };
    const fits = action === 'agreed' ? granted !== 0 : action === 'ACCEPT' ? granted !== 0 : action === derived;
    if (fits) return { action: derived, granted };
    // A list of allowed purposes can be empty beside “all” and “none”; columns of “no” cannot.
    row.problem('action', 'differs', { text: quoted(word) });
    return null;
  }
  if (action === 'NONE') return { action: 'NONE', granted: 0 };
  if (action === 'ALL' || (action === 'agreed' && version.bits.size === 1))
    return { action: 'ALL', granted: version.all };
  if (action) row.problem('action', 'which', { text: quoted(word) });
  else row.problem(null, 'noChoice');
  return null;
}

/** Purposes that a row allows, and how many answers it has. */
function answersOf(
  { form, columns, byTitle, answerOf: readAnswer }: ChoiceColumns,
  row: RowCells,
  version: FormVersion,
): { allowed: ReadonlySet<string>; answers: number } {
  const allowed = new Set<string>();
  let answers = 0;
  const allow = (id: string, field: string, text: string): void => {
    if (version.bits.has(id)) allowed.add(id);
    else row.problem(field, 'otherVersion', { text: quoted(text), version: version.version });
  };
  for (const [id, index] of columns) {
    const text = row.at(index);
    const answer = readAnswer(text);
    if (answer === 'former') allowed.add(id);
    if (answer === undefined) row.problem(PURPOSE_FIELD + id, 'answer', { text: quoted(text) });
    else if (answer !== null) answers += 1;
    if (answer === true) allow(id, PURPOSE_FIELD + id, form.titles.get(id)?.[0] ?? id);
  }
  const list = row.cell('purposes');
  if (list === '') return { allowed, answers };
  for (const title of titlesIn(list, byTitle)) {
    const found = byTitle.get(plain(title)) ?? [];
    const [id, second] = found.length > 1 ? found.filter((one) => version.bits.has(one)) : found;
    if (id === undefined)
      row.problem('purposes', found.length > 1 ? 'otherVersion' : 'purpose', {
        text: quoted(title),
        version: version.version,
      });
    else if (second !== undefined) row.problem('purposes', 'severalPurposes', { text: quoted(title) });
    else allow(id, 'purposes', title);
  }
  return { allowed, answers: answers + 1 };
}

/** The titles in a list; a title can contain a comma itself. */
function titlesIn(list: string, byTitle: ChoiceColumns['byTitle']): string[] {
  const pieces = (text: string, divider: RegExp) =>
    text
      .split(divider)
      .map((piece) => piece.trim())
      .filter(Boolean);
  return pieces(list, /[\n;|]+/).flatMap((piece) => (byTitle.has(plain(piece)) ? [piece] : pieces(piece, /[,،、]/)));
}
