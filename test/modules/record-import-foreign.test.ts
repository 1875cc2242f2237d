import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationDetail } from '../../shared/application/schema.ts';
import type { ImportMapping, RecordImport } from '../../shared/recordImport/schema.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { otherToolsRegister } from '../helpers/otherTool.ts';
import { api, committed, startedImport, step, workbook } from '../helpers/recordFiles.ts';
import { refusedWith } from '../helpers/refusal.ts';

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

/** Sets the mapping, has every row checked, and returns the result. */
async function check(
  found: RecordImport,
  mapping: Partial<ImportMapping> = {},
  person: Person = dpo,
): Promise<RecordImport> {
  const own = await api(server, person);
  const { id, rowVersion, sheet } = found;
  const place = { sheet: sheet.sheet, headingRow: sheet.headingRow };
  const set = await own.setMapping({ ws, id, rowVersion, ...place, ...found.mapping, ...mapping });
  await own.check({ ws, id, rowVersion: set.rowVersion });
  await step(server, { id }, ws);
  return own.get({ ws, id });
}

/** The fields by the headings of the columns that fill them. */
const byHeading = ({ sheet, mapping }: RecordImport): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping.fields).map(([field, column]) => [
      field,
      sheet.columns.find(({ index }) => index === column)!.heading,
    ]),
  );
const meaningOf = ({ summary }: RecordImport, field: string, text: string) =>
  summary.texts.find((one) => one.field === field && one.text === text)?.meaning;

const th = (named: readonly { name: { th: string } }[]) => named.map(({ name }) => name.th).toSorted();
/** A record as plain text. */
function inWords({ purposes, dataMapping, dataSource, processCode, reviewOn }: ApplicationDetail) {
  const { content } = purposes[0]!;
  return {
    code: processCode,
    review: reviewOn,
    purpose: content.title.th,
    notes: content.description.th.split('\n'),
    bases: content.lawfulBases,
    exemptions: content.sensitiveExemptions,
    groups: th(content.dataSubjectGroups),
    categories: th(content.piiCategories),
    source: dataSource?.name.th,
    retention: content.retention,
    storage: th(content.storageSystems),
    destruction: th(content.destructionMethods),
    measures: th(content.securityMeasures),
    department: content.responsibleDepartment?.name.th,
    person: content.responsiblePersonnel?.name,
    parties: content.thirdParties.map(({ name, countries = [] }) => `${name} ${countries.join(' ')}`),
    lines: dataMapping
      .filter(({ purpose }) => purpose.id === purposes[0]!.id)
      .map(
        ({ dataSubjectGroup, channel, attributes }) =>
          `${dataSubjectGroup.name.th} < ${channel.name.th}: ${th(attributes).join(', ')}`,
      ),
  };
}
async function recordNamed(name: string): Promise<ReturnType<typeof inWords>> {
  const call = await callerFor(server, dpo);
  const { collection } = await call.application.list({ ws, query: name, pageSize: 10 });
  const { id } = collection.find((one) => one.name === name)!;
  return inWords(await call.application.detail({ ws, id }));
}

