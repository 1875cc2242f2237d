import { type ImportMapping, type ImportSheet, RECORD_ROW_LIMIT } from '../../../shared/recordImport/schema.ts';
import { carriedOn, placesOf, rowAt } from '../../platform/imports/place.ts';
import { rowsOf, sheetsOf } from '../../platform/imports/readTable.ts';
import type { TableLimits, TableRow, TableType } from '../../platform/imports/table.ts';
import { ImportFailure } from '../../platform/imports/context.ts';
import { countFilled, named, sheetView } from '../../platform/imports/sheet.ts';
import { scoreOf, suggestedMapping } from './suggest.ts';

const MB = 2 ** 20;
/** A register has some thousand rows: its part of the server's own memory stays small. */
const READ_LIMITS: Partial<TableLimits> = { inflated: 100 * MB, rows: RECORD_ROW_LIMIT + 50, cell: 40_000 };
/** Characters of all its rows. */
const TEXT_LIMIT = 24 * MB;

interface Source {
  path: string;
  type: TableType;
}

/**
 * The structure of a file: its sheets, its columns with samples, its first rows, the number of rows, and which column
 * most likely fills which field. Without `chosen`, the sheet and the row with the most recognised headings are used.
 */
export async function readSheet(
  file: Source,
  chosen: { sheet: number; headingRow: number } | null,
  signal: AbortSignal,
): Promise<{ sheet: ImportSheet; mapping: ImportMapping; total: number }> {
  const sheets = await sheetsOf(file, { limits: READ_LIMITS, signal });
  const { place, own, headings, columns, preview } = sheetView(sheets, chosen, scoreOf);
  const mapping = suggestedMapping({ columns });
  const also = mapping.fields.applicationCode === undefined ? [] : carriedOn(sheets, own, headings);
  let total = 0;
  for (const one of [place, ...also])
    for await (const rows of rowsOf(file, one.sheet, { limits: READ_LIMITS, signal }))
      for (const row of rows) {
        if (row.at <= one.headingRow) continue;
        total += 1;
        countFilled(columns, row);
      }
  if (total === 0) throw new ImportFailure('empty');
  if (total > RECORD_ROW_LIMIT) throw new ImportFailure('rows');
  return { sheet: { sheets: named(sheets), ...place, also, columns, preview, remembered: null }, mapping, total };
}

/** All rows below the headings, with numbers of `rowAt`. */
export async function readRows(file: Source, sheet: ImportSheet, signal: AbortSignal): Promise<TableRow[]> {
  const all: TableRow[] = [];
  let characters = 0;
  for (const [place, one] of placesOf(sheet).entries()) {
    for await (const rows of rowsOf(file, one.sheet, { limits: READ_LIMITS, signal })) {
      for (const { at, cells } of rows) {
        if (at <= one.headingRow) continue;
        characters += cells.reduce((sum, cell) => sum + cell.length, 0);
        if (characters > TEXT_LIMIT) throw new ImportFailure('inflated');
        all.push({ at: rowAt(place, at), cells });
      }
      if (all.length > RECORD_ROW_LIMIT) throw new ImportFailure('rows');
    }
  }
  return all;
}
