import { BANGKOK_OFFSET } from '../../../shared/bangkok.ts';
import { neutral } from './neutral.ts';

/** What a cell holds. Texts in a list stand one a line in the cell. */
export type Cell = string | number | boolean | Date | null | undefined | readonly string[];

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** In letters, as Excel counts; by default as wide as the header asks for. */
  readonly width?: number;
  /** How a Date is shown, in Bangkok's time: `date` alone, or with its time (the default). */
  readonly type?: 'text' | 'number' | 'date' | 'dateTime';
  /** Rows of the same kind (`kindOf` of the sheet) have the same cell here. */
  readonly ofKind?: true;
  value(row: Row): Cell;
}

/** A table declared once, for both writers. */
export interface Sheet<Row> {
  /** Name of its tab; what Excel forbids there is taken out, and it is cut at 31 letters. */
  readonly name: string;
  /** Lines above the table: what it is, of whom, as of when. xlsx only. */
  readonly title?: string | readonly string[];
  readonly columns: readonly Column<Row>[];
  /** What many rows have in common, one object for all of them: CSV writes the cells that are its own once for each. */
  readonly kindOf?: (row: Row) => object;
}

/** Rows of any source: a list, a generator, pages as they are read. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row> | Pages<Row>;

/** Rows that are read page by page: writers take a page at a time, which costs less than waiting for every row. */
export class Pages<Row> {
  readonly pages: AsyncIterable<readonly Row[]>;
  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.pages = pages;
  }
}

/** Rows that are taken together where they come one by one. */
const CHUNK_ROWS = 500;

/** The rows by pages; none of them is empty. */
export async function* pagesOf<Row>(rows: Rows<Row>): AsyncGenerator<readonly Row[]> {
  if (rows instanceof Pages) {
    for await (const page of rows.pages) if (page.length > 0) yield page;
    return;
  }
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < CHUNK_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Letters that a cell of Excel can hold (its specification and limits). */
export const CELL_LIMIT = 32_767;
const CUT = '… [cut at 32,767 characters]';

/** A text as a cell takes it: a spreadsheet neither runs it nor refuses the file for its length or its letters. */
export function cellText(text: string): string {
  const safe = neutral(text);
  return safe.length <= CELL_LIMIT ? safe : `${safe.slice(0, CELL_LIMIT - CUT.length).toWellFormed()}${CUT}`;
}

export const isList = (value: Cell): value is readonly string[] => Array.isArray(value);

/** A moment as it stands on a clock in Bangkok: `2026-11-21 14:05:00`, or the day alone. */
const bangkok = (at: Date, type: Column<never>['type']): string => {
  const text = new Date(at.getTime() + BANGKOK_OFFSET).toISOString();
  return type === 'date' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
};

// Also blanks at either end, which some readers would take off, and a byte-order mark.
const QUOTED = /[",\r\n\ufeff]|^\s|\s$/;
const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell of RFC 4180. */
function csvCell<Row>(column: Column<Row>, row: Row): string {
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') return quoted(cellText(value));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : bangkok(value, column.type);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  return quoted(cellText(value.join('\n')));
}

/** Writes a line of a table without its end; what rows of a kind have in common is put together once. */
function lineWriter<Row>({ columns, kindOf }: Sheet<Row>): (row: Row) => string {
  const isShared = (column: Column<Row>): boolean => kindOf !== undefined && column.ofKind === true;
  // Neighbours that are of the kind are one text.
  const parts: Column<Row>[][] = [];
  for (const column of columns) {
    const before = parts.at(-1);
    if (before && isShared(column) && isShared(before[0]!)) before.push(column);
    else parts.push([column]);
  }
  const written = new WeakMap<object, string[]>();
  const cells = (part: readonly Column<Row>[], row: Row): string =>
    part.map((column) => csvCell(column, row)).join(',');
  const sharedOf = (row: Row): string[] => {
    const kind = kindOf!(row);
    let texts = written.get(kind);
    if (!texts) written.set(kind, (texts = parts.map((part) => (isShared(part[0]!) ? cells(part, row) : ''))));
    return texts;
  };
  const owned = parts.map((part) => (isShared(part[0]!) ? undefined : part[0]!));
  const none: string[] = [];
  return (row) => {
    const shared = kindOf ? sharedOf(row) : none;
    let line = '';
    for (let place = 0; place < owned.length; place += 1) {
      const column = owned[place];
      const text = column ? csvCell(column, row) : shared[place]!;
      line = place === 0 ? text : `${line},${text}`;
    }
    return line;
  };
}

/**
 * The table as CSV (RFC 4180), in UTF-8 with a byte-order mark, without which Excel reads Thai as something else.
 * Piece by piece, each of 500 rows at most.
 * @param options.head false: without mark and header, for the rest of a table that was started before
 * @param options.onRow called with the last row of a piece and how many it has, once the piece was taken
 */
export async function* csvOf<Row>(
  sheet: Sheet<Row>,
  rows: Rows<Row>,
  { head = true, onRow }: { head?: boolean; onRow?: (last: Row, count: number) => void } = {},
): AsyncGenerator<Uint8Array> {
  if (head) yield Buffer.from(`\ufeff${sheet.columns.map(({ header }) => quoted(cellText(header))).join(',')}\r\n`);
  const line = lineWriter(sheet);
  for await (const page of pagesOf(rows)) {
    for (let start = 0; start < page.length; start += CHUNK_ROWS) {
      const end = Math.min(page.length, start + CHUNK_ROWS);
      let text = '';
      for (let place = start; place < end; place += 1) text += `${line(page[place]!)}\r\n`;
      yield Buffer.from(text);
      onRow?.(page[end - 1]!, end - start);
    }
  }
}
