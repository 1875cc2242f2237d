import { batcher, TableError, type TableLimits, type TableReader, type TableRow } from './table.ts';
import { dateStyles, stringsOf, type Workbook, workbookOf } from './xlsxBook.ts';
import { mergesOf, SheetParser } from './xlsxSheet.ts';
import { xmlReader } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

/** Reads a workbook of Office Open XML: what cells hold, formulas as their last result, dates as YYYY-MM-DD. */
export async function openXlsx(path: string, limits: TableLimits): Promise<TableReader> {
  const zip = await openZip(path, limits);
  try {
    const book = await workbookOf(zip);
    return {
      sheets: async () => book.sheets.map(({ name, hidden }, index) => ({ index, name, hidden })),
      rows: (sheet) => rowsOf(zip, book, sheet, limits),
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function* rowsOf(zip: Zip, book: Workbook, index: number, limits: TableLimits): AsyncGenerator<TableRow[]> {
  const sheet = book.sheets[index];
  if (!sheet) throw new TableError('noSheet');
  const meaning = {
    merges: await mergesOf(zip, sheet.part),
    strings: await stringsOf(zip, book.strings),
    dates: await dateStyles(zip, book.styles),
    epoch: book.epoch,
  };
  const batch = batcher(limits);
  const parser = new SheetParser(meaning, batch, limits);
  const reader = xmlReader(parser);
  for await (const piece of await zip.stream(sheet.part)) {
    reader.push(piece);
    if (batch.full) yield batch.take();
  }
  reader.end();
  if (parser.isOpen) throw new TableError('broken', 'The sheet ends in the middle');
  yield batch.take();
}
