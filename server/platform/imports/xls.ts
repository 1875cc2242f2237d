import { readFile } from 'node:fs/promises';
import { read, utils, type WorkBook } from '@e965/xlsx';
import { batcher, TableError, type TableLimits, type TableReader, type TableRow } from './table.ts';

/** Reads a workbook of Excel 97 to 2003. Its format must be read as a whole: the process's memory limit holds. */
export async function openXls(path: string, limits: TableLimits): Promise<TableReader> {
  let book: WorkBook;
  try {
    book = read(await readFile(path), {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellDates: true,
      UTC: true,
      codepage: 874,
      sheetRows: limits.rows + 1,
    });
  } catch (error) {
    const { message } = error as Error;
    throw new TableError(/password/i.test(message) ? 'encrypted' : 'broken', message);
  }
  const names = book.SheetNames.filter((name) => book.Sheets[name] && book.Sheets[name]['!type'] !== 'chart');
  if (names.length === 0) throw new TableError('noSheet');
  const isHidden = (name: string) => (book.Workbook?.Sheets?.[book.SheetNames.indexOf(name)]?.Hidden ?? 0) > 0;
  return {
    sheets: async () => names.map((name, index) => ({ index, name, hidden: isHidden(name) })),
    rows: (sheet) => rowsOf(book, names[sheet], limits),
    close: async () => {},
  };
}

async function* rowsOf(book: WorkBook, name: string | undefined, limits: TableLimits): AsyncGenerator<TableRow[]> {
  const sheet = name === undefined ? undefined : book.Sheets[name];
  if (!sheet) throw new TableError('noSheet');
  if (!sheet['!ref']) return;
  const range = utils.decode_range(sheet['!ref']);
  const data = (sheet['!data'] ?? []) as ({ v?: unknown; t?: string } | undefined)[][];
  const merges = (sheet['!merges'] ?? []).filter(({ s, e }) => e.r > s.r);
  const batch = batcher(limits);
  const filled = new Map<number, Map<number, string>>();
  for (const { s, e } of merges) {
    const value = textOf(data[s.r]?.[s.c]);
    for (let row = s.r + 1; row <= Math.min(e.r, range.e.r); row += 1)
      filled.set(row, (filled.get(row) ?? new Map<number, string>()).set(s.c, value));
  }
  for (let row = range.s.r; row <= Math.min(range.e.r, data.length - 1); row += 1) {
    const cells = Array.from(data[row] ?? [], textOf);
    for (const [column, value] of filled.get(row) ?? []) if (!cells[column]) cells[column] = value;
    batch.add(row + 1, cells);
    if (batch.full) yield batch.take();
  }
  yield batch.take();
}

function textOf(cell: { v?: unknown; t?: string } | undefined): string {
  const value = cell?.v;
  if (value === undefined || value === null) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const iso = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return cell?.t === 'e' ? errorText(value) : String(Number(value.toPrecision(15)));
  return typeof value === 'string' ? value : '';
}

/** Errors of formulas by their codes ([MS-XLS] 2.5.10), as Excel displays them and a newer workbook stores them. */
const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
};
const errorText = (code: number): string => ERRORS[code] ?? '#N/A';
