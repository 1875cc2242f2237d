import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as XLSX from '@e965/xlsx';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { countedPages } from '../../server/platform/exports/progress.ts';
import { neutral, original } from '../../server/platform/exports/neutral.ts';
import { CELL_LIMIT, csvOf, Pages, type Rows, type Sheet } from '../../server/platform/exports/sheet.ts';
import { type Table, xlsxOf } from '../../server/platform/exports/xlsx.ts';
import { writeTime } from '../../shared/userConsent/sheet.ts';
import { sized } from '../size.ts';

interface Row {
  text: string;
  at?: Date | null;
  count?: number;
  list?: string[];
}
const sheet: Sheet<Row> = {
  name: 'ทะเบียน',
  columns: [
    { key: 'text', header: 'ข้อความ', value: (row) => row.text },
    { key: 'at', header: 'เมื่อ', value: (row) => row.at },
    { key: 'day', header: 'วันที่', type: 'date', value: (row) => row.at },
    { key: 'count', header: 'จำนวน', value: (row) => row.count },
    { key: 'list', header: 'รายการ', value: (row) => row.list },
  ],
};
async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const workbook = async (tables: Table[], options?: { maxRows?: number }) =>
  XLSX.read(await bytesOf(xlsxOf(tables, options)), { cellFormula: true, cellDates: true });
const cellsOf = (book: XLSX.WorkBook, index = 0) =>
  XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[index]!]!, { header: 1 });
const csv = async (rows: Rows<Row>) => (await bytesOf(csvOf(sheet, rows))).toString();

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const places = ['', ' ', '   ', '\u00a0', '\u3000', '\t', '\ufeff', "'", "''", "' "];
const dangerous = signs.flatMap((sign) => places.map((place) => `${place}${sign}cmd|' /C calc'!A0`));

describe('rows of a kind', () => {
  interface Order {
    kind: { name: string };
    text: string;
  }
  let requested = 0;
  const shared = (key: string) => ({
    key,
    header: key,
    ofKind: true as const,
    value: ({ kind }: Order) => {
      requested += 1;
      return `${key}, ${kind.name}`;
    },
  });
  const orders: Sheet<Order> = {
    name: 'x',
    columns: [shared('a'), { key: 'b', header: 'b', value: ({ text }) => text }, shared('c'), shared('d')],
  };
  const kinds = [{ name: '=one' }, { name: '"two"' }];
  const rows = Array.from({ length: 1234 }, (_none, place) => ({ kind: kinds[place % 2]!, text: `-${place}` }));

  it('have shared parts written once, and the same file as one written cell by cell', async () => {
    const plain = (await bytesOf(csvOf(orders, rows))).toString();
    requested = 0;
    const pages = new Pages(
      (async function* () {
        yield [];
        for (let start = 0; start < rows.length; start += 700) yield rows.slice(start, start + 700);
      })(),
    );
    const received: [string, number][] = [];
    const fast = await bytesOf(
      csvOf({ ...orders, kindOf: ({ kind }) => kind }, pages, {
        onRow: ({ text }, count) => received.push([text, count]),
      }),
    );
    expect(fast.toString()).toBe(plain);
    expect(requested).toBe(2 * 3);
    expect(received).toEqual([
      ['-499', 500],
      ['-699', 200],
      ['-1199', 500],
      ['-1233', 34],
    ]);
  });
});

describe('counted pages', () => {
  /** Pages of one row each, with the calls made for them in order. */
  function pages(count: number, { failing = false } = {}) {
    const done: string[] = [];
    async function* source(): AsyncGenerator<Row[]> {
      try {
        for (let page = 0; page < count; page += 1) {
          done.push(`ask ${page}`);
          await Promise.resolve();
          yield [{ text: `${page}` }];
        }
        if (failing) throw new Error('the database went away');
      } finally {
        done.push('end');
      }
    }
    const job = { progress: (now: number, total?: number) => done.push(`${now} of ${total}`) };
    return { done, rows: countedPages(job, source(), 3) };
  }

  it('are each requested while the previous one is written, and counted after it was', async () => {
    const { done, rows } = pages(3);
    for await (const [row] of rows.pages) {
      done.push(`write ${row!.text}`);
      await sleep(1);
    }
    expect(done).toEqual([
      '0 of 3',
      'ask 0',
      'ask 1',
      'write 0',
      '1 of 3',
      'ask 2',
      'write 1',
      '2 of 3',
      'end',
      'write 2',
      '3 of 3',
    ]);
  });

  it('are no more than requested once nobody writes on, and a failure reaches the writer', async () => {
    const { done, rows } = pages(9);
    for await (const _page of rows.pages) break;
    expect(done).toEqual(['0 of 3', 'ask 0', 'ask 1', 'end']);
    await expect(bytesOf(csvOf(sheet, pages(2, { failing: true }).rows))).rejects.toThrow('the database went away');
  });
});

