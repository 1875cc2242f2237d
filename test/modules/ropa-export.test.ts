import * as XLSX from '@e965/xlsx';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { Parser, Store } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bangkokDay } from '../../shared/bangkok.ts';
import { original } from '../../server/platform/exports/neutral.ts';
import { ropaDocument } from '../../server/modules/ropa/documents/document.ts';
import { ropaFacts } from '../../server/modules/ropa/documents/facts.ts';
import { ropaWorkbook } from '../../server/modules/ropa/documents/workbook.ts';
import { renderHtml } from '../../server/platform/documents/html.ts';
import { COUNTRY_CODES } from '../../shared/countries.ts';
import { countryName } from '../../shared/country.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import enRopa from '../../shared/locales/en/ropa.ts';
import type { ExportFormat } from '../../shared/export/schema.ts';
import type { RopaRecord } from '../../shared/ropa/record.ts';
import { joined, rowsOf, valuesOf } from '../../shared/ropa/rows.ts';
import {
  columnOf,
  headingOf,
  parseCell,
  ROPA_COLUMN_KEYS,
  ROPA_COLUMNS,
  type RopaColumn,
  type SheetCells,
  type SheetRow,
} from '../../shared/ropa/sheet.ts';
import { openBrowser } from '../chromium.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { textOfPages } from '../helpers/pdfText.ts';
import { buildRegister } from '../helpers/register.ts';
import { anyRecord, factsOf, HOSTILE } from '../helpers/ropa.ts';

const parsed = (cells: Partial<SheetCells>) =>
  Object.fromEntries(
    ROPA_COLUMN_KEYS.map((key) => {
      const { value, problem } = parseCell(key, cells[key] ?? '');
      if (problem) throw new Error(`${key}: ${problem.key} ${problem.values.text}`);
      return [key, value];
    }),
  ) as unknown as SheetRow;
/** Attributes are grouped by category in a cell; their order in the record has no meaning. */
const inOrder = <Row extends object>(row: Row) => ({
  ...row,
  ...Object.fromEntries(
    (['attributes', 'sensitiveAttributes'] as const).map((key) => [
      key,
      [...((row as Record<string, unknown>)[key] as object[])].map((one) => JSON.stringify(one)).sort(),
    ]),
  ),
});
const bytesOf = async (pieces: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};
async function* each(records: readonly RopaRecord[]) {
  yield* records;
}
const issue = { workspace: 'พื้นที่ทำงาน', at: new Date('2026-11-21T05:00:00Z'), by: 'สมหญิง' };
const workbookOf = async (records: readonly RopaRecord[], locale: Locale) =>
  XLSX.read(
    await bytesOf(
      ropaWorkbook(
        (role) => each(records.filter(({ processingRole }) => processingRole === role)),
        locale,
        factsOf(records),
        issue,
      ),
    ),
  );
/** Rows of a sheet below the row of headings. */
function rowsUnder(sheet: XLSX.WorkSheet): { headings: string[]; rows: Partial<SheetCells>[]; above: string[] } {
  const grid = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' });
  const at = grid.findIndex((row) => columnOf(String(row[0] ?? '')) === 'number');
  const headings = grid[at]!.map(String);
  const rows = grid
    .slice(at + 1)
    .map(
      (row) =>
        Object.fromEntries(
          headings.map((heading, index) => [columnOf(heading)!, original(String(row[index] ?? ''))]),
        ) as Partial<SheetCells>,
    );
  return { headings, rows, above: grid.slice(0, at).map((row) => String(row[0] ?? '')) };
}

