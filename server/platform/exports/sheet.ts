import { BANGKOK_OFFSET } from '../../../shared/constants.ts';
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
  value(row: Row): Cell;
}

/** A table declared once, for both writers. */
export interface Sheet<Row> {
  /** Name of its tab; what Excel forbids there is taken out, and it is cut at 31 letters. */
  readonly name: string;
  /** Lines above the table: what it is, of whom, as of when. xlsx only. */
  readonly title?: string | readonly string[];
  readonly columns: readonly Column<Row>[];
}

/** Rows of any source: a list, a generator that reads page by page. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

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

const CHUNK_ROWS = 500;

/**
 * The table as CSV (RFC 4180), in UTF-8 with a byte-order mark, without which Excel reads Thai as something else.
 * Piece by piece: no more than 500 rows are in memory.
 * @param options.head false: without mark and header, for the rest of a table that was begun before
 * @param options.taken called with the last row of a piece once the piece was taken
 */
export async function* csvOf<Row>(
  sheet: Sheet<Row>,
  rows: Rows<Row>,
  { head = true, onRow }: { head?: boolean; onRow?: (last: Row) => void } = {},
): AsyncGenerator<Uint8Array> {
  const text = (lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`);
  const { columns } = sheet;
  if (head)
    yield Buffer.concat([
      Buffer.from('\ufeff'),
      text([columns.map(({ header }) => quoted(cellText(header))).join(',')]),
    ]);
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(columns.map((column) => csvCell(column, row)).join(','));
    if (lines.length < CHUNK_ROWS) continue;
    yield text(lines);
    onRow?.(row);
    lines = [];
  }
  if (lines.length > 0) yield text(lines);
}
