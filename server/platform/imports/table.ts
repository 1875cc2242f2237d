/**
 * One row of a table as it was read: `at` is its number as spreadsheets show it (from 1), cells are text, trimmed at
 * the end of the row.
 */
export interface TableRow {
  at: number;
  cells: string[];
}

/** A sheet of a workbook; a CSV has one without a name. */
export interface TableSheet {
  index: number;
  name: string;
  hidden: boolean;
  /** Its first rows. */
  head: TableRow[];
}

export type TableType = 'xlsx' | 'xls' | 'csv';

/** Above any of these a file is refused. Sizes in bytes. */
export interface TableLimits {
  /** All parts of a workbook, unpacked. */
  inflated: number;
  /** Parts of a workbook. */
  entries: number;
  rows: number;
  columns: number;
  /** Characters of one cell. */
  cell: number;
  /** Resident MiB of the process that reads. */
  memoryMb: number;
  /** How long that process may work, milliseconds; the time its reader takes is not counted. */
  timeoutMs: number;
}

export const TABLE_LIMITS: TableLimits = {
  inflated: 200 * 2 ** 20,
  entries: 2_000,
  rows: 200_000,
  columns: 200,
  // A spreadsheet's cell holds 32,767.
  cell: 100_000,
  memoryMb: 150,
  timeoutMs: 60_000,
};

/** Rows at the top of each sheet that `sheetsOf` shows, among which the headings are looked for. */
export const HEAD_ROWS = 40;
/** Sheets that are looked at. */
export const SHEET_LIMIT = 20;

export const TABLE_FAILURES = [
  'broken',
  'encrypted',
  'inflated',
  'entries',
  'rows',
  'columns',
  'cell',
  'memory',
  'timeout',
  'crash',
  'noSheet',
] as const;
export type TableFailure = (typeof TABLE_FAILURES)[number];

/** Why a file cannot be read as a table. */
export class TableError extends Error {
  readonly reason: TableFailure;
  constructor(reason: TableFailure, message: string = reason, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TableError';
    this.reason = reason;
  }
}

/** What each format's reader answers: its sheets, and the rows of one of them in batches. */
export interface TableReader {
  sheets(): Promise<{ index: number; name: string; hidden: boolean }[]>;
  rows(sheet: number): AsyncIterable<TableRow[]>;
  close(): Promise<void>;
}

/** Rows that travel together. */
const BATCH_ROWS = 500;
/** Characters after which a batch travels though it is not full. */
const BATCH_CHARACTERS = 256 * 1024;

/**
 * Gathers rows into batches, without what is empty; refuses tables that are too long, too wide or hold too long a text.
 */
export function batcher({
  rows: maxRows,
  columns: maxColumns,
  cell: maxCell,
}: Pick<TableLimits, 'rows' | 'columns' | 'cell'>) {
  let batch: TableRow[] = [];
  let characters = 0;
  let count = 0;
  return {
    add(at: number, cells: string[]): void {
      let length = cells.length;
      while (length > 0 && (cells[length - 1] === '' || cells[length - 1] === undefined)) length -= 1;
      if (length === 0) return;
      if (length > maxColumns) throw new TableError('columns', `Row ${at} has ${length} columns`);
      const row: string[] = [];
      for (let place = 0; place < length; place += 1) {
        const cell = cells[place] ?? '';
        if (cell.length > maxCell)
          throw new TableError('cell', `Row ${at} column ${place + 1} holds ${cell.length} characters`);
        characters += cell.length;
        row.push(cell);
      }
      count += 1;
      if (count > maxRows) throw new TableError('rows', `More than ${maxRows} rows`);
      batch.push({ at, cells: row });
    },
    get full(): boolean {
      return batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS;
    },
    take(): TableRow[] {
      const full = batch;
      batch = [];
      characters = 0;
      return full;
    },
  };
}