describe('the sheet of the record', () => {
  it('has a unique heading in each language for every column', () => {
    for (const locale of LOCALES) {
      const headings = ROPA_COLUMN_KEYS.map((key) => headingOf(key, locale));
      expect(new Set(headings).size).toBe(headings.length);
      expect(headings.map(columnOf)).toEqual(ROPA_COLUMN_KEYS);
    }
    expect(columnOf('  DATA   controller ')).toBe('dataController');
    expect(columnOf('อะไรก็ไม่รู้')).toBeUndefined();
  });

  it('parses every row as it was written, in either language, whatever the texts', () => {
    fc.assert(
      fc.property(anyRecord, fc.constantFrom(...LOCALES), (record, locale) => {
        const back = joined(rowsOf(record, 7, locale)).map(({ cells }) => inOrder(parsed(cells)));
        expect(back).toEqual(valuesOf(record, 7).map((row) => inOrder(row)));
      }),
      { numRuns: 300 },
    );
  });

  it('has a row for each data line, one for a purpose without lines, one for an application without purposes', () => {
    const [record] = fc.sample(
      anyRecord.filter(
        ({ flows, purposes }) =>
          purposes.length === 2 &&
          flows.filter(({ purpose }) => purpose.id === purposes[0]!.id).length === 2 &&
          flows.length === 2,
      ),
      { seed: 3, numRuns: 1 },
    );
    expect(rowsOf(record!, 4, 'th').map(({ number }) => number)).toEqual(['4.1.1', '4.1.2', '4.2']);
    expect(
      rowsOf({ ...record!, purposes: [], flows: [] }, 4, 'th').map(({ number, titleTh }) => [number, titleTh]),
    ).toEqual([['4', '']]);
  });

  it('continues lists that are longer than a cell permits', () => {
    const [record] = fc.sample(
      anyRecord.filter(({ purposes }) => purposes.length === 1),
      { seed: 4, numRuns: 1 },
    );
    const purpose = record!.purposes[0]!;
    const thirdParties = Array.from({ length: 100 }, (_, index) => ({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      name: `${index} ${'ก'.repeat(990)}`,
      country: 'TH',
      contract: 'ข|'.repeat(400),
      contractExpiresOn: null,
      safeguard: null,
    }));
    const long = { ...record!, purposes: [{ ...purpose, content: { ...purpose.content, thirdParties } }], flows: [] };
    const rows = rowsOf(long, 1, 'th');
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) for (const cell of Object.values(row)) expect(cell.length).toBeLessThan(32_767);
    const [first, ...others] = joined(rows);
    expect(others).toEqual([]);
    expect(parsed(first!.cells)).toEqual(valuesOf(long, 1)[0]);
  });

  it('accepts manual input: words and codes of either language, Thai digits, years of either era', () => {
    const parsedCell = <Key extends RopaColumn>(key: Key, text: string) => parseCell(key, text).value;
    expect(parsedCell('processingRole', ' data PROCESSOR ')).toBe('processor');
    expect(parsedCell('lawfulBases', 'Consent\nสัญญา\nresearch')).toEqual(['consent', 'contract', 'research']);
    expect(parsedCell('dataSubjectCount', '๑,๒๐๐')).toBe(1200);
    expect(parsedCell('retention', '๑๐ ปี')).toEqual({ indefinite: false, amount: 10, unit: 'year' });
    expect(parsedCell('retention', '1 year')).toEqual({ indefinite: false, amount: 1, unit: 'year' });
    expect(parsedCell('retentionStart', 'The end of the contract | เช่า')).toEqual({
      startEvent: 'contractEnd',
      startNote: 'เช่า',
    });
    expect(parsedCell('flowRetentionStart', 'วันสั่งซื้อ')).toEqual({ startEvent: 'other', startNote: 'วันสั่งซื้อ' });
    expect(parsedCell('thirdParties', 'A | ญี่ปุ่น | DPA | 31/12/2570 | ข้อสัญญามาตรฐาน\nB\nC | jp | | 2027-12-31')).toEqual([
      { name: 'A', countries: ['JP'], contract: 'DPA', contractExpiresOn: '2027-12-31', safeguard: 'standardClauses' },
      { name: 'B', countries: ['TH'], contract: '', contractExpiresOn: null, safeguard: null },
      { name: 'C', countries: ['JP'], contract: '', contractExpiresOn: '2027-12-31', safeguard: null },
    ]);
    for (const several of ['ไทย, สิงคโปร์; Japan', 'TH / sg / ญี่ปุ่น', 'Thailand、Singapore และ JP, jp'])
      expect(parsedCell('thirdParties', `A | ${several}`)).toMatchObject([{ countries: ['TH', 'SG', 'JP'] }]);
    for (const locale of ['th', 'en'] as const) {
      const names = COUNTRY_CODES.map((code) => countryName(code, locale)).join(', ');
      expect(parsedCell('thirdParties', `A | ${names}`)).toMatchObject([{ countries: COUNTRY_CODES }]);
    }
    expect(parsedCell('attributes', 'ติดต่อ: โทรศัพท์; อีเมล | E-mail')).toEqual([
      { category: { th: 'ติดต่อ', en: '' }, attribute: { th: 'โทรศัพท์', en: '' } },
      { category: { th: 'ติดต่อ', en: '' }, attribute: { th: 'อีเมล', en: 'E-mail' } },
    ]);
  });

  it('explains why a cell is refused, and which part of it', () => {
    const refused: [RopaColumn, string, string, string][] = [
      ['processingRole', 'เจ้าของ', 'word', 'เจ้าของ'],
      ['lawfulBases', 'สัญญา\nอยากได้', 'word', 'อยากได้'],
      ['controllerCountry', 'ดาวอังคาร', 'country', 'ดาวอังคาร'],
      ['thirdParties', 'A | TH, ดาวอังคาร', 'country', 'ดาวอังคาร'],
      ['thirdParties', 'A | TH | B | 31/02/2569', 'date', '31/02/2569'],
      ['thirdParties', 'A | TH | B | | | ค', 'party', 'A | TH | B | | | ค'],
      ['dataSubjectCount', 'มาก', 'number', 'มาก'],
      ['retention', 'นานหน่อย', 'retention', 'นานหน่อย'],
      ['attributes', 'ชื่อ', 'attribute', 'ชื่อ'],
      ['liaPurpose', 'ใช่', 'answer', 'ใช่'],
      ['purposeCode', '12', 'code', '12'],
    ];
    for (const [column, text, reason, what] of refused)
      expect(parseCell(column, text).problem).toEqual({
        key: `ropaSheet:problem.${reason}`,
        values: { text: what, column },
      });
  });
});

