import { type ImportColumn, type ImportSheet, PREVIEW_ROWS, SAMPLES } from '../../../shared/import/schema.ts';
import { ImportFailure } from './context.ts';
import type { TableRow, TableSheet } from './table.ts';

/** Where the table of a file begins. */
export interface Place {
  sheet: number;
  headingRow: number;
}

export interface SheetView {
  place: Place;
  own: TableSheet;
  headings: readonly string[];
  columns: ImportColumn[];
  preview: ImportSheet['preview'];
}

/**
 * What the first rows of a file show of its table: its columns with samples, and rows as they stand there. Without
 * `chosen`, the sheet and the row with the most known headings are taken.
 * @param scoreOf how many known headings stand in a row
 * @throws ImportFailure `empty` where there is no table
 */
export function sheetView(
  sheets: readonly TableSheet[],
  chosen: Place | null,
  scoreOf: (cells: readonly string[]) => number,
): SheetView {
  const { sheet, headingRow } = chosen ?? likeliest(sheets, scoreOf);
  const own = sheets.find(({ index }) => index === sheet);
  if (!own || own.head.length === 0) throw new ImportFailure('empty');
  const headings = own.head.find(({ at }) => at === headingRow)?.cells ?? [];
  const data = own.head.filter(({ at }) => at > headingRow);
  const width = Math.max(headings.length, ...data.map(({ cells }) => cells.length));
  const columns: ImportColumn[] = [];
  for (let index = 0; index < width; index += 1) {
    const samples = [...new Set(data.map(({ cells }) => cells[index]?.trim() ?? '').filter(Boolean))].slice(0, SAMPLES);
    const heading = headings[index]?.trim() ?? '';
    if (heading || samples.length > 0)
      columns.push({
        index,
        heading: heading.slice(0, 300),
        samples: samples.map((sample) => sample.slice(0, 200)),
        filled: 0,
      });
  }
  return {
    place: { sheet, headingRow },
    own,
    headings,
    columns,
    preview: data
      .slice(0, PREVIEW_ROWS)
      .map(({ at, cells }) => ({ at, cells: cells.map((cell) => cell.slice(0, 300)) })),
  };
}

/** Counts a row under the headings: the columns that are filled in there. */
export function countFilled(columns: readonly ImportColumn[], { cells }: Pick<TableRow, 'cells'>): void {
  for (const column of columns) if (cells[column.index]?.trim()) column.filled += 1;
}

/** Names of the sheets that hold anything. */
export const named = (sheets: readonly TableSheet[]): ImportSheet['sheets'] =>
  sheets.filter(({ head }) => head.length > 0).map(({ index, name }) => ({ index, name }));

/** Lines of a title often stand above the headings, and cover sheets before the table. */
function likeliest(sheets: readonly TableSheet[], scoreOf: (cells: readonly string[]) => number): Place {
  let best = { sheet: 0, headingRow: 0, score: -1 };
  for (const { index, head, hidden } of sheets) {
    for (const { at, cells } of head.slice(0, 20)) {
      const score = scoreOf(cells) - (hidden ? 0.5 : 0);
      if (score > best.score) best = { sheet: index, headingRow: at, score };
    }
  }
  if (best.score > 0) return { sheet: best.sheet, headingRow: best.headingRow };
  const first =
    sheets.find(({ head, hidden }) => head.length > 0 && !hidden) ?? sheets.find(({ head }) => head.length > 0);
  return { sheet: first?.index ?? 0, headingRow: first?.head[0]?.at ?? 1 };
}
