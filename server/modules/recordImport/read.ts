import { type ImportColumn, type ImportMapping, type ImportSheet, PREVIEW_ROWS, RECORD_ROW_LIMIT, SAMPLES } from '../../../shared/recordImport.ts';
import { rowsOf, sheetsOf } from '../../imports/readTable.ts';
import { type TableLimits, type TableRow, type TableSheet, type TableType } from '../../imports/table.ts';
import { ImportFailure } from './context.ts';
import { scoreOf, suggest } from './suggest.ts';

const MB = 2 ** 20;
/** A register is some thousand rows: what is kept of it in the server's own memory stays small. */
export const READ_LIMITS: Partial<TableLimits> = { inflated: 100 * MB, rows: RECORD_ROW_LIMIT + 50, cell: 40_000 };
/** Characters of the columns that are imported. */
const TEXT_LIMIT = 24 * MB;

interface Source {
  path: string;
  type: TableType;
}

/**
 * What a file shows of itself: its sheets, its columns with samples, its first rows, how many there are, and which
 * column most likely fills which field. Without `chosen`, the sheet and the row with the most known headings are taken.
 */
export async function readSheet(file: Source, chosen: { sheet: number; headingRow: number } | null, signal: AbortSignal): Promise<{ sheet: ImportSheet; mapping: ImportMapping; total: number }> {
  const sheets = await sheetsOf(file, { limits: READ_LIMITS, signal });
  const place = chosen ?? likeliest(sheets);
  const own = sheets.find(({ index }) => index === place.sheet);
  if (!own || own.head.length === 0) throw new ImportFailure('empty');
  const headings = own.head.find(({ at }) => at === place.headingRow)?.cells ?? [];
  const data = own.head.filter(({ at }) => at > place.headingRow);
  const width = Math.max(headings.length, ...data.map(({ cells }) => cells.length));
  const columns: ImportColumn[] = [];
  for (let index = 0; index < width; index += 1) {
    const samples = [...new Set(data.map(({ cells }) => cells[index]?.trim() ?? '').filter(Boolean))].slice(0, SAMPLES);
    const heading = headings[index]?.trim() ?? '';
    if (heading || samples.length > 0) columns.push({ index, heading: heading.slice(0, 300), samples: samples.map((sample) => sample.slice(0, 200)) });
  }
  let total = 0;
  for await (const rows of rowsOf(file, place.sheet, { limits: READ_LIMITS, signal })) for (const { at } of rows) if (at > place.headingRow) total += 1;
  if (total === 0) throw new ImportFailure('empty');
  if (total > RECORD_ROW_LIMIT) throw new ImportFailure('rows');
  return {
    sheet: {
      sheets: sheets.filter(({ head }) => head.length > 0).map(({ index, name }) => ({ index, name })),
      sheet: place.sheet,
      headingRow: place.headingRow,
      columns,
      preview: data.slice(0, PREVIEW_ROWS).map(({ at, cells }) => ({ at, cells: cells.map((cell) => cell.slice(0, 300)) })),
    },
    mapping: { fields: suggest(columns), addMissing: false },
    total,
  };
}

/** Lines of a title often stand above the headings, and cover sheets before the table. */
function likeliest(sheets: readonly TableSheet[]): { sheet: number; headingRow: number } {
  let best = { sheet: 0, headingRow: 0, score: -1 };
  for (const { index, head, hidden } of sheets) {
    for (const { at, cells } of head.slice(0, 20)) {
      const score = scoreOf(cells) - (hidden ? 0.5 : 0);
      if (score > best.score) best = { sheet: index, headingRow: at, score };
    }
  }
  if (best.score > 0) return best;
  const first = sheets.find(({ head, hidden }) => head.length > 0 && !hidden) ?? sheets.find(({ head }) => head.length > 0);
  return { sheet: first?.index ?? 0, headingRow: first?.head[0]?.at ?? 1 };
}

/** All rows under the headings; of the cells only those in `columns` are kept. */
export async function readRows(file: Source, { sheet, headingRow }: { sheet: number; headingRow: number }, columns: ReadonlySet<number> | 'all', signal: AbortSignal): Promise<TableRow[]> {
  const all: TableRow[] = [];
  let characters = 0;
  for await (const rows of rowsOf(file, sheet, { limits: READ_LIMITS, signal })) {
    for (const { at, cells } of rows) {
      if (at <= headingRow) continue;
      const kept = columns === 'all' ? cells : cells.map((cell, index) => (columns.has(index) ? cell : ''));
      characters += kept.reduce((sum, cell) => sum + cell.length, 0);
      if (characters > TEXT_LIMIT) throw new ImportFailure('inflated');
      all.push({ at, cells: kept });
    }
    if (all.length > RECORD_ROW_LIMIT) throw new ImportFailure('rows');
  }
  return all;
}
