/**
 * A report as blocks, without a word on how it looks: `pdf.ts` and `html.ts` draw the same document. Every text is
 * plain text (a line feed is a line break) in the language of the document; nothing in it is ever read as markup.
 */
export interface ReportDocument {
  locale: 'th' | 'en';
  title: string;
  subtitle?: string;
  /** Facts of the title block: organisation, issued when and by whom, number of records. */
  meta: Fact[];
  /** Written large and pale across each page: a draft, a copy. */
  watermark?: string;
  /** At the foot of each page, beside its number. */
  footer: string;
  /** A4 turned, for tables of many columns. */
  landscape?: boolean;
  /** In large letters, for a wall. */
  large?: boolean;
  blocks: Block[];
  /** A file that comes along with the PDF. */
  enclosed?: Enclosed;
}

/**
 * A file inside a PDF report, to be taken out as it is; where it is a PDF its first `pages` pages also stand before the
 * report's own.
 */
export interface Enclosed {
  bytes: Uint8Array;
  name: string;
  type: string;
  description: string;
  pages: number;
}

export interface Fact {
  label: string;
  value: string;
}

/** What a text is besides itself; shown by a word and a colour. */
export type Mark = 'sensitive' | 'crossBorder' | 'ok' | 'warn' | 'danger' | 'muted';
export type Line = string | { text: string; mark?: Mark };
/** One line, or several drawn as bullets. Nothing is drawn as a dash. */
export type Cell = Line | Line[];

export interface Column {
  header: string;
  /** Share of the page's width; 1 unless given. */
  width?: number;
  align?: 'start' | 'center' | 'end';
}

export type Tone = 'info' | 'warn' | 'ok' | 'danger';

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string; tone?: 'muted' | 'warn' }
  | { kind: 'facts'; rows: { label: string; value: Cell }[] }
  | { kind: 'table'; columns: Column[]; rows: Cell[][]; caption?: string }
  | { kind: 'list'; items: Line[] }
  | { kind: 'callout'; tone: Tone; title?: string; text: string }
  | { kind: 'image'; svg: string; alt: string; width?: number }
  /** Blocks that are in the other language. */
  | { kind: 'language'; locale: ReportDocument['locale']; blocks: Block[] }
  | { kind: 'pageBreak' };

export const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string, tone?: 'muted' | 'warn'): Block => ({
  kind: 'paragraph',
  text,
  ...(tone && { tone }),
});
export const facts = (rows: { label: string; value: Cell }[]): Block => ({ kind: 'facts', rows });
/** A row shorter than the columns is filled with dashes; one that is longer is refused when drawn. */
export const table = (columns: Column[], rows: Cell[][], caption?: string): Block => ({
  kind: 'table',
  columns,
  rows,
  ...(caption && { caption }),
});
export const list = (items: Line[]): Block => ({ kind: 'list', items });
export const callout = (tone: Tone, text: string, title?: string): Block => ({
  kind: 'callout',
  tone,
  text,
  ...(title && { title }),
});
/**
 * A picture made by the product, its texts in Sarabun; one that refers to a file or an address is refused by the PDF.
 * @param alt what the picture says, for those who do not see it
 * @param width percent of the text's width, 100 unless given
 */
export const image = (svg: string, alt: string, width?: number): Block => ({
  kind: 'image',
  svg,
  alt,
  ...(width && { width }),
});
/** Blocks in another language than that of the document, marked as such for screen readers. */
export const inLanguage = (locale: ReportDocument['locale'], blocks: Block[]): Block => ({
  kind: 'language',
  locale,
  blocks,
});
export const pageBreak = (): Block => ({ kind: 'pageBreak' });

/**
 * The same document as both renderers need it: well-formed, composed text without control characters, headings that
 * begin at level 1 and skip none (PDF/UA-1, 7.4.2), rows as long as their table is wide, a title that is there.
 * @throws {RangeError} when a row has more cells than its table has columns
 */
export function tidy(document: ReportDocument): ReportDocument {
  let level = 0;
  const line = (value: Line): Line =>
    typeof value === 'string' ? plain(value) : { ...value, text: plain(value.text) };
  const cell = (value: Cell | null | undefined): Cell =>
    Array.isArray(value) ? value.filter((one) => textOf(one).trim()).map(line) : line(value ?? '');
  const block = (value: Block): Block => {
    switch (value.kind) {
      case 'heading':
        level = Math.min(Math.max(value.level, 1), level + 1);
        return { ...value, level: level as 1 | 2 | 3, text: plain(value.text).trim() || '–' };
      case 'paragraph':
        return { ...value, text: plain(value.text) };
      case 'facts':
        return { ...value, rows: value.rows.map((row) => ({ label: plain(row.label), value: cell(row.value) })) };
      case 'table': {
        const width = value.columns.length;
        const rows = value.rows.map((row) => {
          if (row.length > width) throw new RangeError(`A row of ${row.length} cells in a table of ${width} columns`);
          return Array.from({ length: width }, (_, index) => cell(row[index]));
        });
        return {
          ...value,
          columns: value.columns.map((column) => ({ ...column, header: plain(column.header) })),
          rows,
          ...(value.caption && { caption: plain(value.caption) }),
        };
      }
      case 'list':
        return { ...value, items: value.items.map(line) };
      case 'callout':
        return { ...value, text: plain(value.text), ...(value.title && { title: plain(value.title) }) };
      case 'image':
        return { ...value, alt: plain(value.alt).trim() || '–' };
      case 'language':
        return { ...value, blocks: value.blocks.map(block) };
      case 'pageBreak':
        return value;
    }
  };
  return {
    ...document,
    title: plain(document.title).trim() || '–',
    subtitle: plain(document.subtitle ?? ''),
    meta: document.meta.map(({ label, value }) => ({ label: plain(label), value: plain(value) })),
    watermark: plain(document.watermark ?? ''),
    footer: plain(document.footer),
    blocks: document.blocks.map(block),
  };
}

export const textOf = (line: Line): string => (typeof line === 'string' ? line : line.text);

// Half a surrogate pair is no JSON to Typst; a control character is no text to anyone; signs that turn the direction of
// writing let a text show what it does not say (Arabic and Hebrew need none).
const plain = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]|[\uFEFF\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