describe('a register of another Thai tool', () => {
  it('of 100 rows is imported except for rows without an activity, and its values are stored in the right fields', async () => {
    const marketer = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    await server.owner
      .updateTable('personnel')
      .set({ name: 'มานะ ขายดี', position: 'หัวหน้าฝ่ายการตลาด' })
      .where('id', '=', marketer.personnelId)
      .execute();
    const found = await startedImport(server, dpo, otherToolsRegister(), 'ทะเบียน.xlsx');
    expect(found.sheet.headingRow).toBe(3);
    expect(found.sheet.columns.find(({ heading }) => heading === 'ข้อสังเกตของผู้ตรวจ')!.filled).toBe(10);
    expect(byHeading(found)).toEqual({
      number: 'ลำดับที่',
      applicationName: 'ชื่อกระบวนงาน',
      processCode: 'รหัสกระบวนงาน',
      reviewOn: 'วันที่ทบทวนครั้งถัดไป',
      description: 'วัตถุประสงค์ในการเก็บรวบรวม ใช้ เปิดเผย',
      titleTh: 'วัตถุประสงค์ในการเก็บรวบรวม ใช้ เปิดเผย',
      lawfulBases: 'ฐานทางกฎหมายในการประมวลผล',
      sensitiveExemptions: 'ฐานสำหรับข้อมูลอ่อนไหว',
      dataSubjectGroups: 'ประเภทบุคคล',
      flowGroup: 'ประเภทบุคคล',
      attributes: 'ข้อมูลส่วนบุคคลที่จัดเก็บ',
      sensitiveAttributes: 'ข้อมูลอ่อนไหว',
      dataSource: 'ได้รับข้อมูลจาก',
      channel: 'วิธีการเก็บรวบรวม',
      retention: 'ระยะเวลาในการเก็บรักษา',
      storageSystems: 'สถานที่จัดเก็บ',
      destructionMethods: 'วิธีทำลายข้อมูล',
      thirdParties: 'เปิดเผยข้อมูลให้แก่',
      recipientCountries: 'การส่งหรือโอนข้อมูลไปต่างประเทศ',
      securityMeasures: 'มาตรการคุ้มครองข้อมูล',
      responsibleDepartment: 'แผนก/ฝ่าย',
      responsiblePersonnel: 'เจ้าของกระบวนงาน',
    });

    const proposed = await check(found);
    expect(proposed.summary).toMatchObject({ rows: 100, accepted: 97, rejected: 3 });
    expect(proposed.problems.map(({ field, key }) => [field, key])).toEqual(
      Array.from({ length: 3 }, () => ['applicationName', 'errors:required']),
    );
    expect(meaningOf(proposed, 'lawfulBases', 'ประโยชน์อันชอบธรรม')).toBe('legitimateInterest');
    expect(meaningOf(proposed, 'lawfulBases', 'ประโยชน์สาธารณะ')).toBe('publicTask');
    expect(meaningOf(proposed, 'retention', 'ถาวร')).toBe('ไม่กำหนดเวลา');
    expect(meaningOf(proposed, 'retention', 'ตามความจำเป็น')).toBeNull();
    expect(meaningOf(proposed, 'responsiblePersonnel', 'หัวหน้าฝ่ายการตลาด')).toBe('มานะ ขายดี');
    expect(meaningOf(proposed, 'responsiblePersonnel', 'Chief Accountant')).toBeNull();

    // The step of values: this title is a person, that location is one of the workspace.
    const settled = await check(proposed, {
      values: proposed.mapping.values.map((one) =>
        one.text === 'Chief Accountant'
          ? { ...one, meaning: `| ${dpo.email}` }
          : one.text === 'Google Drive'
            ? { ...one, meaning: 'ระบบคลาวด์ในต่างประเทศ' }
            : one,
      ),
    });
    expect(settled.summary.texts.every((one) => one.settled)).toBe(true);
    const done = await committed(server, dpo, settled);
    expect(done).toMatchObject({ status: 'done', summary: { accepted: 97, applications: { created: 94 } } });

    expect(await recordNamed('สรรหาและคัดเลือกพนักงาน สาขา 1')).toEqual({
      code: 'PRC-001',
      review: '2028-01-15',
      purpose: 'เพื่อพิจารณาคุณสมบัติของผู้สมัครและนัดหมายสัมภาษณ์',
      notes: ['เจ้าของกระบวนงาน: ผู้จัดการฝ่ายบุคคล', 'วันที่ปรับปรุงล่าสุด: 12/03/67', 'ข้อสังเกตของผู้ตรวจ: ควรทบทวนระยะเวลาเก็บ'],
      bases: ['legitimateInterest'],
      exemptions: [],
      groups: ['พนักงานและลูกจ้าง'],
      categories: ['ข้อมูลติดต่อ', 'ข้อมูลระบุตัวบุคคล'].toSorted(),
      source: 'จากเจ้าของข้อมูลส่วนบุคคลโดยตรง',
      retention: { indefinite: false, amount: 5, unit: 'year', startEvent: 'other', startNote: 'วันสั่งซื้อ', note: '' },
      storage: ['ระบบทรัพยากรบุคคล', 'เอกสารกระดาษในตู้ล็อก'].toSorted(),
      destruction: ['ย่อยทำลายเอกสาร', 'ลบออกจากระบบอย่างถาวร'].toSorted(),
      measures: ['มาตรการเชิงเทคนิค: ควบคุมการเข้าถึงตามหน้าที่', 'มาตรการเชิงเทคนิค: เข้ารหัสข้อมูลขณะจัดเก็บ'].toSorted(),
      department: 'ฝ่ายทรัพยากรบุคคล',
      person: undefined,
      parties: ['กรมสรรพากร TH', 'สำนักงานประกันสังคม TH'],
      lines: [
        `พนักงานและลูกจ้าง < แบบฟอร์มบนเว็บไซต์: ${['ชื่อ', 'นามสกุล', 'หมายเลขโทรศัพท์มือถือ', 'อีเมลส่วนตัว', 'ที่อยู่ปัจจุบัน'].toSorted().join(', ')}`,
      ],
    });
    expect(await recordNamed('ดูแลระบบสารสนเทศ สาขา 1')).toMatchObject({
      bases: ['publicTask'],
      parties: ['Cloud Mail Co., Ltd. SG JP'],
      storage: ['ระบบลูกค้าสัมพันธ์'],
      department: 'ฝ่ายเทคโนโลยีสารสนเทศ',
    });
    expect(await recordNamed('สมัครสมาชิกสะสมคะแนน สาขา 1')).toMatchObject({
      bases: ['consent'],
      person: expect.any(String) as string,
      parties: ['Amazon Web Services SG', 'Google LLC US'],
      retention: { amount: 18, unit: 'month' },
      lines: [expect.stringMatching(/^คู่ค้าและผู้รับจ้าง < LINE และสื่อสังคมออนไลน์: .*LINE ID.*/) as string],
    });
    const orders = await recordNamed('สั่งซื้อสินค้าออนไลน์ สาขา 1');
    expect(orders).toMatchObject({ person: 'มานะ ขายดี', retention: { indefinite: true }, groups: ['ลูกค้า'] });
    expect(orders.lines.map((line) => line.split(':')[0])).toEqual(['ลูกค้า < กรอกแบบฟอร์มกระดาษ', 'ลูกค้า < อีเมล']);
    expect(orders.categories).toContain('ข้อมูลสุขภาพ');
  });

  it('is interpreted the same way the next time, wherever its columns are, until that is deleted', async () => {
    const bytes = (turned: boolean) => {
      const rows = [
        ['งาน', 'เหตุผล', 'ระบบที่ใช้', 'เรื่องอื่น'],
        ['ส่งข่าวสาร', 'แจ้งโปรโมชัน', 'แอบเก็บไว้ในชีต', 'x'],
      ];
      return workbook(turned ? rows.map((row) => row.toReversed()) : rows);
    };
    const first = await startedImport(server, dpo, await bytes(false), 'a.xlsx');
    expect(first.sheet.remembered).toBeNull();
    const mapping: Partial<ImportMapping> = {
      fields: { applicationName: 0, description: 1, titleTh: 1, storageSystems: 2 },
      more: {},
      notes: [3],
      constants: { responsibleDepartment: 'ฝ่ายการตลาด' },
      values: [{ field: 'storageSystems', text: 'แอบเก็บไว้ในชีต', meaning: 'ระบบคลาวด์ในต่างประเทศ' }],
    };
    await committed(server, dpo, await check(first, mapping));
    expect(await recordNamed('ส่งข่าวสาร')).toMatchObject({
      purpose: 'แจ้งโปรโมชัน',
      notes: ['เรื่องอื่น: x'],
      storage: ['ระบบคลาวด์ในต่างประเทศ'],
      department: 'ฝ่ายการตลาด',
    });

    const other = await buildWorkspace(server);
    const stranger = await buildPerson(server, { workspaceId: other.id, role: 'DPO' });
    expect((await startedImport(server, stranger, await bytes(false), 'a.xlsx')).sheet.remembered).toBeNull();

    const again = await startedImport(server, dpo, await bytes(true), 'b.xlsx');
    expect(again.sheet.remembered).toMatchObject({ by: expect.any(String) as string });
    expect(byHeading(again)).toEqual(byHeading({ ...first, mapping: { ...first.mapping, ...mapping } }));
    const own = await api(server, dpo);
    await own.check({ ws, id: again.id, rowVersion: again.rowVersion });
    await step(server, again, ws);
    const checked = await own.get({ ws, id: again.id });
    expect(checked.summary).toMatchObject({ accepted: 1, applications: { unchanged: 1 }, texts: [{ settled: true }] });

    await own.forget({ ws, id: checked.id, rowVersion: checked.rowVersion });
    await step(server, checked, ws);
    const forgotten = await own.get({ ws, id: checked.id });
    expect(forgotten).toMatchObject({ status: 'ready', sheet: { remembered: null }, mapping: { values: [] } });
    expect((await startedImport(server, dpo, await bytes(true), 'c.xlsx')).sheet.remembered).toBeNull();
  });

  it('may describe one record in several rows: lists are combined, other differences become a note', async () => {
    const found = await startedImport(
      server,
      dpo,
      await workbook([
        ['กิจกรรม', 'วัตถุประสงค์', 'ฐานกฎหมาย', 'จำนวนเจ้าของข้อมูล', 'เจ้าของข้อมูล', 'ผู้รับข้อมูล', 'ประเทศปลายทาง'],
        ['รับสมัคร', 'พิจารณาใบสมัคร', 'สัญญา', '1,200 ราย', 'ผู้สมัครงาน', 'ก, ข', 'ญี่ปุ่น, USA, Singapore'],
        ['รับสมัคร', 'พิจารณาใบสมัคร', 'ความยินยอม', '90', 'พนักงาน', '', ''],
      ]),
      'a.xlsx',
    );
    const done = await committed(server, dpo, await check(found));
    expect(done.summary).toMatchObject({ accepted: 2, rejected: 0, applications: { created: 1 } });
    const record = await recordNamed('รับสมัคร');
    expect(record).toMatchObject({
      bases: ['consent', 'contract'],
      groups: ['ผู้สมัครงาน', 'พนักงานและลูกจ้าง'].toSorted(),
    });
    // The file does not say which of them receives where: each is recorded for each country, and the file's text is
    // preserved.
    expect(record.parties).toEqual(['ก JP US SG', 'ข JP US SG']);
    expect(record.notes).toEqual(['ประเทศปลายทาง: ญี่ปุ่น, USA, Singapore', 'จำนวนเจ้าของข้อมูล: 90']);
  });

  it('continues after the last application when its node was killed, and reads the file as it was checked', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `งาน ${String(at).padStart(2, '0')}`);
    const rows = names.map((name) => [name, 'ดูแลลูกค้า', 'ฐานสัญญา', 'ตู้เซฟของผู้จัดการ, คลังเอกสารกลาง']);
    const bytes = await workbook([['ชื่อกระบวนงาน', 'วัตถุประสงค์', 'ฐานกฎหมาย', 'สถานที่จัดเก็บ'], ...rows]);
    const ready = await check(await startedImport(server, dpo, bytes, 'a.xlsx'));
    expect(ready.summary.missing.map(({ name }) => name)).toEqual(['ตู้เซฟของผู้จัดการ', 'คลังเอกสารกลาง']);
    const own = await api(server, dpo);
    await own.commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
    const stop = new AbortController();
    const running = step(server, ready, ws, stop.signal);
    const written = async () =>
      Number(
        (
          await server.owner
            .selectFrom('applications')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('workspaceId', '=', ws)
            .executeTakeFirstOrThrow()
        ).count,
      );
    while ((await written()) < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    stop.abort(new Error('killed'));
    await expect(running).rejects.toThrow();
    expect(await written()).toBeLessThan(12);
    await step(server, ready, ws);
    expect(await own.get({ ws, id: ready.id })).toMatchObject({
      status: 'done',
      summary: { accepted: 12, applications: { created: 12, changed: 0 } },
    });
    expect((await recordNamed('งาน 11')).storage).toEqual(['คลังเอกสารกลาง', 'ตู้เซฟของผู้จัดการ']);
  });

  it('adds for nobody what they may not add, and stores attributes without a channel as a note', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const bytes = await workbook([
      ['ชื่อกระบวนงาน', 'วัตถุประสงค์', 'ประเภทข้อมูล', 'ข้อมูลที่จัดเก็บ', 'เจ้าของข้อมูล', 'แผนก'],
      ['รับสมัคร', 'พิจารณา', 'ข้อมูลติดต่อ, ข้อมูลดวงชะตา', 'ชื่อ-นามสกุล, ข้อมูลสุขภาพ', 'ผู้สมัครงาน', 'ฝ่ายดวงดาว'],
    ]);
    for (const person of [dpo, staff]) {
      const found = await check(await startedImport(server, person, bytes, 'a.xlsx'), {}, person);
      expect(found.summary).toMatchObject({ accepted: 1, rejected: 0 });
      expect(meaningOf(found, 'piiCategories', 'ข้อมูลดวงชะตา')).toBe(person === staff ? null : 'ข้อมูลดวงชะตา');
      expect(meaningOf(found, 'responsibleDepartment', 'ฝ่ายดวงดาว')).toBe('ฝ่ายดวงดาว');
      if (person === staff) await committed(server, staff, found);
    }
    const record = await recordNamed('รับสมัคร');
    expect(record).toMatchObject({
      department: 'ฝ่ายดวงดาว',
      categories: ['ข้อมูลติดต่อ', 'ข้อมูลสุขภาพ'],
      notes: ['ประเภทข้อมูล: ข้อมูลดวงชะตา', 'ข้อมูลที่จัดเก็บ: ชื่อ-นามสกุล'],
      lines: [],
    });
  });

  it('lists somebody who can no longer be responsible, so that another is chosen', async () => {
    const left = 'สมหญิง เก่งกาจ';
    await buildPerson(server, { workspaceId: ws, role: 'Staff', status: 'suspended', name: left });
    await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'มานะ ขายดี' });
    const bytes = await workbook([
      ['ชื่อกระบวนงาน', 'วัตถุประสงค์', 'เจ้าของกระบวนงาน'],
      ['ส่งข่าวสาร', 'แจ้งโปรโมชัน', left],
    ]);
    const found = await check(await startedImport(server, dpo, bytes, 'a.xlsx'));
    expect(meaningOf(found, 'responsiblePersonnel', left)).toBe(left);
    expect(found.problems).toMatchObject([
      { row: 2, field: 'responsiblePersonnel', key: 'recordImport:problem.unknownPersonnel' },
    ]);
    const values = [{ field: 'responsiblePersonnel', text: left, meaning: 'มานะ ขายดี' }];
    await committed(server, dpo, await check(found, { values }));
    expect(await recordNamed('ส่งข่าวสาร')).toMatchObject({ person: 'มานะ ขายดี' });
  });

  it('refuses an invalid mapping of columns, fields and meanings', async () => {
    const found = await startedImport(server, dpo, await workbook([['งาน'], ['ก']]), 'a.xlsx');
    const own = await api(server, dpo);
    const { id, rowVersion } = found;
    const mappings: Partial<ImportMapping>[] = [
      { notes: [7] },
      { more: { titleTh: [0] } },
      { more: { storageSystems: [9] } },
      { constants: { retention: 'นาน ๆ' } },
      { constants: { nothing: 'x' } },
      { values: [{ field: 'lawfulBases', text: 'x', meaning: 'y' }] },
      { values: [{ field: 'nothing', text: 'x', meaning: null }] },
    ];
    for (const wrong of mappings)
      expect(await refusedWith(own.setMapping({ ws, id, rowVersion, sheet: 0, headingRow: 1, ...wrong }))).toBe(
        'BAD_REQUEST',
      );
  });
});