describe('the workbook', () => {
  it('contains the rows of both registers, which are parsed unchanged, and no formula', async () => {
    const records = fc.sample(anyRecord, { seed: 11, numRuns: 20 });
    for (const locale of LOCALES) {
      const book = await workbookOf(records, locale);
      expect(book.SheetNames).toEqual(
        locale === 'th'
          ? ['บันทึกตามมาตรา 39', 'บันทึกตามมาตรา 40', 'คำอธิบายและคำที่ใช้']
          : ['Record under section 39', 'Record under section 40', 'Legend'],
      );
      for (const [index, role] of (['controller', 'processor'] as const).entries()) {
        const sheet = book.Sheets[book.SheetNames[index]!]!;
        for (const [place, cell] of Object.entries(sheet))
          if (!place.startsWith('!')) expect((cell as XLSX.CellObject).f).toBeUndefined();
        const { headings, rows } = rowsUnder(sheet);
        expect(headings).toEqual(ROPA_COLUMN_KEYS.map((key) => headingOf(key, locale)));
        const own = records.filter(({ processingRole }) => processingRole === role);
        expect(joined(rows).map(({ cells }) => inOrder(parsed(cells)))).toEqual(
          own.flatMap((record, place) => valuesOf(record, place + 1)).map((row) => inOrder(row)),
        );
      }
    }
  });

  it('states above the table whose record it is, with the year in the era of its language', async () => {
    const records = fc.sample(anyRecord, { seed: 12, numRuns: 3 });
    const th = rowsUnder((await workbookOf(records, 'th')).Sheets['บันทึกตามมาตรา 39']!).above.join('\n');
    expect(th).toContain('ตามมาตรา 39 แห่งพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล พ.ศ. 2562');
    expect(th).toContain('21 พฤศจิกายน 2569');
    expect(th).toContain('สมศรี ใจดี');
    expect(rowsUnder((await workbookOf(records, 'en')).Sheets['Record under section 39']!).above.join('\n')).toContain(
      '21 Nov 2026',
    );
  });

  it('explains every column and its permitted words', async () => {
    const sheet = (await workbookOf([], 'th')).Sheets['คำอธิบายและคำที่ใช้']!;
    const text = XLSX.utils.sheet_to_csv(sheet);
    for (const key of ROPA_COLUMN_KEYS) expect(text).toContain(headingOf(key, 'th'));
    for (const word of ['ประโยชน์โดยชอบด้วยกฎหมาย', 'เมื่อมีการร้องขอ', 'จำเป็นต้องปฏิบัติตามกฎหมาย'])
      expect(text).toContain(word);
    expect(Object.values(ROPA_COLUMNS).some((column) => column.many)).toBe(true);
  });
});

