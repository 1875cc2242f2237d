import type { ImportProblem, ImportSheet } from '../../../shared/recordImport/schema.ts';

/** Rows of sheets that are read together are numbered consecutively: an offset that exceeds the rows of any sheet. */
const SHEET_ROWS = 2 ** 21;

/** The unique number of a row on the `place`th of the sheets that are read. */
export const rowAt = (place: number, row: number): number => place * SHEET_ROWS + row;

/**
 * Converts such a number in a problem into the row number of a spreadsheet, with the name of its sheet where it is not
 * the chosen one.
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
