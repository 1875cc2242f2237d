import Papa from 'papaparse';
import { batcher, TableError, type TableLimits, type TableReader, type TableRow } from './table.ts';
import { fileStream, headOf, textOf } from './zip.ts';

const HEAD = 256 * 1024;
const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a table of separated values: UTF-8 with or without its mark, else the Thai code page (Windows-874, a superset
 * of TIS-620), which Excel in Thai saves; UTF-16 by its mark. Separated by commas, semicolons or tabs.
 */
export async function openCsv(path: string, limits: TableLimits): Promise<TableReader> {
  const encoding = await encodingOf(path);
  const head = new TextDecoder(encoding).decode(await headOf(path, HEAD), { stream: true });
  // A line that Excel writes and reads: which separator follows.
  const declared = /^sep=(.)\r?\n/.exec(head);
  const delimiter = declared?.[1] ?? guess(head);
  return {
    sheets: async () => [{ index: 0, name: '', hidden: false }],
    rows: () => rowsOf(path, { encoding, delimiter, skip: declared?.[0].length ?? 0 }, limits),
    close: async () => {},
  };
}

async function encodingOf(path: string): Promise<string> {
  const mark = await headOf(path, 2);
  if (mark.equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le';
  if (mark.equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of fileStream(path) as AsyncIterable<Buffer>) decoder.decode(piece, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-874';
  }
}

/** The separator under which the first rows have the most columns, and as many as each other. */
function guess(head: string): string {
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: 20 });
    const widths = data.map((row) => row.length).filter((width) => width > 1);
    const widest = Math.max(0, ...widths);
    const score = widest * (widths.filter((width) => width === widest).length + 1);
    if (widest > 1 && score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

async function* rowsOf(
  path: string,
  { encoding, delimiter, skip }: { encoding: string; delimiter: string; skip: number },
  limits: TableLimits,
): AsyncGenerator<TableRow[]> {
  const batch = batcher(limits);
  let rest = '';
  let at = skip > 0 ? 1 : 0;
  let toSkip = skip;
  let newline: string | undefined;
  const take = (last: boolean): void => {
    newline ??= newlineOf(rest, last);
    if (newline === undefined) return;
    // The parser of one piece: it leaves the last row, and answers how far it came.
    const parser = new Papa.Parser({ delimiter, newline } as ConstructorParameters<typeof Papa.Parser>[0]);
    const { data, meta } = parser.parse(rest, 0, !last) as { data: string[][]; meta: { cursor: number } };
    for (const row of data) batch.add((at += 1), row);
    rest = last ? '' : rest.slice(meta.cursor);
    if (rest.length > limits.cell * 10)
      throw new TableError('cell', `Row ${at + 1} has no end: a quotation mark is not closed`);
  };
  for await (const piece of textOf(fileStream(path), encoding)) {
    rest += piece;
    if (toSkip > 0) {
      rest = rest.slice(toSkip);
      toSkip = 0;
    }
    take(false);
    if (batch.full) yield batch.take();
  }
  take(true);
  yield batch.take();
}

/** How lines end, by the first end outside of quotation marks; undefined while none has come. */
function newlineOf(text: string, last: boolean): string | undefined {
  let quoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place];
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === '\n') return '\n';
    else if (!quoted && letter === '\r') {
      // The line feed may be the next piece's first letter.
      if (place + 1 === text.length && !last) return undefined;
      return text[place + 1] === '\n' ? '\r\n' : '\r';
    }
  }
  return last ? '\n' : undefined;
}
