import { batcher, TableError, type TableLimits, type TableReader, type TableRow } from './table.ts';
import { attribute, xmlReader } from './xml.ts';
import { openZip, textOf, type Zip } from './zip.ts';

/** Formats of dates among the built-in ones (ECMA-376 part 1, 18.8.30), with those of Thai. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
const DAY = 24 * 60 * 60 * 1000;
/** Serial 0 of the two calendars that workbooks count in. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const MERGE_LIMIT = 100_000;

interface Workbook {
  sheets: { name: string; hidden: boolean; part: string }[];
  strings: string | null;
  styles: string | null;
  epoch: number;
}

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

/** Hands a whole small part to a reader of tags. */
async function tags(zip: Zip, part: string, open: (name: string, attributes: string) => void): Promise<void> {
  const reader = xmlReader({ open, text: () => {}, close: () => {} });
  reader.push((await zip.text(part)).replace(/^\ufeff/, ''));
  reader.end();
}

/** The address of a part, told from the folder of another. */
function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = folder.split('/').filter(Boolean);
  for (const piece of target.split('/')) {
    if (piece === '..') parts.pop();
    else if (piece !== '.') parts.push(piece);
  }
  return parts.join('/');
}

async function relations(zip: Zip, part: string): Promise<{ id: string; type: string; target: string }[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const name = `${folder}_rels/${part.slice(slash)}.rels`;
  const found: { id: string; type: string; target: string }[] = [];
  if (!zip.has(name)) return found;
  await tags(zip, name, (tag, attributes) => {
    if (tag !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
    const type = attribute(attributes, 'Type') ?? '';
    found.push({
      id: attribute(attributes, 'Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolved(folder, attribute(attributes, 'Target') ?? ''),
    });
  });
  return found;
}

async function workbookOf(zip: Zip): Promise<Workbook> {
  const root = (await relations(zip, '')).find(({ type }) => type === 'officeDocument');
  if (!root || !zip.has(root.target)) throw new TableError('broken', 'No workbook inside');
  const links = await relations(zip, root.target);
  const book: Workbook = { sheets: [], strings: null, styles: null, epoch: EPOCH_1900 };
  for (const { type, target } of links) {
    if (type === 'sharedStrings' && zip.has(target)) book.strings = target;
    if (type === 'styles' && zip.has(target)) book.styles = target;
  }
  await tags(zip, root.target, (tag, attributes) => {
    if (tag === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')) book.epoch = EPOCH_1904;
    if (tag !== 'sheet') return;
    const id = attribute(attributes, 'r:id') ?? /\w+:id=["']([^"']+)/.exec(attributes)?.[1];
    const link = links.find((one) => one.id === id);
    // Chart sheets hold no table.
    if (link?.type === 'worksheet' && zip.has(link.target))
      book.sheets.push({
        name: attribute(attributes, 'name') ?? '',
        hidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
        part: link.target,
      });
  });
  if (book.sheets.length === 0) throw new TableError('noSheet');
  return book;
}

/** Texts that cells refer to by number; phonetic readings left out. */
async function stringsOf(zip: Zip, part: string | null): Promise<string[]> {
  const strings: string[] = [];
  if (!part) return strings;
  let text = '';
  let inText = false;
  let phonetic = false;
  const reader = xmlReader({
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') phonetic = true;
    },
    text(piece) {
      if (inText && !phonetic) text += piece;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text));
      else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
    },
  });
  for await (const piece of textOf(await zip.stream(part))) reader.push(piece);
  reader.end();
  return strings;
}

/** Control characters as the format writes them: `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Which styles of cells show a number as a date. */
async function dateStyles(zip: Zip, part: string | null): Promise<boolean[]> {
  const dates: boolean[] = [];
  if (!part) return dates;
  const own = new Map<number, boolean>();
  let inCells = false;
  await tags(zip, part, (name, attributes) => {
    if (name === 'numFmt')
      own.set(Number(attribute(attributes, 'numFmtId')), isDateFormat(attribute(attributes, 'formatCode') ?? ''));
    else if (name === 'cellXfs') inCells = true;
    else if (name === 'cellStyles' || name === 'dxfs') inCells = false;
    else if (name === 'xf' && inCells) {
      const format = Number(attribute(attributes, 'numFmtId') ?? 0);
      dates.push(own.get(format) ?? BUILT_IN_DATES.some(([from, to]) => format >= from && format <= to));
    }
  });
  return dates;
}

/** Letters of days and times outside of quoted text, colours and conditions. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replace(/general/gi, ''));

const two = (value: number): string => String(value).padStart(2, '0');
/** YYYY-MM-DD, with HH:MM:SS where there is a time. */
function dayText(serial: number, epoch: number): string {
  const date = new Date(Math.round((epoch + serial * DAY) / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  if (serial >= 0 && serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** "BC12" → column 54; the row is told by its own element. */
function columnOf(reference: string): number {
  let column = 0;
  for (let place = 0; place < reference.length; place += 1) {
    const code = reference.charCodeAt(place) | 0x20;
    if (code < 0x61 || code > 0x7a) break;
    column = column * 26 + code - 0x60;
  }
  return column - 1;
}

/** Cells merged downwards, by the row they begin in: people merge what several rows share. */
async function mergesOf(zip: Zip, part: string): Promise<Map<number, { last: number; column: number }[]>> {
  const merges = new Map<number, { last: number; column: number }[]>();
  let count = 0;
  let rest = '';
  for await (const piece of textOf(await zip.stream(part))) {
    const text = rest + piece;
    for (const [, first, from, , to] of text.matchAll(
      /mergeCell\s[^>]*?ref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g,
    )) {
      if (from === to) continue;
      count += 1;
      if (count > MERGE_LIMIT) throw new TableError('broken', 'Too many merged cells');
      const start = Number(from);
      merges.set(start, [...(merges.get(start) ?? []), { last: Number(to), column: columnOf(first!) }]);
    }
    // A tag may be cut between two pieces.
    rest = text.slice(text.lastIndexOf('<')).slice(-200);
  }
  return merges;
}

async function* rowsOf(zip: Zip, book: Workbook, index: number, limits: TableLimits): AsyncGenerator<TableRow[]> {
  const sheet = book.sheets[index];
  if (!sheet) throw new TableError('noSheet');
  const merges = await mergesOf(zip, sheet.part);
  const strings = await stringsOf(zip, book.strings);
  const dates = await dateStyles(zip, book.styles);
  const batch = batcher(limits);
  let running: { last: number; column: number; value: string }[] = [];

  let inData = false;
  let at = 0;
  let column = -1;
  let cells: string[] = [];
  let type = '';
  let isDate = false;
  let inValue = false;
  let inInline = false;
  let value = '';

  function finish(): void {
    for (const merge of running) if (!cells[merge.column]) cells[merge.column] = merge.value;
    for (const { last, column: place } of merges.get(at) ?? [])
      if (cells[place]) running.push({ last, column: place, value: cells[place] });
    running = running.filter(({ last }) => last > at);
    batch.add(at, cells);
  }
  function cellText(): string {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'str' || type === 'inlineStr') return unescaped(value);
    if (value === '' || type === 'e') return value;
    const number = Number(value);
    if (Number.isNaN(number)) return value;
    return isDate && type !== 'd' ? dayText(number, book.epoch) : numberText(value, number);
  }
  const reader = xmlReader({
    open(name, attributes) {
      switch (name) {
        case 'sheetData':
          inData = true;
          break;
        case 'row': {
          if (!inData) return;
          const number = Number(attribute(attributes, 'r') ?? at + 1);
          if (!Number.isInteger(number) || number <= at || number > 1_048_576)
            throw new TableError('broken', `Row ${number} after row ${at}`);
          at = number;
          cells = [];
          column = -1;
          break;
        }
        case 'c': {
          const reference = attribute(attributes, 'r');
          column = reference ? columnOf(reference) : column + 1;
          if (column < 0 || column > 16_383) throw new TableError('broken', `Cell ${reference}`);
          type = attribute(attributes, 't') ?? 'n';
          isDate = dates[Number(attribute(attributes, 's') ?? -1)] ?? false;
          value = '';
          break;
        }
        case 'is':
          inInline = true;
          break;
        case 'v':
          inValue = true;
          break;
        case 't':
          inValue = inInline;
          break;
        default:
      }
    },
    text(piece) {
      if (inValue) value += piece;
    },
    close(name) {
      switch (name) {
        case 'sheetData':
          inData = false;
          break;
        case 'row':
          if (inData) finish();
          break;
        case 'c': {
          if (!inData) return;
          const text = cellText();
          if (text === '') return;
          if (column >= limits.columns && text.trim() !== '')
            throw new TableError('columns', `Row ${at} reaches column ${column + 1}`);
          cells[column] = text;
          break;
        }
        case 'is':
          inInline = false;
          break;
        case 'v':
        case 't':
          inValue = false;
          break;
        default:
      }
    },
  });
  for await (const piece of textOf(await zip.stream(sheet.part))) {
    reader.push(piece);
    if (batch.full) yield batch.take();
  }
  reader.end();
  if (inData) throw new TableError('broken', 'The sheet ends in the middle');
  yield batch.take();
}

/** A number as it was typed: 0.1 + 0.2 is stored as 0.30000000000000004. */
const numberText = (stored: string, number: number): string =>
  /^-?\d{1,15}$/.test(stored) ? stored : String(Number(number.toPrecision(15)));