describe('a time in a file', () => {
  it('is in Bangkok time, whatever its day', () => {
    const year = 365.25 * 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: -500 * year, max: 500 * year }), (at) => {
        expect(writeTime(at)).toBe(new Date(at + 7 * 3_600_000).toISOString().replace('Z', '+07:00'));
      }),
    );
    expect(writeTime(Infinity)).toBe('');
  });
});

describe('a text that a spreadsheet would execute', () => {
  it('is neutralised in CSV: no field starts with a sign, after whatever blanks', async () => {
    const { data } = Papa.parse<string[]>(await csv(dangerous.map((text) => ({ text }))), { skipEmptyLines: 'greedy' });
    expect(data).toHaveLength(dangerous.length + 1);
    data.slice(1).forEach(([field], index) => {
      expect(field, JSON.stringify(dangerous[index])).toMatch(/^'/);
      expect(original(field!)).toBe(dangerous[index]);
    });
  });

  it('is neutralised in xlsx, according to another reader', async () => {
    const book = await workbook([{ sheet, rows: dangerous.map((text) => ({ text })) }]);
    const tab = book.Sheets[book.SheetNames[0]!]!;
    dangerous.forEach((text, index) => {
      const cell = tab[`A${index + 2}`] as XLSX.CellObject;
      expect(cell.f, JSON.stringify(text)).toBeUndefined();
      expect(cell.t).toBe('s');
      expect(String(cell.v)).toMatch(/^'/);
    });
  });

  it('also in a header, a title or a list', async () => {
    const book = await workbook([
      {
        sheet: { name: '=x', title: '=1+1', columns: [{ key: 'a', header: '=2+2', value: () => ['=3+3', '=4+4'] }] },
        rows: [{}],
      },
    ]);
    expect(cellsOf(book)).toEqual([["'=1+1"], [], ["'=2+2"], ["'=3+3\n=4+4"]]);
  });

  it('is unchanged when it is read again, like any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^['\s=+\-@]{0,5}[a-z]*$/)),
        (text) => original(neutral(text)) === text,
      ),
      { numRuns: 2000 },
    );
    for (const text of dangerous) expect(original(neutral(text))).toBe(text);
    for (const text of ['สวัสดี', "it's", "'quoted'", '08-1234', 'a=b', '']) expect(neutral(text)).toBe(text);
  });
});

/** Stored in memory, the CSV of the small number already exceeds the limit. */
const LARGE = sized(20_000, 100_000);

