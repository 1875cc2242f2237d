import { DAY } from '../../../shared/duration.ts';
import { type batcher, TableError, type TableLimits } from './table.ts';
import { unescaped } from './xlsxBook.ts';
import type { Attributes, XmlHandlers } from './xml.ts';
import type { Zip } from './zip.ts';

const MERGE_LIMIT = 100_000;
/** No tag of a merged cell is longer. */
const TAG_LENGTH = 200;
/** Rows and columns of the format. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_383;

/** Cells merged downwards, by the row they begin in. */
type Merges = ReadonlyMap<number, readonly { last: number; column: number }[]>;

/** Cells merged downwards, by the row they begin in: people merge what several rows share. */
export async function mergesOf(zip: Zip, part: string): Promise<Merges> {
  const merges = new Map<number, { last: number; column: number }[]>();
  let count = 0;
  let rest = '';
  for await (const piece of await zip.stream(part)) {
    // Few sheets have any, and bytes are searched in a fraction of the time that their text takes.
    const has = piece.includes('mergeCell');
    const text = rest + (has ? piece : piece.subarray(0, TAG_LENGTH)).toString('latin1');
    for (const [, attributes = ''] of text.matchAll(/mergeCell\s([^<>]*)/g)) {
      const merged = /ref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/.exec(attributes);
      if (!merged) continue;
      const [, first, from, to] = merged;
      if (from === to) continue;
      count += 1;
      if (count > MERGE_LIMIT) throw new TableError('broken', 'Too many merged cells');
      const start = Number(from);
      const merge = { last: Number(to), column: columnOf(first!) };
      const others = merges.get(start);
      if (others) others.push(merge);
      else merges.set(start, [merge]);
    }
    // A tag may be cut between two pieces.
    const end = piece.length < TAG_LENGTH ? text : piece.subarray(-TAG_LENGTH).toString('latin1');
    rest = end.slice(end.lastIndexOf('<')).slice(-TAG_LENGTH);
  }
  return merges;
}

const two = (value: number): string => String(value).padStart(2, '0');
/** YYYY-MM-DD, with HH:MM:SS where there is a time. */
function dayText(serial: number, epoch: number): string {
  const date = new Date(Math.round((epoch + serial * DAY) / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  if (serial >= 0 && serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** "BC12" → column 54; the row has an element of its own. */
function columnOf(reference: string): number {
  let column = 0;
  for (let place = 0; place < reference.length; place += 1) {
    const code = reference.charCodeAt(place) | 0x20;
    if (code < 0x61 || code > 0x7a) break;
    column = column * 26 + code - 0x60;
  }
  return column - 1;
}

/** A number as it was typed: 0.1 + 0.2 is stored as 0.30000000000000004. */
const numberText = (stored: string, number: number): string =>
  /^-?\d{1,15}$/.test(stored) ? stored : String(Number(number.toPrecision(15)));

/** What cells of a sheet refer to. */
interface CellMeaning {
  /** Texts by their number. */
  readonly strings: readonly string[];
  /** Whether a style shows a number as a date. */
  readonly dates: readonly boolean[];
  /** Day 0 of the workbook's calendar. */
  readonly epoch: number;
  readonly merges: Merges;
}

/** Puts the cells of a sheet together into rows of texts, tag by tag. */
export class SheetParser implements XmlHandlers {
  readonly #meaning: CellMeaning;
  readonly #batch: ReturnType<typeof batcher>;
  readonly #maxColumns: number;
  #running: { last: number; column: number; value: string }[] = [];
  #inData = false;
  #at = 0;
  #column = -1;
  #cells: string[] = [];
  #type = '';
  #isDate = false;
  #inValue = false;
  #inInline = false;
  #value = '';

  constructor(meaning: CellMeaning, batch: ReturnType<typeof batcher>, { columns }: Pick<TableLimits, 'columns'>) {
    this.#meaning = meaning;
    this.#batch = batch;
    this.#maxColumns = columns;
  }

  /** The sheet has started and not ended. */
  get isOpen(): boolean {
    return this.#inData;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'sheetData':
        this.#inData = true;
        break;
      case 'row':
        if (this.#inData) this.#startRow(attributes);
        break;
      case 'c':
        this.#startCell(attributes);
        break;
      case 'is':
        this.#inInline = true;
        break;
      case 'v':
        this.#inValue = true;
        break;
      case 't':
        this.#inValue = this.#inInline;
        break;
      default:
    }
  }

  text(piece: string): void {
    if (this.#inValue) this.#value += piece;
  }

  close(name: string): void {
    switch (name) {
      case 'sheetData':
        this.#inData = false;
        break;
      case 'row':
        if (this.#inData) this.#endRow();
        break;
      case 'c':
        if (this.#inData) this.#endCell();
        break;
      case 'is':
        this.#inInline = false;
        break;
      case 'v':
      case 't':
        this.#inValue = false;
        break;
      default:
    }
  }

  #startRow(attributes: Attributes): void {
    const number = Number(attributes.get('r') ?? this.#at + 1);
    if (!Number.isInteger(number) || number <= this.#at || number > LAST_ROW)
      throw new TableError('broken', `Row ${number} after row ${this.#at}`);
    this.#at = number;
    this.#cells = [];
    this.#column = -1;
  }

  #endRow(): void {
    for (const merge of this.#running) if (!this.#cells[merge.column]) this.#cells[merge.column] = merge.value;
    for (const { last, column } of this.#meaning.merges.get(this.#at) ?? []) {
      const value = this.#cells[column];
      if (value) this.#running.push({ last, column, value });
    }
    this.#running = this.#running.filter(({ last }) => last > this.#at);
    // Merged cells do not overlap: a column is part of one at a time.
    if (this.#running.length > LAST_COLUMN + 1) throw new TableError('broken', 'Overlapping merged cells');
    this.#batch.add(this.#at, this.#cells);
  }

  #startCell(attributes: Attributes): void {
    const reference = attributes.get('r');
    this.#column = reference ? columnOf(reference) : this.#column + 1;
    if (this.#column < 0 || this.#column > LAST_COLUMN) throw new TableError('broken', `Cell ${reference}`);
    this.#type = attributes.get('t') ?? 'n';
    this.#isDate = this.#meaning.dates[Number(attributes.get('s') ?? -1)] ?? false;
    this.#value = '';
  }

  #endCell(): void {
    const text = this.#cellText();
    if (text === '') return;
    if (this.#column >= this.#maxColumns && text.trim() !== '')
      throw new TableError('columns', `Row ${this.#at} reaches column ${this.#column + 1}`);
    this.#cells[this.#column] = text;
  }

  #cellText(): string {
    const type = this.#type;
    const value = this.#value;
    if (type === 'str' || type === 'inlineStr') return unescaped(value);
    // Emptied cells can keep their type; no number would be 0, the first of the texts.
    if (value.trim() === '') return '';
    if (type === 's') return this.#meaning.strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'e') return value;
    const number = Number(value);
    if (Number.isNaN(number)) return value;
    return this.#isDate && type !== 'd' ? dayText(number, this.#meaning.epoch) : numberText(value, number);
  }
}
