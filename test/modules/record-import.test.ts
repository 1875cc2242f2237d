import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import Excel from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf, sheetsOf } from '../../server/platform/imports/readTable.ts';
import { TableError, type TableLimits, type TableType } from '../../server/platform/imports/table.ts';
import { sweepFiles } from '../../server/platform/files/sweep.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import { PERMISSIONS } from '../../shared/registry/permissions.ts';
import { headingOf, ROPA_COLUMN_KEYS } from '../../shared/ropa/sheet.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import {
  startedImport,
  api,
  checked,
  committed,
  csv,
  CSV,
  storeFile,
  step,
  stored,
  tableOf,
  upload,
  workbook,
  XLSX,
} from '../helpers/recordFiles.ts';
import { buildRegister } from '../helpers/register.ts';
import { sized } from '../size.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pokpong-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
function onDisk(bytes: Buffer | string): string {
  const file = path.join(folder, `table-${(files += 1)}`);
  writeFileSync(file, bytes);
  return file;
}
async function read(bytes: Buffer | string, type: TableType, limits: Partial<TableLimits> = {}): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of rowsOf({ path: onDisk(bytes), type }, 0, { limits }))
    rows.push(...batch.map(({ cells }) => cells));
  return rows;
}
const failure = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (error: unknown) => (error instanceof TableError ? error.reason : String(error)),
  );
