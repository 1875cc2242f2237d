import { setImmediate } from 'node:timers/promises';
import {
  FIELD_READINGS,
  type ImportField,
  type ImportMapping,
  type ImportSheet,
  isColumnField,
  isImported,
  isList,
  partOf,
} from '../../../../shared/recordImport/schema.ts';
import { cut, part, plain } from '../../../../shared/ropa/cellText.ts';
import type { RopaColumn } from '../../../../shared/ropa/sheet.ts';
import { original } from '../../../platform/exports/neutral.ts';
import type { TableRow } from '../../../platform/imports/table.ts';
import { Gathering, type ReadRow, type SheetCellsOfRow } from './gathering.ts';
import type { Interpreter } from './interpreter.ts';
import { partiesOf } from './parties.ts';
import { startCell } from './retentionStart.ts';
import { retentionIn } from './retentionText.ts';

/** Maximum number of mapping entries of one row: one for each of its groups of data subjects and channels. */
const LINES = 50;

/** A row of the record's sheet, with the number of the file's row. */
interface TranslatedRow {
  at: number;
  cells: SheetCellsOfRow;
}

/** Rows between yields to other work: a register of tens of thousands takes seconds. */
const AT_ONCE = 100;

/** Converts the rows of a table of another tool into rows of the record's sheet. */
export async function translated(
  rows: readonly TableRow[],
  { columns }: Pick<ImportSheet, 'columns'>,
  mapping: ImportMapping,
  interpreter: Interpreter,
): Promise<TranslatedRow[]> {
  const headings = new Map(columns.map(({ index, heading }) => [index, heading]));
  const fields = fieldsOf(mapping);
  const gathering = new Gathering();
  const sheetRows: TranslatedRow[] = [];
  for (const [place, { at, cells }] of rows.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const textOf = (column: number) => original(cells[column] ?? '').trim();
    const row = new RowTranslation(interpreter, (column) => headings.get(column) ?? '');
    for (const { field, sources, constant } of fields) row.fill(field, sources, textOf, constant);
    for (const column of mapping.notes) row.note(column, textOf(column));
    for (const own of gathering.take(row.finish())) sheetRows.push({ at, cells: own });
  }
  gathering.finish();
  return sheetRows;
}

interface FilledField {
  field: ImportField;
  sources: readonly number[];
  constant: string;
}

/** The fields that a mapping fills, with their columns or their constant value. */
function fieldsOf({ fields, more, constants }: ImportMapping): FilledField[] {
  const keys = [...new Set([...Object.keys(fields), ...Object.keys(constants)])].filter(isImported);
  return keys.map((field) => ({
    field,
    sources: [fields[field], ...(isList(field) ? (more[field] ?? []) : [])].filter((one) => one !== undefined),
    constant: constants[field] ?? '',
  }));
}

/** One row of the file, field by field. */
class RowTranslation {
  readonly #interpreter: Interpreter;
  readonly #headingOf: (column: number) => string;
  readonly #entries = new Map<ImportField, string[]>();
  readonly #sources = new Map<ImportField, string>();
  /** Entries in the notation of the file. */
  readonly #texts = new Map<ImportField, string[]>();
  readonly #notes = new Map<string, Set<string>>();

  constructor(interpreter: Interpreter, headingOf: (column: number) => string) {
    this.#interpreter = interpreter;
    this.#headingOf = headingOf;
  }

  note(column: number, text: string): void {
    this.#addNote(this.#headingOf(column), text);
  }

