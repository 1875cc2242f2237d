import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { phrasesOf } from '../../../shared/phrases.ts';
import { textOf, tidy, type Block, type Cell, type ReportDocument } from './document.ts';
import { fontFile } from './fonts.ts';
import { pagesIn, type StampedDocument, STAMPED_PAGES } from './stamp.ts';
import { words } from './words.ts';

const template = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const TEMPLATE = template('template.typ');
const STAMP = template('stamp.typ');
/** A row of cells up to this long stays on one page; a longer one may go on over the next. */
const FULL_ROW = 400;
/**
 * Typst breaks Latin text only at spaces and a few signs: a longer run gets places to break, so that it stays in its
 * cell.
 */
const LONG_RUN = /[!-~]{16,}/g;

/** The document as a PDF/UA-1 file, or its pages under each other as SVG. */
export interface Typst {
  pdf: (document: ReportDocument) => Buffer;
  svg: (document: ReportDocument) => string;
  /** A picture or the first pages of a PDF under a mark, as SVG. */
  stamped: (document: StampedDocument) => string;
}

/**
 * Typst with the one template and Sarabun. It blocks its thread while it works: the server keeps it in `pdfChild.ts`.
 * @param workspace an empty folder, which is all that a document could ever read
 */
export function createTypst(workspace: string): Typst {
  const fonts = (['regular', 'italic', 'semibold', 'bold'] as const).map(fontFile);
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  /** Draws once; what Typst remembers of it is let go, since no other document can use it. */
  const drawn = <T>({ enclosed, ...document }: ReportDocument, draw: (pages: NodeTypstDocument) => T): T => {
    try {
      if (enclosed) compiler.mapShadow(join(workspace, 'enclosed'), Buffer.from(enclosed.bytes));
      const result = compiler.compile({
        mainFileContent: TEMPLATE,
        inputs: {
          data: JSON.stringify({
            ...layout(tidy(document)),
            ...(enclosed && { enclosed: { ...enclosed, bytes: undefined } }),
          }),
        },
      });
      const error = result.takeError();
      if (error) throw new Error(`Typst: ${messagesOf(error.shortDiagnostics)}`);
      return draw(result.result!);
    } finally {
      compiler.resetShadow();
      compiler.evictCache(0);
    }
  };
  /** The pages of a foreign document under its mark: as many of `pages` as it has. */
  const stampedPages = (type: string, mark: string, pages: number): NodeTypstDocument => {
    const result = compiler.compile({
      mainFileContent: STAMP,
      inputs: { data: JSON.stringify({ type, mark, pages }) },
    });
    const error = result.takeError();
    if (!error) return result.result!;
    const message = messagesOf(error.shortDiagnostics);
    const fewer = pagesIn(message);
    if (fewer === null || fewer >= pages) throw new Error(`Typst: ${message}`);
    return stampedPages(type, mark, fewer);
  };
  return {
    stamped: ({ bytes, type, mark }) => {
      try {
        compiler.mapShadow(join(workspace, 'document'), Buffer.from(bytes));
        return compiler.plainSvg(stampedPages(type, mark, type === 'application/pdf' ? STAMPED_PAGES : 1));
      } finally {
        compiler.resetShadow();
        compiler.evictCache(0);
      }
    },
    pdf: (document) =>
      drawn(document, (pages) => {
        // Pages of another PDF are drawn as they look, without their tags: PDF/UA has no place for them. The file
        // enclosed has its own.
        if (document.enclosed?.pages) return compiler.pdf(pages, { pdfTags: true });
        try {
          return compiler.pdf(pages, { pdfStandard: 'ua-1' });
        } catch (error) {
          const complaint = error instanceof Error ? error.message : String(error);
          // A letter that no font of ours has (Chinese, say): PDF/UA forbids its empty box. Or Thai marks in a picture,
          // which stand as shapes there. Still tagged; a picture has its words beside it.
          if (/could not be displayed with|missing codepoints/.test(complaint))
            return compiler.pdf(pages, { pdfTags: true });
          throw new Error(`PDF/UA: ${complaint.slice(0, 500)}`, { cause: error });
        }
      }),
    svg: (document) => drawn(document, (pages) => compiler.plainSvg(pages)),
  };
}

/** The messages of the compiler alone: no source, no data. */
const messagesOf = (diagnostics: unknown[]): string =>
  diagnostics
    .map((one) => (one && typeof one === 'object' && 'message' in one ? String(one.message) : ''))
    .filter(Boolean)
    .join('; ')
    .slice(0, 500) || 'the document could not be laid out';

/** The document as the template takes it: every optional field there, numbers and words of the language as text. */
function layout(document: ReportDocument) {
  const { page, marks } = words[document.locale];
  const soft = (text: string) =>
    text.replace(LONG_RUN, (run) =>
      run
        .split(/(?<=[/.@_?&=:;,+-])/)
        .map((part) => (part.length > 16 ? part.replace(/.{12}(?=.{3})/g, '$&\u200B') : part))
        .join('\u200B'),
    );
  const shapeIn =
    (locale: ReportDocument['locale']) =>
    (block: Block): unknown => {
      const language = words[locale];
      switch (block.kind) {
        case 'table':
          return {
            ...block,
            columns: block.columns.map(({ header, width = 1, align = 'start' }) => ({ header, width, align })),
            rows: block.rows.map((cells) => ({
              cells,
              unbreakable: cells.every((cell) => lengthOf(cell) < FULL_ROW),
            })),
          };
        case 'callout':
          return { ...block, title: block.title || language.tones[block.tone] };
        case 'image':
          return { ...block, width: block.width ?? 100 };
        case 'language':
          return { ...block, blocks: block.blocks.map(shapeIn(block.locale)) };
        default:
          return block;
      }
    };
  const shaped = {
    ...document,
    landscape: document.landscape ?? false,
    large: document.large ?? false,
    words: { page: page('{page}', '{pages}'), marks },
    blocks: document.blocks.map(shapeIn(document.locale)),
  };
  return { ...(softened(shaped, soft) as typeof shaped), titleParts: phrasesOf(document.title) };
}

// Pictures are drawn as they are; all other text gets its places to break.
const softened = (value: unknown, soft: (text: string) => string, key = ''): unknown =>
  typeof value === 'string'
    ? key === 'svg' || key === 'title'
      ? value
      : soft(value)
    : Array.isArray(value)
      ? value.map((one) => softened(one, soft, key))
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, softened(one, soft, name)]))
        : value;

const lengthOf = (cell: Cell): number =>
  Array.isArray(cell) ? cell.reduce((sum, line) => sum + textOf(line).length + 24, 0) : textOf(cell).length;