describe('a sheet', () => {
  it('contains dates as dates in Bangkok time, numbers as numbers, lists one per line', async () => {
    const at = new Date('2026-11-20T18:30:00Z');
    const rows = [{ text: 'ก', at, count: 1.5, list: ['หนึ่ง', 'สอง'] }];
    const tab = (await workbook([{ sheet, rows }])).Sheets.ทะเบียน!;
    expect(tab.B2).toMatchObject({ t: 'd', w: '2026-11-21 01:30' });
    expect(tab.C2).toMatchObject({ t: 'd', w: '2026-11-21' });
    expect(tab.D2).toMatchObject({ t: 'n', v: 1.5 });
    expect(tab.E2).toMatchObject({ v: 'หนึ่ง\nสอง' });
    expect(await csv(rows)).toBe(
      '\ufeffข้อความ,เมื่อ,วันที่,จำนวน,รายการ\r\nก,2026-11-21 01:30:00,2026-11-21,1.5,"หนึ่ง\nสอง"\r\n',
    );
  });

  it('preserves texts that XML or Excel would interpret differently', async () => {
    const texts = ['<b>&amp;"</b>', '_x000D_ _x0041_', ' spaced ', 'two\nlines', '\ud83d\ude00', 'O\'Reilly, "x"'];
    const book = await workbook([{ sheet, rows: texts.map((text) => ({ text })) }]);
    expect(
      cellsOf(book)
        .slice(1)
        .map(([text]) => text),
    ).toEqual(texts);
    const { data } = Papa.parse<string[]>((await csv(texts.map((text) => ({ text })))).slice(1), {
      skipEmptyLines: 'greedy',
    });
    expect(data.slice(1).map(([text]) => text)).toEqual(texts);
  });

  it('leaves out what XML cannot represent, so that the file opens', async () => {
    const book = await workbook([
      { sheet, rows: [{ text: 'a\u0000b\u0007c\ud800d\uffffe', at: new Date(Number.NaN), count: Number.NaN }] },
    ]);
    expect(cellsOf(book)[1]).toEqual(['abc\ufffdde']);
  });

  it("truncates a cell at Excel's limit, and marks it", async () => {
    const text = 'ก'.repeat(40_000);
    for (const prefix of ['', '=']) {
      const [, [cell]] = cellsOf(await workbook([{ sheet, rows: [{ text: prefix + text }] }])) as [unknown, [string]];
      expect(cell).toHaveLength(CELL_LIMIT);
      expect(cell).toMatch(/\[cut at 32,767 characters\]$/);
    }
  });

  it('continues in another sheet when one is full, each with its header, and has a sheet for a table without rows', async () => {
    const rows = Array.from({ length: 25 }, (_none, index) => ({ text: `แถว ${index}` }));
    const book = await workbook(
      [
        { sheet, rows },
        { sheet: { ...sheet, name: 'A/B:C*?[x]'.repeat(6) }, rows: [] },
      ],
      { maxRows: 11 },
    );
    expect(book.SheetNames).toEqual([
      'ทะเบียน',
      'ทะเบียน (2)',
      'ทะเบียน (3)',
      expect.stringMatching(/^A B C {2,}x {1,2}A B C/),
    ]);
    expect(book.SheetNames[3]!.length).toBeLessThanOrEqual(31);
    expect(
      [0, 1, 2].flatMap((index) =>
        cellsOf(book, index)
          .slice(1)
          .map(([text]) => text),
      ),
    ).toEqual(rows.map(({ text }) => text));
    expect(cellsOf(book, 3)).toEqual([['ข้อความ', 'เมื่อ', 'วันที่', 'จำนวน', 'รายการ']]);
  });

  it('ends with the failure of its source, and ends its source when nobody reads on', async () => {
    async function* broken() {
      yield { text: 'a' };
      throw new Error('the database went away');
    }
    await expect(bytesOf(xlsxOf([{ sheet, rows: broken() }]))).rejects.toThrow('the database went away');
    await expect(bytesOf(csvOf(sheet, broken()))).rejects.toThrow('the database went away');
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield { text: Math.random().toString().repeat(20) };
      } finally {
        ended = true;
      }
    }
    let pieces = 0;
    for await (const _piece of xlsxOf([{ sheet, rows: endless() }])) if ((pieces += 1) > 5) break;
    expect(ended).toBe(true);
  });

  it.each(['xlsx', 'csv'])(`of ${LARGE.toLocaleString('en')} rows is written in 32 MB of heap (%s)`, (format) => {
    const script = join(import.meta.dirname, '../helpers/largeSheetProcess.ts');
    const { bytes, peak } = JSON.parse(
      // Collected by the writing thread: the load of the machine does not affect the measurement.
      execFileSync(
        process.execPath,
        ['--max-old-space-size=32', '--single-threaded-gc', script, format, String(LARGE)],
        { encoding: 'utf8' },
      ),
    ) as { bytes: number; peak: number };
    expect(bytes).toBeGreaterThan(LARGE * (format === 'csv' ? 1500 : 50));
    expect(peak).toBeLessThan(24 * 2 ** 20);
  });
});