  #addNote(heading: string, text: string): void {
    if (text === '') return;
    this.#notes.set(heading, (this.#notes.get(heading) ?? new Set()).add(text));
  }

  fill(field: ImportField, sources: readonly number[], textOf: (column: number) => string, constant: string): void {
    const entries: string[] = [];
    for (const column of sources) {
      const cell = textOf(column);
      if (cell !== '') this.#sources.set(field, this.#headingOf(column));
      for (const text of this.#interpreter.entries(field, cell)) {
        const meaning = this.#interpreter.meaningOf(field, text);
        if (meaning !== null) this.#texts.set(field, [...(this.#texts.get(field) ?? []), text]);
        if (meaning !== null) entries.push(...(isList(field) ? meaning.split('\n') : [meaning]));
        if (FIELD_READINGS[field].as === 'retention' && meaning !== text) this.#addRetention(field, text, meaning);
        else if (meaning === null && !this.#isCategory(field, text)) this.#addNote(this.#headingOf(column), text);
      }
    }
    if (entries.length === 0 && constant !== '') entries.push(...(isList(field) ? constant.split('\n') : [constant]));
    this.#add(field, ...entries);
  }

  #add(field: ImportField, ...entries: string[]): void {
    this.#entries.set(field, [...new Set([...(this.#entries.get(field) ?? []), ...entries])]);
  }

  /** The rest of a sentence about a period: its start, and the entire sentence where it has more than these. */
  #addRetention(field: ImportField, text: string, meaning: string | null): void {
    const found = retentionIn(text);
    const ofLine = field === 'flowRetention';
    if (found?.from && meaning !== null)
      this.#add(ofLine ? 'flowRetentionStart' : 'retentionStart', startCell(found.from));
    if (!found?.isAll || meaning === null) this.#add(ofLine ? 'note' : 'retentionNote', text);
  }

  /** A category among attributes is added to the categories of the purpose. */
  #isCategory(field: ImportField, text: string): boolean {
    if (FIELD_READINGS[field].as !== 'attribute') return false;
    const category = this.#interpreter.categoryNamed(text);
    if (category) this.#add(category.sensitive ? 'sensitiveCategories' : 'piiCategories', category.name);
    return category !== undefined;
  }

  /** The resulting rows of the sheet, and the remaining texts. */
  finish(): ReadRow {
    this.#deriveCategories();
    const countries = this.#entries.get('recipientCountries') ?? [];
    const parties = partiesOf(this.#entries.get('thirdParties') ?? [], countries);
    if (!parties.isCertain) this.#noteTexts('recipientCountries');
    this.#entries.set('thirdParties', parties.cells);
    const lines = this.#lines();
    const cells: SheetCellsOfRow = {};
    for (const [field, entries] of this.#entries) {
      if (!isColumnField(field) || partOf(field) === 'flow') continue;
      cells[field] = this.#cellOf(field, entries);
    }
    return { cells, lines, notes: this.#notes, headingOf: (field) => this.#sources.get(field) ?? '' };
  }

  /** The text of a cell; of several entries in a field of one, the first counts and the others become a note. */
  #cellOf(field: RopaColumn, entries: readonly string[]): string {
    if (isList(field)) return entries.join('\n');
    if (field === 'retentionNote' || field === 'note') return entries.join('; ');
    for (const other of entries.slice(1)) this.#addNote(this.#sources.get(field) ?? '', other);
    return entries[0] ?? '';
  }

  /** Categories of the attributes, where the file has no column for categories. */
  #deriveCategories(): void {
    for (const [from, to] of [
      ['attributes', 'piiCategories'],
      ['sensitiveAttributes', 'sensitiveCategories'],
    ] as const) {
      if (this.#sources.has(to)) continue;
      for (const entry of this.#entries.get(from) ?? []) {
        const name = plain(cut(entry, ':')[0] ?? '');
        const found = this.#interpreter.categoryNamed(name);
        if (found) this.#add(found.sensitive ? 'sensitiveCategories' : 'piiCategories', part(name));
        else this.#add(to, part(name));
      }
    }
  }

  /**
   * A mapping entry for each group and channel; a row without one of them or without attributes has none: its texts
   * become notes.
   */
  #lines(): SheetCellsOfRow[] {
    const own = [...this.#entries].filter(([field]) => partOf(field) === 'flow') as [RopaColumn, string[]][];
    const entriesOf = (field: RopaColumn) => this.#entries.get(field) ?? [];
    const attributes = [...entriesOf('attributes'), ...entriesOf('sensitiveAttributes')];
    const pairs = entriesOf('flowGroup').flatMap((group) => entriesOf('channel').map((channel) => [group, channel]));
    if (attributes.length === 0 || pairs.length === 0) {
      for (const [field] of own) if (field !== 'flowGroup') this.#noteTexts(field);
      return [];
    }
    const cells: SheetCellsOfRow = {};
    for (const [field, entries] of own)
      if (field !== 'flowGroup' && field !== 'channel') cells[field] = this.#cellOf(field, entries);
    return pairs
      .slice(0, LINES)
      .map(([flowGroup, channel]) => ({ ...cells, flowGroup: flowGroup!, channel: channel! }));
  }

  #noteTexts(field: ImportField): void {
    const heading = this.#sources.get(field);
    if (heading !== undefined) for (const text of this.#texts.get(field) ?? []) this.#addNote(heading, text);
  }
}