const book = (
  aoa: unknown[][],
  change: (sheet: Excel.WorkSheet) => void = () => {},
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Buffer => {
  const sheet = Excel.utils.aoa_to_sheet(aoa);
  change(sheet);
  const workbookOf = Excel.utils.book_new();
  Excel.utils.book_append_sheet(workbookOf, sheet, 'แผ่น');
  return Excel.write(workbookOf, { type: 'buffer', bookType }) as Buffer;
};

describe('a table in a file', () => {
  const rows = [
    ['ชื่อ', 'จำนวน', 'วันที่'],
    ['ที่ น้ำ ผู้ ปั๊ม', '12', '2026-11-21'],
  ];
  const values = [
    ['ชื่อ', 'จำนวน', 'วันที่'],
    ['ที่ น้ำ ผู้ ปั๊ม', 12, new Date(Date.UTC(2026, 10, 21))],
  ];

  it('is parsed equally from xlsx, xls and csv', async () => {
    expect(await read(Buffer.from(book(values)), 'xlsx')).toEqual(rows);
    expect(await read(Buffer.from(book(values, undefined, 'biff8')), 'xls')).toEqual(rows);
    expect(await read(csv(rows), 'csv')).toEqual(rows);
    expect(await read(`\ufeff${csv(rows)}`, 'csv')).toEqual(rows);
    expect(await read(csv(rows, ';'), 'csv')).toEqual(rows);
    expect(await read(csv(rows, '\t'), 'csv')).toEqual(rows);
    expect(await read(`sep=;\r\n${csv(rows, ';')}`, 'csv')).toEqual(rows);
  });

  it('may be in the Thai code page', async () => {
    const thai = Buffer.from(
      [...csv(rows)].map((letter) =>
        letter >= '\u0e01' ? letter.charCodeAt(0) - 0x0e00 + 0xa0 : letter.charCodeAt(0),
      ),
    );
    expect(await read(thai, 'csv')).toEqual(rows);
  });

  it('has results of formulas, fills vertically merged cells, skips empty rows and preserves their numbers', async () => {
    const bytes = book([['a', 'b'], ['x', 1], [null, 2], [], [], ['y', null]], (sheet) => {
      sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
      sheet.B6 = { t: 'n', f: '1+2', v: 3 };
    });
    expect(await read(bytes, 'xlsx')).toEqual([
      ['a', 'b'],
      ['x', '1'],
      ['x', '2'],
      ['y', '3'],
    ]);
    const [sheet] = await sheetsOf({ path: onDisk(bytes), type: 'xlsx' });
    expect(sheet?.head.map(({ at }) => at)).toEqual([1, 2, 3, 6]);
  });

  it('has no content in an emptied cell that kept its type, and an error where a formula has one', async () => {
    const sheet =
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"/><c r="C1" t="b"><v></v></c><c r="D1" t="b"><v>0</v></c><c r="E1" t="e"><v>#N/A</v></c></row></sheetData></worksheet>';
    const texts = '<Relationship Id="rId2" Type="relationships/sharedStrings" Target="sharedStrings.xml"/>';
    const parts = (await bombParts(sheet)).map(({ name, bytes }) => ({
      name,
      bytes: name.endsWith('workbook.xml.rels')
        ? Buffer.from(bytes.toString().replace('</Relationships>', `${texts}</Relationships>`))
        : bytes,
    }));
    parts.push({ name: 'xl/sharedStrings.xml', bytes: Buffer.from('<sst><si><t>UID</t></si></sst>') });
    expect(await read(zip(parts), 'xlsx')).toEqual([['UID', '', '', 'FALSE', '#N/A']]);
    const failed = (type: 'xlsx' | 'biff8') =>
      book([['a', 'b', 'c']], (own) => Object.assign(own, { A1: { t: 'e', v: 42 }, B1: { t: 'e', v: 7 } }), type);
    expect(await read(failed('xlsx'), 'xlsx')).toEqual([['#N/A', '#DIV/0!', 'c']]);
    expect(await read(failed('biff8'), 'xls')).toEqual([['#N/A', '#DIV/0!', 'c']]);
  });

  it('is refused if it is broken, or has another type than its name', async () => {
    const fullBook = book(values);
    expect(await failure(read(fullBook.subarray(0, fullBook.length - 200), 'xlsx'))).toBe('broken');
    expect(await failure(read(fullBook.subarray(0, Math.floor(fullBook.length / 2)), 'xlsx'))).toBe('broken');
    expect(await failure(read(Buffer.from('hello'), 'xlsx'))).toBe('broken');
    expect(
      await failure(
        read(
          Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array.from({ length: 600 }, () => 0)]),
          'xls',
        ),
      ),
    ).toBe('broken');
    expect(await failure(read(`"a,b\n${'x'.repeat(1_100_000)}`, 'csv'))).toBe('cell');
  });

  it('is refused beyond the limits on rows, columns, cells and time', async () => {
    expect(await failure(read(csv(Array.from({ length: 20 }, () => ['a'])), 'csv', { rows: 10 }))).toBe('rows');
    expect(await failure(read(csv([Array.from({ length: 20 }, () => 'a')]), 'csv', { columns: 10 }))).toBe('columns');
    expect(await failure(read(book([['a'.repeat(500)]]), 'xlsx', { cell: 100 }))).toBe('cell');
    expect(await failure(read(csv(rows), 'csv', { timeoutMs: 1 }))).toBe('timeout');
  });

  it('that is a decompression bomb does no harm', async () => {
    const sheet = (inside: string) =>
      `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${inside}</sheetData></worksheet>`;
    const honest = zip(
      await bombParts(sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>'.padEnd(60, ' ')) + ' '.repeat(300 * 2 ** 20)),
    );
    expect(honest.length).toBeLessThan(2 ** 20);
    const before = process.memoryUsage.rss();
    expect(await failure(read(honest, 'xlsx'))).toBe('inflated');
    // One with a false size, one endless cell, many empty rows.
    const lying = zip(await bombParts(sheet(' '.repeat(150 * 2 ** 20))), 1000);
    expect(await failure(read(lying, 'xlsx'))).toBe('broken');
    const endless = zip(
      await bombParts(sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'a'.repeat(150 * 2 ** 20)}`)),
    );
    expect(await failure(read(endless, 'xlsx'))).toBe('cell');
    const entities = zip(await bombParts(`<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]>${sheet('')}`));
    expect(await failure(read(entities, 'xlsx'))).toBe('broken');
    const many = Array.from({ length: 3000 }, (_, index) => ({ name: `xl/a${index}.xml`, bytes: Buffer.from('a') }));
    expect(await failure(read(zip(many), 'xlsx'))).toBe('entries');
    // The parts of the bombs are created in this process.
    expect(process.memoryUsage.rss() - before).toBeLessThan(900 * 2 ** 20);
  });
});

interface Part {
  name: string;
  bytes: Buffer;
}
const bombParts = async (sheet: string): Promise<Part[]> => [
  {
    name: '[Content_Types].xml',
    bytes: Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
  },
  {
    name: '_rels/.rels',
    bytes: Buffer.from(
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
  },
  {
    name: 'xl/workbook.xml',
    bytes: Buffer.from('<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    bytes: Buffer.from(
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
  },
  { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from(sheet) },
];
/** A ZIP of deflated parts; `claim` is written as the size of the last one. */
function zip(parts: Part[], claim?: number): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, { name, bytes }] of parts.entries()) {
    const packed = deflateRawSync(bytes);
    const size = claim !== undefined && index === parts.length - 1 ? claim : bytes.length;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...directory, end]);
}

describe('an import', () => {
  let server: TestServer;
  let ws: string;
  let dpo: Person;
  beforeAll(async () => {
    server = await sharedServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ws = (await buildWorkspace(server)).id;
    dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    await buildDataController(server, ws);
  });

  const HEADER = [
    'applicationName',
    'description',
    'titleTh',
    'lawfulBases',
    'flowGroup',
    'channel',
    'attributes',
  ] as const;
  const heading = () => HEADER.map((key) => headingOf(key, 'th'));
  const row = (name: string, over: Partial<Record<(typeof HEADER)[number], string>> = {}): string[] => {
    const cells: Record<(typeof HEADER)[number], string> = {
      applicationName: name,
      description: `คำอธิบาย ${name}`,
      titleTh: `วัตถุประสงค์ของ ${name}`,
      lawfulBases: 'สัญญา',
      flowGroup: 'กลุ่มใหม่',
      channel: 'ช่องทางใหม่',
      attributes: 'หมวดใหม่: ชื่อ; นามสกุล',
      ...over,
    };
    return HEADER.map((key) => cells[key]);
  };
  const names = async (workspaceId = ws) =>
    (
      await server.owner
        .selectFrom('applications')
        .select('name')
        .where('workspaceId', '=', workspaceId)
        .orderBy('name')
        .execute()
    ).map(({ name }) => name);
  /** The record of a workspace as rows of the export, without what differs between workspaces. */
  async function sheetOf(person: Person): Promise<string[][]> {
    const { rowsOf: sheetRowsOf } = await import('../../shared/ropa/rows.ts');
    const call = await callerFor(server, person);
    const { collection } = await call.application.list({
      ws: person.workspaceId,
      pageSize: 100,
      sortBy: 'name',
      sortDirection: 'ASC',
    });
    const rows: string[][] = [ROPA_COLUMN_KEYS.map((key) => headingOf(key, 'th'))];
    for (const [index, { id }] of collection.entries()) {
      const detail = await call.application.detail({ ws: person.workspaceId, id });
      const record = {
        ...detail,
        flows: detail.dataMapping,
        purposes: detail.purposes.map((purpose) => ({ ...purpose, responsibleEmail: '' })),
      };
      rows.push(
        ...sheetRowsOf(record as never, index + 1, 'th').map((cells) => ROPA_COLUMN_KEYS.map((key) => cells[key])),
      );
    }
    return rows;
  }

  it('suggests the mapping of columns, also below title lines and with custom headings', async () => {
    const bytes = Buffer.from(
      book([
        ['ทะเบียนของเรา'],
        [],
        ['Application name', 'Description', 'วัตถุประสงค์', 'ฐานกฎหมาย', 'อื่น ๆ'],
        ['ระบบ ก', 'x', 'y', 'สัญญา', 'z'],
      ]),
    );
    const found = await startedImport(server, dpo, bytes, 'ทะเบียน.xlsx');
    expect(found.status).toBe('ready');
    expect(found.sheet.headingRow).toBe(3);
    expect(found.mapping.fields).toMatchObject({ applicationName: 0, description: 1, titleTh: 2 });
    expect(found.sheet.preview).toEqual([{ at: 4, cells: ['ระบบ ก', 'x', 'y', 'สัญญา', 'z'] }]);
    expect(found.summary.rows).toBe(1);
  });

  it('writes application, purpose and lines, with missing catalogue entries if requested', async () => {
    const bytes = await workbook([heading(), row('ระบบ ก'), row('ระบบ ก', { flowGroup: 'อีกกลุ่ม' }), row('ระบบ ข')]);
    const strict = await checked(server, dpo, bytes, 'a.xlsx');
    expect(strict.summary).toMatchObject({ rows: 3, accepted: 0, rejected: 3 });
    expect(strict.problems.map(({ key }) => key)).toContain('recordImport:problem.unknownWord');
    expect(
      await refusedWith((await api(server, dpo)).commit({ ws, id: strict.id, rowVersion: strict.rowVersion })),
    ).toBe('CONFLICT');
    expect(await names()).toEqual([]);

    const adding = await checked(server, dpo, bytes, 'a.xlsx', { addMissing: true });
    expect(adding.problems).toEqual([]);
    expect(adding.summary).toMatchObject({
      rows: 3,
      accepted: 3,
      rejected: 0,
      applications: { created: 2 },
      purposes: { created: 2 },
      lines: { created: 3 },
    });
    expect(adding.summary.missingCount).toBeGreaterThan(3);
    expect(await names()).toEqual([]);
    const done = await committed(server, dpo, adding);
    expect(done).toMatchObject({
      status: 'done',
      summary: { accepted: 3, rejected: 0, applications: { created: 2, changed: 0 } },
    });
    expect(await names()).toEqual(['ระบบ ก', 'ระบบ ข']);
    const { applicationName } = { applicationName: done.summary.outcomes[0]! };
    const mapping = await (await callerFor(server, dpo)).dataMapping.get({ ws, id: applicationName.id! });
    expect(mapping.flows.map((flow) => flow.attributes.map(({ name }) => name.th))).toEqual([
      ['ชื่อ', 'นามสกุล'],
      ['ชื่อ', 'นามสกุล'],
    ]);
    expect(mapping.status).toBe('draft');

    const again = await checked(server, dpo, bytes, 'a.xlsx');
    expect(again.summary).toMatchObject({
      accepted: 3,
      applications: { created: 0, changed: 0, unchanged: 2 },
      lines: { unchanged: 3, created: 0, changed: 0, removed: 0 },
      missingCount: 0,
    });
  });

  it('adds for nobody what they may not add manually, and reports who may', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const controller = [
      ...heading(),
      ...(
        [
          'dataController',
          'controllerContact',
          'controllerAddress',
          'controllerPhone',
          'controllerEmail',
          'purposeCategory',
        ] as const
      ).map((key) => headingOf(key, 'th')),
    ];
    const bytes = await workbook([
      controller,
      [...row('ก', { attributes: 'หมวดใหม่: ชื่อ' }), '', '', '', '', '', ''],
      [
        ...row('ข', { flowGroup: '', channel: '', attributes: '' }),
        'บริษัท ใหม่ จำกัด',
        'สมชาย',
        '1 ถนน',
        '021234567',
        'a@b.example',
        '',
      ],
      [...row('ค', { flowGroup: '', channel: '', attributes: '' }), '', '', '', '', '', 'หมวดหมู่วัตถุประสงค์ใหม่'],
    ]);
    const found = await checked(server, staff, bytes, 'a.xlsx', { addMissing: true });
    expect(found.problems.filter(({ key }) => key.includes('mayNotAdd'))).toEqual([
      { row: 2, field: 'attributes', key: 'recordImport:problem.mayNotAdd.piiCategory', values: { name: 'หมวดใหม่' } },
      {
        row: 3,
        field: 'dataController',
        key: 'recordImport:problem.mayNotAdd.dataController',
        values: { name: 'บริษัท ใหม่ จำกัด' },
      },
    ]);
    expect(found.summary).toMatchObject({
      accepted: 1,
      missing: [{ kind: 'purposeCategory', name: 'หมวดหมู่วัตถุประสงค์ใหม่' }],
    });
    const [, first, second] = await stored(server, staff, found.rejects!.id);
    expect(first!.at(-1)).toMatch(
      /“หมวดใหม่” กรุณาให้ผู้ดูแลระบบหรือ DPO เพิ่ม\n[^]*“หมวดใหม่”. Have an Admin or the DPO add it/,
    );
    expect(second!.at(-1)).toMatch(/“บริษัท ใหม่ จำกัด” กรุณาให้ผู้ดูแลระบบหรือ DPO เพิ่ม/);
    // The sentences name these roles.
    for (const key of ['organization.write', 'piiCategory.write'] as const)
      expect(PERMISSIONS[key].roles).toEqual(['Admin', 'DPO']);
    expect(await committed(server, staff, found)).toMatchObject({
      status: 'done',
      summary: { accepted: 1, rejected: 2 },
    });
    expect(await names()).toEqual(['ค']);
    expect(
      await server.owner
        .selectFrom('purposeCategories')
        .select('nameTh')
        .where('workspaceId', '=', ws)
        .where('builtIn', '=', false)
        .execute(),
    ).toEqual([{ nameTh: 'หมวดหมู่วัตถุประสงค์ใหม่' }]);

    // Checked as a DPO, written as Staff: the role at the time of writing counts.
    const ready = await checked(server, dpo, bytes, 'b.xlsx', { addMissing: true });
    expect(ready.problems).toEqual([]);
    expect(ready.summary).toMatchObject({ missingCount: 5 });
    await server.owner.updateTable('personnel').set({ role: 'Staff' }).where('id', '=', dpo.personnelId).execute();
    const done = await committed(server, dpo, ready);
    expect(done.problems.map(({ key }) => key)).toEqual([
      'recordImport:problem.mayNotAdd.piiCategory',
      'recordImport:problem.mayNotAdd.dataController',
    ]);
    expect(await names()).toEqual(['ค']);
    for (const table of ['piiCategories', 'dataControllers'] as const)
      expect(
        await server.owner
          .selectFrom(table)
          .select('id')
          .where('workspaceId', '=', ws)
          .where('nameTh', 'in', ['หมวดใหม่', 'บริษัท ใหม่ จำกัด'])
          .execute(),
      ).toEqual([]);
  });

  it('returns its file and its rejected rows to nobody who may not import', async () => {
    const bytes = await workbook([heading(), row('ก', { lawfulBases: 'ไม่มี' })]);
    const uploaded = (await upload(server, dpo, bytes, 'ทะเบียน.xlsx')).json<{ id: string }>();
    const own = await api(server, dpo);
    const { id } = await own.create({ ws, fileId: uploaded.id });
    await step(server, { id }, ws);
    const ready = await own.get({ ws, id });
    const checking = await own.check({ ws, id, rowVersion: ready.rowVersion });
    await step(server, checking, ws);
    const found = await own.get({ ws, id });
    const manager = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const outsider = await buildPerson(server, { role: 'Admin' });
    const status = async ({ token }: Person, fileId: string) =>
      (
        await server.app.inject({
          url: `/files-api/v1/files/${fileId}?workspace=${ws}`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode;
    for (const fileId of [uploaded.id, found.rejects!.id]) {
      expect([
        await status(dpo, fileId),
        await status(staff, fileId),
        await status(manager, fileId),
        await status(outsider, fileId),
      ]).toEqual([200, 200, 403, 404]);
    }
    // Without the record of processing in the package nobody has it.
    await server.owner
      .updateTable('workspaces')
      .set({ flags: JSON.stringify({ ...defaultFlags('Unlimit'), ropaInventoryEnabled: false }) })
      .where('id', '=', ws)
      .execute();
    expect(await status(dpo, uploaded.id)).toBe(403);
    await server.owner
      .updateTable('workspaces')
      .set({ flags: JSON.stringify(defaultFlags('Unlimit')) })
      .where('id', '=', ws)
      .execute();

    // A new check replaces the file of rejected rows: the old one is deleted with its bytes.
    await step(server, await own.check({ ws, id, rowVersion: found.rowVersion }), ws);
    const next = await own.get({ ws, id });
    expect(next.rejects!.id).not.toBe(found.rejects!.id);
    expect(await status(dpo, found.rejects!.id)).toBe(404);
    // Cancelled, both are restricted to their uploader, and deleted a day later.
    await own.cancel({ ws, id });
    expect([
      await status(dpo, uploaded.id),
      await status(staff, uploaded.id),
      await status(manager, uploaded.id),
    ]).toEqual([200, 404, 404]);
    server.clock.set(new Date(Date.now() + 2 * 86_400_000));
    await sweepFiles(server.deps);
    server.clock.run();
    expect(await server.owner.selectFrom('files').select('id').where('workspaceId', '=', ws).execute()).toEqual([]);
    expect(await own.get({ ws, id })).toMatchObject({ status: 'cancelled', rejects: null });
  });

  it('accepts an export: the same workspace does not change, an empty one gets the same record', async () => {
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const { id: dataControllerId } = await buildDataController(server, ws, {
      nameTh: 'บริษัท ต้นทาง จำกัด',
      nameEn: 'Source',
    });
    await buildRegister(server, () => callerFor(server, admin), {
      ws,
      dataControllerId,
      applications: 4,
      purposesEach: 3,
    });
    const first = await sheetOf(admin);
    const bytes = await workbook(first);

    const versions = await server.owner
      .selectFrom('applications')
      .select(['id', 'rowVersion', 'status'])
      .where('workspaceId', '=', ws)
      .orderBy('id')
      .execute();
    const same = await checked(server, dpo, bytes, 'export.xlsx');
    expect(same.problems).toEqual([]);
    expect(same.summary).toMatchObject({
      rows: first.length - 1,
      rejected: 0,
      applications: { created: 0, changed: 0, unchanged: 4 },
      purposes: { created: 0, changed: 0, unchanged: 12 },
      lines: { created: 0, changed: 0, unchanged: 24, removed: 0 },
    });
    await committed(server, dpo, same);
    expect(
      await server.owner
        .selectFrom('applications')
        .select(['id', 'rowVersion', 'status'])
        .where('workspaceId', '=', ws)
        .orderBy('id')
        .execute(),
    ).toEqual(versions);

    const other = await buildPerson(server, { role: 'Admin' });
    const ready = await checked(server, other, bytes, 'export.xlsx', { addMissing: true });
    expect(ready.problems).toEqual([]);
    const done = await committed(server, other, ready);
    expect(done).toMatchObject({ status: 'done', summary: { rejected: 0, applications: { created: 4 } } });
    const own = new Set([
      'applicationCode',
      'purposeCode',
      'flowCode',
      'status',
      'version',
      'purposeStatus',
      'purposeVersion',
    ]);
    const without = (rows: string[][]) =>
      rows.map((cells) => cells.filter((_, index) => !own.has(ROPA_COLUMN_KEYS[index]!)));
    expect(without(await sheetOf(other))).toEqual(without(first));
    // As CSV too, in the other workspace: nothing changes.
    const asCsv = await checked(server, other, Buffer.from(csv(first)), 'export.csv', { type: CSV });
    expect(asCsv.summary).toMatchObject({ rejected: 0, applications: { created: 0, changed: 0, unchanged: 4 } });
  });

  it('changes only what differs in the file, and turns a published record into a draft of its next version', async () => {
    const done = await committed(
      server,
      dpo,
      await checked(server, dpo, await workbook([heading(), row('ระบบ ก'), row('ระบบ ข')]), 'a.xlsx', {
        addMissing: true,
      }),
    );
    await server.owner
      .updateTable('applications')
      .set({ status: 'published', publishedVersion: 1 })
      .where('workspaceId', '=', ws)
      .execute();
    const next = await checked(
      server,
      dpo,
      await workbook([heading(), row('ระบบ ก', { description: 'ใหม่' }), row('ระบบ ข')]),
      'b.xlsx',
    );
    expect(next.summary).toMatchObject({
      applications: { created: 0, changed: 1, unchanged: 1 },
      reopened: ['ระบบ ก'],
    });
    await committed(server, dpo, next);
    const rows = await server.owner
      .selectFrom('applications')
      .select(['name', 'status', 'description', 'publishedVersion'])
      .where('workspaceId', '=', ws)
      .orderBy('name')
      .execute();
    expect(rows).toEqual([
      { name: 'ระบบ ก', status: 'draft', description: 'ใหม่', publishedVersion: 1 },
      { name: 'ระบบ ข', status: 'published', description: 'คำอธิบาย ระบบ ข', publishedVersion: 1 },
    ]);
    expect(done.summary.outcomes).toHaveLength(2);
    // A column missing in the file changes nothing.
    const narrow = await checked(
      server,
      dpo,
      await workbook([
        [headingOf('applicationName', 'th'), headingOf('dataSubjectCount', 'th')],
        ['ระบบ ข', '๑,๒๐๐'],
      ]),
      'c.xlsx',
    );
    expect(narrow.problems).toEqual([]);
    await committed(server, dpo, narrow);
    const [changed] = await server.owner
      .selectFrom('applications')
      .select(['dataSubjectCount', 'description'])
      .where('workspaceId', '=', ws)
      .where('name', '=', 'ระบบ ข')
      .execute();
    expect(changed).toEqual({ dataSubjectCount: 1200, description: 'คำอธิบาย ระบบ ข' });
  });

  it('undoes no edit that was made between its check and its confirmation', async () => {
    const first = [heading(), row('ระบบ ก'), row('ระบบ ข'), row('ระบบ ค')];
    await committed(server, dpo, await checked(server, dpo, await workbook(first), 'a.xlsx', { addMissing: true }));
    const bytes = await workbook([
      heading(),
      row('ระบบ ก', { description: 'จากไฟล์' }),
      row('ระบบ ข', { description: 'จากไฟล์' }),
      row('ระบบ ค'),
    ]);
    const ready = await checked(server, dpo, bytes, 'b.xlsx');
    expect(ready.summary).toMatchObject({ accepted: 3, applications: { changed: 2, unchanged: 1 } });
    await server.owner
      .updateTable('applications')
      .set((eb) => ({ description: 'แก้ในระบบ', rowVersion: eb('rowVersion', '+', 1) }))
      .where('workspaceId', '=', ws)
      .where('name', '=', 'ระบบ ก')
      .execute();
    await server.owner
      .updateTable('purposes')
      .set((eb) => ({ lawfulBases: ['consent'], rowVersion: eb('rowVersion', '+', 1) }))
      .where('workspaceId', '=', ws)
      .where('titleTh', '=', 'วัตถุประสงค์ของ ระบบ ค')
      .execute();
    const done = await committed(server, dpo, ready);
    expect(done).toMatchObject({ status: 'done', summary: { rows: 3, accepted: 1, rejected: 2 } });
    expect(done.problems.map((problem) => [problem.row, problem.field, problem.key])).toEqual([
      [2, null, 'recordImport:problem.edited'],
      [4, null, 'recordImport:problem.edited'],
    ]);
    const recorded = async () =>
      (
        await server.owner
          .selectFrom('applications')
          .select(['name', 'description'])
          .where('workspaceId', '=', ws)
          .orderBy('name')
          .execute()
      ).map(({ description }) => description);
    expect(await recorded()).toEqual(['แก้ในระบบ', 'จากไฟล์', 'คำอธิบาย ระบบ ค']);
    const bases = await server.owner
      .selectFrom('purposes')
      .select('lawfulBases')
      .where('workspaceId', '=', ws)
      .where('titleTh', '=', 'วัตถุประสงค์ของ ระบบ ค')
      .execute();
    expect(bases).toEqual([{ lawfulBases: ['consent'] }]);
    // Checked again, it replaces what was recorded by then.
    await committed(server, dpo, await checked(server, dpo, bytes, 'b.xlsx'));
    expect(await recorded()).toEqual(['จากไฟล์', 'จากไฟล์', 'คำอธิบาย ระบบ ค']);
  });

  it('calls nothing edited that its check rejected for a reason that no longer applies', async () => {
    const header = [...heading(), headingOf('responsiblePersonnel', 'th')];
    const first = [heading(), row('ระบบ ก'), row('ระบบ ข')];
    await committed(server, dpo, await checked(server, dpo, await workbook(first), 'a.xlsx', { addMissing: true }));
    const bytes = await workbook([
      header,
      [...row('ระบบ ก', { description: 'จากไฟล์' }), 'มานะ ตั้งใจ'],
      [...row('ระบบ ข', { description: 'จากไฟล์' }), ''],
    ]);
    const ready = await checked(server, dpo, bytes, 'b.xlsx');
    expect(ready.summary).toMatchObject({ accepted: 1, rejected: 1 });
    await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'มานะ ตั้งใจ' });
    const done = await committed(server, dpo, ready);
    expect(done).toMatchObject({ status: 'done', problems: [], summary: { rows: 2, accepted: 2, rejected: 0 } });
  });

  it('names every rejected row, and accepts the file of rejected rows once it is corrected', async () => {
    const many = sized(501, 10_001);
    const wrong = Array.from({ length: many }, (_, index) => row(`ระบบ ${index}`, { lawfulBases: 'ฐานที่ไม่มี' }));
    const found = await checked(server, dpo, await workbook([heading(), ...wrong, row('ระบบ ดี')]), 'many.xlsx', {
      addMissing: true,
    });
    expect(found.summary).toMatchObject({ rows: many + 1, accepted: 1, rejected: many, problems: many });
    expect(found.problems).toHaveLength(200);
    expect(found.problems[0]).toMatchObject({ row: 2, field: 'lawfulBases', key: 'ropaSheet:problem.word' });
    const [head, ...rejected] = await stored(server, dpo, found.rejects!.id);
    expect(rejected).toHaveLength(many);
    expect(head).toEqual([...heading(), 'สิ่งที่ต้องแก้ไข / What to correct']);
    for (const cells of rejected) expect(cells.at(-1)).toMatch(/ฐานที่ไม่มี[^]*\n[^]*ฐานที่ไม่มี/);
    const corrected = await workbook([
      head!,
      ...rejected.slice(0, 3).map((cells) => cells.map((cell) => (cell === 'ฐานที่ไม่มี' ? 'สัญญา' : cell))),
    ]);
    const fixed = await checked(server, dpo, corrected, 'fixed.xlsx', { addMissing: true });
    expect(fixed.problems).toEqual([]);
    expect((await committed(server, dpo, fixed)).summary.applications.created).toBe(3);
  });

  it('makes nobody responsible who can no longer be chosen, and leaves the recorded ones', async () => {
    const header = [...heading(), headingOf('responsiblePersonnel', 'th'), headingOf('internalApplications', 'th')];
    const { personnelId: active } = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'สมชาย ใจดี' });
    const left = { workspaceId: ws, role: 'Staff', status: 'suspended' } as const;
    await buildPerson(server, { ...left, name: 'สมชาย ใจดี' });
    const { email } = await buildPerson(server, { ...left, name: 'สมหญิง เก่งกาจ' });
    const check = async (...rows: string[][]) =>
      checked(server, dpo, await workbook([header, ...rows]), 'a.xlsx', { addMissing: true });
    const found = await check(
      [...row('ก'), 'สมชาย ใจดี', ''],
      [...row('ข'), 'สมหญิง เก่งกาจ', ''],
      [...row('ค'), `| ${email}`, ''],
      [...row('ง'), 'ไม่มีใคร', ''],
      [...row('จ'), '', 'ข'],
    );
    expect(found.problems.map(({ row: at, field, key, values }) => [at, field, key, values?.['name']])).toEqual([
      [3, 'responsiblePersonnel', 'recordImport:problem.unknownPersonnel', 'สมหญิง เก่งกาจ'],
      [4, 'responsiblePersonnel', 'recordImport:problem.unknownPersonnel', email],
      [5, 'responsiblePersonnel', 'recordImport:problem.unknownPersonnel', 'ไม่มีใคร'],
      [6, 'internalApplications', 'recordImport:problem.recipientRejected', 'ข'],
    ]);
    await committed(server, dpo, found);
    expect(await names()).toEqual(['ก']);
    const recorded = () =>
      server.owner
        .selectFrom('purposes')
        .select('responsiblePersonnelId')
        .where('workspaceId', '=', ws)
        .executeTakeFirstOrThrow();
    expect(await recorded()).toEqual({ responsiblePersonnelId: active });
    // Suspended since: the file that still names them changes nothing.
    await server.owner.updateTable('personnel').set({ status: 'suspended' }).where('id', '=', active).execute();
    const again = await check([...row('ก'), 'สมชาย ใจดี', '']);
    expect(again.problems).toEqual([]);
    expect(again.summary.applications).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('has the day of a date cell whose year was typed in the Buddhist era', async () => {
    const bytes = book([
      [...heading(), headingOf('reviewOn', 'th')],
      [...row('ก'), new Date(Date.UTC(2569, 11, 31))],
      [...row('ข'), new Date(Date.UTC(2026, 11, 31))],
    ]);
    const found = await checked(server, dpo, bytes, 'a.xlsx', { addMissing: true });
    expect(found.problems).toEqual([]);
    await committed(server, dpo, found);
    const { application } = await callerFor(server, dpo);
    const { collection } = await application.list({ ws });
    const days = await Promise.all(collection.map(async ({ id }) => (await application.get({ ws, id })).reviewOn));
    expect(days).toEqual(['2026-12-31', '2026-12-31']);
  });

  it('names the column of what is refused when it is written', async () => {
    const first = await workbook([heading(), row('ก')]);
    await committed(server, dpo, await checked(server, dpo, first, 'a.xlsx', { addMissing: true }));
    const ready = await checked(server, dpo, await workbook([heading(), row('ข')]), 'b.xlsx', { addMissing: true });
    await server.owner.updateTable('piiCategories').set({ active: false }).where('workspaceId', '=', ws).execute();
    const done = await committed(server, dpo, ready);
    expect(done.problems).toMatchObject([{ row: 2, field: 'attributes' }]);
    expect(await names()).toEqual(['ก']);
  });

  it('takes no attribute of a deactivated category, and leaves the recorded ones', async () => {
    const first = await workbook([heading(), row('ก')]);
    await committed(server, dpo, await checked(server, dpo, first, 'a.xlsx', { addMissing: true }));
    await server.owner.updateTable('piiCategories').set({ active: false }).where('workspaceId', '=', ws).execute();
    const more = { attributes: 'หมวดใหม่: ชื่อ; ที่อยู่' };
    const bytes = await workbook([heading(), row('ก'), row('ข'), row('ค', more)]);
    const found = await checked(server, dpo, bytes, 'b.xlsx', { addMissing: true });
    expect(found.problems.map(({ row: at, field, key, values }) => [at, field, key, values?.['name']])).toEqual([
      [3, 'attributes', 'recordImport:problem.inactiveCategory', 'หมวดใหม่'],
      [4, 'attributes', 'recordImport:problem.inactiveCategory', 'หมวดใหม่'],
    ]);
    expect(found.summary).toMatchObject({ accepted: 1, rejected: 2, applications: { unchanged: 1 } });
    const added = await checked(server, dpo, await workbook([heading(), row('ก', more)]), 'c.xlsx', {
      addMissing: true,
    });
    expect(added.problems).toMatchObject([{ row: 2, field: 'attributes' }]);
  });

  it('imports an application completely or not at all, and reports the reason for each of its rows', async () => {
    const bytes = await workbook([
      heading(),
      row('ก'),
      row('ก', { flowGroup: '', channel: 'ช่องทางใหม่' }),
      row('ข'),
      row('ข', { description: 'อีกอย่าง' }),
      ['', 'ไม่มีชื่อ'],
      row('ค'),
    ]);
    const found = await checked(server, dpo, bytes, 'a.xlsx', { addMissing: true });
    expect(found.problems.map(({ row: at, field, key }) => [at, field, key])).toEqual([
      [3, 'flowGroup', 'errors:required'],
      [5, 'description', 'recordImport:problem.differs'],
      [6, 'applicationName', 'errors:required'],
    ]);
    expect(found.summary).toMatchObject({ accepted: 1, rejected: 5 });
    const [, ...rejected] = await stored(server, dpo, found.rejects!.id);
    expect(rejected[0]!.at(-1)).toContain('แถว 3');
    await committed(server, dpo, found);
    expect(await names()).toEqual(['ค']);
  });

  it('links data from one application of the file to a later one, and to none that is rejected', async () => {
    const header = [...heading(), headingOf('internalApplications', 'th')];
    const good = await checked(
      server,
      dpo,
      await workbook([header, [...row('ต้นทาง'), 'ปลายทาง'], row('ปลายทาง')]),
      'a.xlsx',
      { addMissing: true },
    );
    expect(good.problems).toEqual([]);
    const done = await committed(server, dpo, good);
    expect(done.summary).toMatchObject({ rejected: 0, applications: { created: 2, changed: 0 } });
    expect(await names()).toEqual(['ต้นทาง', 'ปลายทาง'].toSorted());
    const bad = await checked(
      server,
      dpo,
      await workbook([header, [...row('หนึ่ง'), 'สอง'], row('สอง', { channel: '' })]),
      'b.xlsx',
      { addMissing: true },
    );
    expect(bad.summary.accepted).toBe(0);
    expect(bad.problems.map(({ key }) => key)).toContain('recordImport:problem.recipientRejected');
  });

  it('records the locations of storage systems, preserves what the file does not contain, and refuses contradictions', async () => {
    const header = [...heading(), headingOf('storageSystems', 'th'), headingOf('storagePlaces', 'th')];
    const places = async () => {
      const { collection } = await (
        await callerFor(server, dpo)
      ).catalogue.list({ ws, kind: 'storageSystem', pageSize: 100 });
      return Object.fromEntries(
        collection.map(({ name, country, safeguard }) => [name.th, [country, safeguard].filter(Boolean).join(' ')]),
      );
    };
    const write = async (...rows: string[][]) => {
      const found = await checked(server, dpo, await workbook([header, ...rows]), 'a.xlsx', { addMissing: true });
      if (found.problems.length === 0) await committed(server, dpo, found);
      return found;
    };
    const first = await write(
      [...row('ก'), 'คลาวด์ใหม่', 'คลาวด์ใหม่ | สิงคโปร์ | ข้อสัญญามาตรฐาน\nระบบอีเมล | IE'],
      [...row('ข'), 'คลาวด์ใหม่', 'คลาวด์ใหม่ | SG | standardClauses'],
    );
    expect(first.problems).toEqual([]);
    expect(await places()).toMatchObject({ คลาวด์ใหม่: 'SG standardClauses', ระบบอีเมล: 'IE' });
    // The same value changes nothing; an empty cell means no statement.
    const again = await write(
      [...row('ก'), 'คลาวด์ใหม่', 'คลาวด์ใหม่ | Singapore | Standard contractual clauses'],
      [...row('ข'), 'คลาวด์ใหม่', ''],
    );
    expect(again.summary).toMatchObject({ applications: { changed: 0, unchanged: 2 } });
    const moved = await write([...row('ก'), 'คลาวด์ใหม่', 'คลาวด์ใหม่ | ไทย']);
    expect(moved.summary.applications).toMatchObject({ changed: 1 });
    expect(await places()).toMatchObject({ คลาวด์ใหม่: 'TH', ระบบอีเมล: 'IE' });
    // Abroad in an unknown country, as the code and as the export writes it in either language.
    for (const unnamed of ['ZZ', 'ต่างประเทศ (ยังไม่ระบุประเทศ)', 'Abroad (country not named)'] as const) {
      const named = await write([...row('ก'), 'คลาวด์ใหม่', `คลาวด์ใหม่ | ${unnamed}`]);
      expect(named.problems).toEqual([]);
      expect(named.summary.applications).toMatchObject({ changed: unnamed === 'ZZ' ? 1 : 0 });
      expect(await places()).toMatchObject({ คลาวด์ใหม่: 'ZZ' });
    }
    const refused = await write(
      [...row('ก'), 'คลาวด์ใหม่', 'คลาวด์ใหม่ | SG'],
      [...row('ข'), 'คลาวด์ใหม่', 'คลาวด์ใหม่ | US'],
      [...row('ค'), '', 'คลาวด์ใหม่'],
    );
    expect(refused.problems.map(({ row: at, field, key }) => [at, field, key])).toEqual([
      [3, 'storagePlaces', 'recordImport:problem.differs'],
      [4, 'storagePlaces', 'ropaSheet:problem.place'],
    ]);
  });

  it('reports the package’s limit before anything is written', async () => {
    const small = await buildWorkspace(server, { tier: 'Basic' });
    const person = await buildPerson(server, { workspaceId: small.id, role: 'DPO' });
    await buildDataController(server, small.id);
    const many = Array.from({ length: 60 }, (_, index) => row(`ระบบ ${String(index).padStart(2, '0')}`));
    const found = await checked(server, person, await workbook([heading(), ...many]), 'a.xlsx', { addMissing: true });
    const { over } = found.summary;
    expect(over).toMatchObject({ used: 0, wanted: 60 });
    expect(found.summary.accepted).toBe(over!.limit);
    expect(found.problems.every(({ key }) => key === 'workspace:limit.applications')).toBe(true);
    expect((await committed(server, person, found)).summary.applications.created).toBe(over!.limit);
  });

  it('continues after the last application when its node was killed, and duplicates nothing', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(`ระบบ ${String(index).padStart(2, '0')}`));
    const ready = await checked(server, dpo, await workbook([heading(), ...rows]), 'a.xlsx', { addMissing: true });
    await (await api(server, dpo)).commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
    const stop = new AbortController();
    const running = step(server, ready, ws, stop.signal);
    for (;;) {
      const { count } = await server.owner
        .selectFrom('applications')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', ws)
        .executeTakeFirstOrThrow();
      if (Number(count) >= 3) break;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    stop.abort(new Error('killed'));
    await expect(running).rejects.toThrow();
    const written = (await names()).length;
    expect(written).toBeLessThan(12);
    const half = await (await api(server, dpo)).get({ ws, id: ready.id });
    expect(half).toMatchObject({ status: 'running', done: written, written });
    await step(server, ready, ws);
    const done = await (await api(server, dpo)).get({ ws, id: ready.id });
    expect(done).toMatchObject({
      status: 'done',
      summary: {
        accepted: 12,
        applications: { created: 12, changed: 0, unchanged: 0 },
        purposes: { created: 12 },
        lines: { created: 12 },
      },
    });
    expect(await names()).toHaveLength(12);
    const created = await server.owner
      .selectFrom('activityLogs')
      .select('entityId')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'application.created')
      .execute();
    expect(created).toHaveLength(12);
  });

  it('runs in parallel to another one of the same file: each application is written once', async () => {
    const bytes = await workbook([heading(), row('ก'), row('ข'), row('ค')]);
    const one = await checked(server, dpo, bytes, 'a.xlsx', { addMissing: true });
    const two = await checked(server, dpo, bytes, 'b.xlsx', { addMissing: true });
    const [first, second] = await Promise.all([committed(server, dpo, one), committed(server, dpo, two)]);
    expect(await names()).toEqual(['ก', 'ข', 'ค']);
    expect([first.status, second.status]).toEqual(['done', 'done']);
  });

  it('skips the example of the template, which can be filled in directly', async () => {
    const { base64 } = await (await api(server, dpo)).template({ ws, format: 'xlsx', locale: 'th' });
    const [head, example] = await tableOf(Buffer.from(base64, 'base64'));
    const mine = head!.map(
      (text) =>
        ({ [headingOf('applicationName', 'th')]: 'ระบบของเรา', [headingOf('description', 'th')]: 'คำอธิบาย' })[text] ??
        '',
    );
    const found = await checked(server, dpo, await workbook([head!, example!, mine]), 'template.xlsx');
    expect(found.problems).toEqual([]);
    expect(found.summary).toMatchObject({ rows: 1, skipped: 1, accepted: 1 });
    // The example itself is valid, if somebody removes its mark.
    const real = await checked(
      server,
      dpo,
      await workbook([head!, example!.map((cell) => cell.replace('ตัวอย่าง: ', ''))]),
      'real.xlsx',
      { addMissing: true },
    );
    expect(real.problems).toEqual([]);
    const asCsv = await (await api(server, dpo)).template({ ws, format: 'csv', locale: 'en' });
    expect((await tableOf(Buffer.from(asCsv.base64, 'base64'), 'csv'))[0]).toContain(
      headingOf('applicationName', 'en'),
    );
  });

  it('ends with a reason if its file cannot be read, and the server continues', async () => {
    const fileId = await storeFile(server, dpo, Buffer.from('PK\u0003\u0004 not a workbook'), 'broken.xlsx', XLSX);
    const created = await (await api(server, dpo)).create({ ws, fileId });
    await step(server, created, ws);
    expect(await (await api(server, dpo)).get({ ws, id: created.id })).toMatchObject({
      status: 'failed',
      errorCode: 'broken',
    });
    const empty = await startedImport(server, dpo, Buffer.from(book([['ชื่อ']])), 'empty.xlsx');
    expect(empty).toMatchObject({ status: 'failed', errorCode: 'empty' });
    expect((await upload(server, dpo, Buffer.from('<html><script>1</script></html>'), 'page.xlsx')).statusCode).toBe(
      415,
    );
    expect((await upload(server, dpo, Buffer.from(book([['ชื่อ'], ['ก']])), 'ok.xlsx')).statusCode).toBe(200);
  });

  it('is restricted to people of the record: nobody else, and none of another workspace', async () => {
    const ready = await checked(server, dpo, await workbook([heading(), row('ก')]), 'a.xlsx', { addMissing: true });
    const manager = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    const outsider = await buildPerson(server, { role: 'Admin' });
    const { id, rowVersion } = ready;
    const calls = (own: Awaited<ReturnType<typeof api>>) => [
      () => own.get({ ws, id }),
      () => own.list({ ws }),
      () => own.check({ ws, id, rowVersion }),
      () => own.commit({ ws, id, rowVersion }),
      () => own.cancel({ ws, id }),
      () => own.template({ ws }),
    ];
    for (const call of calls(await api(server, null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await api(server, manager))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await api(server, outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    expect(await refusedWith((await api(server, outsider)).get({ ws: outsider.workspaceId, id }))).toBe('NOT_FOUND');
    // A user who has lost the permission since gets nothing written.
    await (await api(server, dpo)).commit({ ws, id, rowVersion });
    await server.owner
      .updateTable('personnel')
      .set({ role: 'Top Management' })
      .where('id', '=', dpo.personnelId)
      .execute();
    await step(server, ready, ws);
    expect(await names()).toEqual([]);
    const [stored_] = await server.owner
      .selectFrom('imports')
      .select(['status', 'errorCode'])
      .where('id', '=', id)
      .execute();
    expect(stored_).toEqual({ status: 'failed', errorCode: 'forbidden' });
  });

  it('can be cancelled before it writes, and not moved from an older state', async () => {
    const ready = await checked(server, dpo, await workbook([heading(), row('ก')]), 'a.xlsx', { addMissing: true });
    const own = await api(server, dpo);
    expect((await refusal(own.commit({ ws, id: ready.id, rowVersion: ready.rowVersion - 1 }))).status).toBe('CONFLICT');
    expect(ready.sheet.preview).not.toEqual([]);
    // Its file goes with what the row quotes of it.
    const cancelled = await own.cancel({ ws, id: ready.id });
    expect(cancelled).toMatchObject({ status: 'cancelled', filesUntil: null, sheet: { preview: [] } });
    expect(cancelled.sheet.columns.flatMap(({ samples }) => samples)).toEqual([]);
    expect(await refusedWith(own.commit({ ws, id: ready.id, rowVersion: ready.rowVersion + 1 }))).toBe('CONFLICT');
    expect((await own.list({ ws })).collection.map(({ status }) => status)).toEqual(['cancelled']);
  });
});
