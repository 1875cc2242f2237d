import type { ImportProblem, ImportSheet } from '../../../shared/import/schema.ts';
import type { TableSheet } from './table.ts';

/** Rows of sheets that are read together are numbered consecutively: an offset that exceeds the rows of any sheet. */
const SHEET_ROWS = 2 ** 21;

/** The unique number of a row on the `place`th of the sheets that are read. */
export const rowAt = (place: number, row: number): number => place * SHEET_ROWS + row;

/** The sheets that are read together, with the rows of their headings. */
export const placesOf = ({ sheet, headingRow, also }: ImportSheet): ImportSheet['also'] => [
  { sheet, headingRow },
  ...also,
];

/** The other sheets with the same headings; unrelated sheets beside a table are ignored. */
export function carriedOn(
  sheets: readonly TableSheet[],
  own: TableSheet,
  headings: readonly string[],
): ImportSheet['also'] {
  const canonical = (cells: readonly string[]) => JSON.stringify(cells.map((cell) => cell.trim()));
  return sheets.flatMap(({ index, head, hidden }) => {
    const found =
      index === own.index || hidden ? undefined : head.find(({ cells }) => canonical(cells) === canonical(headings));
    return found ? [{ sheet: index, headingRow: found.at }] : [];
  });
}

/** Where a number of `rowAt` is: the row of a spreadsheet, with the name of its sheet if that is not the chosen one. */
export const placeOf =
  ({ sheets, also }: ImportSheet) =>
  (at: number): { row: number; sheet?: string } => {
    const place = Math.floor(at / SHEET_ROWS);
    const sheet = place === 0 ? undefined : sheets.find(({ index }) => index === also[place - 1]?.sheet)?.name;
    return { row: at % SHEET_ROWS, ...(sheet !== undefined && { sheet }) };
  };

/** Converts such numbers in a problem. */
export function withPlace(sheet: ImportSheet): (problem: ImportProblem) => ImportProblem {
  const placed = placeOf(sheet);
  return ({ row, values, ...problem }) => {
    const other = values?.row;
    if (typeof other !== 'number') return { ...problem, ...placed(row), ...(values && { values }) };
    const { row: number, sheet: name } = placed(other);
    return {
      ...problem,
      ...placed(row),
      values: { ...values, row: name === undefined ? number : `${number} (${name})` },
    };
  };
}
