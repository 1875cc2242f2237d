import { TableError } from './table.ts';
import { type Attributes, xmlReader } from './xml.ts';
import type { Zip } from './zip.ts';

/** Formats of dates among the built-in ones (ECMA-376 part 1, 18.8.30), with those of Thai. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];
/** Serial 0 of the two calendars that workbooks count in. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** A workbook: its sheets, and the parts that their cells refer to. */
export interface Workbook {
  sheets: { name: string; hidden: boolean; part: string }[];
  strings: string | null;
  styles: string | null;
  /** Day 0 of its calendar, in milliseconds since 1970. */
  epoch: number;
}

/** Hands a whole small part to a reader of tags. */
async function tags(zip: Zip, part: string, open: (name: string, attributes: Attributes) => void): Promise<void> {
  const reader = xmlReader({ open, text: () => {}, close: () => {} });
  reader.push(await zip.content(part));
  reader.end();
}

/** The address of a part, relative to the folder of another. */
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
    if (tag !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
    const type = attributes.get('Type') ?? '';
    found.push({
      id: attributes.get('Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolved(folder, attributes.get('Target') ?? ''),
    });
  });
  return found;
}

/** @throws TableError when the file holds none */
export async function workbookOf(zip: Zip): Promise<Workbook> {
  const root = (await relations(zip, '')).find(({ type }) => type === 'officeDocument');
  if (!root || !zip.has(root.target)) throw new TableError('broken', 'No workbook inside');
  const links = await relations(zip, root.target);
  const book: Workbook = { sheets: [], strings: null, styles: null, epoch: EPOCH_1900 };
  for (const { type, target } of links) {
    if (type === 'sharedStrings' && zip.has(target)) book.strings = target;
    if (type === 'styles' && zip.has(target)) book.styles = target;
  }
  await tags(zip, root.target, (tag, attributes) => {
    if (tag === 'workbookPr' && /^(1|true)$/.test(attributes.get('date1904') ?? '')) book.epoch = EPOCH_1904;
    if (tag !== 'sheet') return;
    const id = attributes.get('r:id') ?? /\b\w+:id=["']([^"']+)/.exec(String(attributes))?.[1];
    const link = links.find((one) => one.id === id);
    // Chart sheets hold no table.
    if (link?.type === 'worksheet' && zip.has(link.target))
      book.sheets.push({
        name: attributes.get('name') ?? '',
        hidden: (attributes.get('state') ?? 'visible') !== 'visible',
        part: link.target,
      });
  });
  if (book.sheets.length === 0) throw new TableError('noSheet');
  return book;
}

/** Texts that cells refer to by number; phonetic readings left out. */
export async function stringsOf(zip: Zip, part: string | null): Promise<string[]> {
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
  for await (const piece of await zip.stream(part)) reader.push(piece);
  reader.end();
  return strings;
}

/** Control characters as the format writes them: `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Which styles of cells show a number as a date. */
export async function dateStyles(zip: Zip, part: string | null): Promise<boolean[]> {
  const dates: boolean[] = [];
  if (!part) return dates;
  const own = new Map<number, boolean>();
  let inCells = false;
  await tags(zip, part, (name, attributes) => {
    if (name === 'numFmt')
      own.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''));
    else if (name === 'cellXfs') inCells = true;
    else if (name === 'cellStyles' || name === 'dxfs') inCells = false;
    else if (name === 'xf' && inCells) {
      const format = Number(attributes.get('numFmtId') ?? 0);
      dates.push(own.get(format) ?? BUILT_IN_DATES.some(([from, to]) => format >= from && format <= to));
    }
  });
  return dates;
}

/** Letters of days and times outside of quoted text, colours and conditions. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '').replace(/general/gi, ''));
