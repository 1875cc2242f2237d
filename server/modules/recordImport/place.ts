import type { ImportProblem, ImportSheet } from '../../../shared/recordImport/schema.ts';

/**
 * Rows of sheets that are read together are numbered on: more than a sheet can have between one sheet's first row and
 * the next one's.
 */
const SHEET_ROWS = 2 ** 21;

/** The number of a row of the `place`th of the sheets that are read, which no other row has. */
export const rowAt = (place: number, row: number): number => place * SHEET_ROWS + row;

/**
 * Turns such numbers in a problem into the row as spreadsheets count, with the name of its sheet where it is not the
 * chosen one.
 */
export function withPlace({ sheets, also }: ImportSheet): (problem: ImportProblem) => ImportProblem {
  const nameOf = (at: number): string | undefined => {
    const place = Math.floor(at / SHEET_ROWS);
    return place === 0 ? undefined : sheets.find(({ index }) => index === also[place - 1]?.sheet)?.name;
  };
  return ({ row, values, ...problem }) => {
    const sheet = nameOf(row);
    const other = values?.row;
    const named =
      typeof other === 'number'
        ? {
            ...values,
            row: nameOf(other) === undefined ? other % SHEET_ROWS : `${other % SHEET_ROWS} (${nameOf(other)})`,
          }
        : values;
    return {
      ...problem,
      row: row % SHEET_ROWS,
      ...(sheet !== undefined && { sheet }),
      ...(named && { values: named }),
    };
  };
}
