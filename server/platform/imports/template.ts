import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { templateFile } from '../../../shared/import/schema.ts';
import { type Column, csvOf } from '../exports/sheet.ts';
import { xlsxOf } from '../exports/xlsx.ts';

/** The values that the cells of one column can have. */
export interface WordList {
  readonly header: string;
  readonly words: readonly string[];
}

interface Template<Row> {
  readonly format: 'csv' | 'xlsx';
  /** The name of the file, without its ending. */
  readonly file: string;
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly examples: readonly Row[];
  /** The sheet of the possible values of cells, which csv has no place for. */
  readonly words: { readonly sheet: string; readonly width?: number; readonly lists: () => Promise<WordList[]> };
}

/** A table to fill in: headings, example rows, and (xlsx) the possible values of cells. */
export async function templateOf<Row>({
  format,
  file,
  sheet: name,
  columns,
  examples: rows,
  words,
}: Template<Row>): Promise<z.output<typeof templateFile>> {
  const sheet = { name, columns };
  const bytes =
    format === 'csv' ? csvOf(sheet, rows) : xlsxOf([{ sheet, rows }, wordsSheet(words, await words.lists())]);
  return {
    name: `${file}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    base64: (await buffer(bytes)).toString('base64'),
  };
}

function wordsSheet({ sheet: name, width }: Template<never>['words'], lists: readonly WordList[]) {
  const columns = lists.map(({ header, words }, index) => ({
    key: String(index),
    header,
    ...(width !== undefined && { width }),
    value: (row: number) => words[row] ?? '',
  }));
  const longest = Math.max(...lists.map(({ words }) => words.length));
  return { sheet: { name, columns }, rows: Array.from({ length: longest }, (_, index) => index) };
}