describe('the document', () => {
  it('contains every item of the law in its order, what is missing, and every application, in both languages', async () => {
    const records = fc.sample(anyRecord, { seed: 21, numRuns: 8 });
    for (const locale of LOCALES) {
      const html = renderHtml(await ropaDocument(records, locale, factsOf(records), issue));
      expect(html).not.toMatch(/ropa:|completeness:|purposeScreen:|item\.\w+|column\.\w+|undefined|\{\{/);
      expect(html).toContain(locale === 'th' ? '(1) ข้อมูลส่วนบุคคลที่มีการเก็บรวบรวม' : '(1) Personal data collected');
      expect(html).toContain(
        locale === 'th' ? '(8) คำอธิบายเกี่ยวกับมาตรการรักษาความมั่นคงปลอดภัย' : '(8) Description of the security measures',
      );
      expect(html).toContain(locale === 'th' ? 'บันทึกยังไม่ครบ' : 'The record is not complete');
    }
  });

  it('of an application without purposes does not state that nothing is disclosed', async () => {
    const [sample] = fc.sample(anyRecord, { seed: 23, numRuns: 1 });
    for (const processingRole of ['controller', 'processor'] as const) {
      const record = { ...sample!, processingRole, purposes: [], flows: [] };
      const html = renderHtml(await ropaDocument([record], 'en', factsOf([record]), issue));
      expect(html).toContain(enRopa.empty.purposes);
      expect(html).not.toContain(enRopa.empty.disclosures);
    }
  });

  describe('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });

    it('displays hostile texts as text and executes none of them', async () => {
      const [record] = fc.sample(
        anyRecord.filter(({ purposes, flows }) => purposes.length > 0 && flows.length > 0),
        { seed: 22, numRuns: 1 },
      );
      const records = HOSTILE.map((name) => ({ ...record!, name, description: name, accessMeans: name }));
      const page = await browser.newPage();
      await page.setContent(renderHtml(await ropaDocument(records, 'th', factsOf(records), issue)));
      expect(
        await page.evaluate(() => [
          (globalThis as { hit?: number }).hit ?? 0,
          document.scripts.length,
          document.querySelectorAll('img[onerror], svg[onload]').length,
        ]),
      ).toEqual([0, 0, 0]);
      const text = await page.evaluate(() => document.body.innerText);
      for (const name of HOSTILE) expect(text).toContain(name.split('\n')[0]);
      await page.close();
    });
  });
});

describe('an export of the record', () => {
  let server: TestServer;
  let admin: Person;
  let register: { id: string; name: string; purposeIds: string[] }[];
  beforeAll(async () => {
    server = await buildServer({}, { jobs: true });
    admin = await buildPerson(server, { role: 'Admin', name: 'วิภา รักษ์ข้อมูล' });
    await buildPerson(server, { workspaceId: admin.workspaceId, role: 'DPO', name: 'สมศรี ใจดี' });
    const { id: dataControllerId } = await buildDataController(server, admin.workspaceId, {
      nameTh: 'โรงพยาบาลปกป้อง',
      nameEn: 'Pokpong Hospital',
    });
    register = await buildRegister(server, () => callerFor(server, admin), {
      ws: admin.workspaceId,
      dataControllerId,
      applications: 7,
      purposesEach: 3,
    });
  });
  afterAll(() => server.close());

  async function exportOf(kind: 'ropa' | 'application-ropa', format: ExportFormat, locale: Locale, subjectId?: string) {
    const started = await (
      await callerFor(server, admin)
    ).export.start({ ws: admin.workspaceId, kind, format, locale, ...(subjectId && { subjectId }) });
    const item = await ended(server, admin, started.id);
    expect(item).toMatchObject({ status: 'done', errorCode: null });
    const answer = await server.app.inject({
      url: item.file!.url,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    return { item, bytes: answer.rawPayload };
  }

  it('names an invited data protection officer, who makes the record complete too', async () => {
    const { workspaceId } = await buildPerson(server, { role: 'Admin' });
    const status = ['invited', 'active', 'inactive', 'suspended'] as const;
    for (const one of status) await buildPerson(server, { workspaceId, role: 'DPO', status: one, name: one });
    const { officers } = await ropaFacts(server.owner, workspaceId, []);
    expect(officers.map(({ name }) => name)).toEqual(['active', 'invited']);
  });

  it('as xlsx has a row for every data line of the workspace, returns its progress, and can be parsed', async () => {
    const { item, bytes } = await exportOf('ropa', 'xlsx', 'th');
    expect([item.done, item.total]).toEqual([7, 7]);
    const { rows } = rowsUnder(XLSX.read(bytes).Sheets['บันทึกตามมาตรา 39']!);
    expect(rows).toHaveLength(7 * 3 * 2);
    const cells = rows.map(parsed);
    expect(new Set(cells.map(({ applicationName }) => applicationName))).toEqual(
      new Set(register.map(({ name }) => name)),
    );
    expect(new Set(cells.map(({ purposeCode }) => purposeCode))).toEqual(
      new Set(register.flatMap(({ purposeIds }) => purposeIds)),
    );
    expect(cells[0]).toMatchObject({
      number: '1.1.1',
      dataController: { th: 'โรงพยาบาลปกป้อง', en: 'Pokpong Hospital' },
      dataSubjectCount: 100,
      processingFrequency: 'daily',
      status: 'draft',
    });
    expect(cells.filter(({ flowThirdParties }) => flowThirdParties.length > 0)).toHaveLength(7);
    expect(cells.some(({ sensitiveAttributes }) => sensitiveAttributes.length > 0)).toBe(true);
  });

  it('as PDF names every application, the officer and the day, in Thai and in English', async () => {
    for (const locale of LOCALES) {
      const { bytes } = await exportOf('ropa', 'pdf', locale);
      const text = textOfPages(bytes).join('').normalize('NFC').replace(/\s/g, '');
      for (const { name } of register) expect(text).toContain(name.replace(/\s/g, ''));
      expect(text).toContain('สมศรีใจดี');
      const year = String(Number(bangkokDay(new Date()).slice(0, 4)) + 543);
      expect(text).toContain(locale === 'th' ? year : 'Recordofprocessingactivities');
    }
  });

  it('of one application contains only that one, marked as a draft', async () => {
    const one = register[2]!;
    const html = (await exportOf('application-ropa', 'html', 'th', one.id)).bytes.toString('utf8');
    expect(html).toContain(one.name);
    expect(html).not.toContain(register[3]!.name);
    expect(html).toContain('class="watermark"');
    const { item, bytes } = await exportOf('application-ropa', 'xlsx', 'en', one.id);
    expect(item.file!.name).toContain(one.name);
    expect(rowsUnder(XLSX.read(bytes).Sheets['Record under section 39']!).rows).toHaveLength(6);
  });

  it('as Turtle and JSON-LD names every application and purpose', async () => {
    const store = new Store(new Parser().parse((await exportOf('ropa', 'ttl', 'th')).bytes.toString('utf8')));
    const json = JSON.parse((await exportOf('ropa', 'jsonld', 'th')).bytes.toString('utf8')) as {
      '@graph': { '@id': string }[];
    };
    const ids = new Set(json['@graph'].map((node) => node['@id']));
    for (const { id, purposeIds } of register) {
      for (const own of [id, ...purposeIds]) {
        expect(store.countQuads(`urn:uuid:${own}`, null, null, null)).toBeGreaterThan(1);
        expect(ids.has(`urn:uuid:${own}`)).toBe(true);
      }
    }
  });

  it('of a workspace without applications is a document that states so', async () => {
    const other = await buildPerson(server, { role: 'Admin' });
    const started = await (
      await callerFor(server, other)
    ).export.start({ ws: other.workspaceId, kind: 'ropa', format: 'html', locale: 'en' });
    const item = await ended(server, other, started.id);
    const answer = await server.app.inject({
      url: item.file!.url,
      headers: { authorization: `Bearer ${other.token}` },
    });
    expect(answer.body).toContain('No activities in the RoPA yet');
  });
});
