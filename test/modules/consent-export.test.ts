import { fork } from 'node:child_process';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { original } from '../../server/platform/exports/neutral.ts';
import { type Cell, csvOf } from '../../server/platform/exports/sheet.ts';
import { runExport } from '../../server/platform/exports/run.ts';
import { PartFile, partPath } from '../../server/platform/exports/checkpoint.ts';
import { partOf, workshop } from '../../server/platform/exports/writing.ts';
import { withScope } from '../../db/client.ts';
import type { UserConsentRow } from '../../server/modules/userConsent/queries.ts';
import { sealedIdentity } from '../../server/modules/userConsent/record.ts';
import { hasBit } from '../../shared/purpose/bits.ts';
import { sheetColumns, writeAction, writeAnswer, writeChanged, writeKnownBy } from '../../shared/userConsent/sheet.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, type Choice, recordChoices } from '../helpers/consents.ts';
import { ended } from '../helpers/exports.ts';
import { holdTable } from '../helpers/pausedTable.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
import { refusal } from '../helpers/refusal.ts';
import { until } from '../helpers/until.ts';
import { sized } from '../size.ts';

let server: TestServer;
let admin: Person;
let ws: string;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  admin = await buildPerson(server, { name: 'สมหญิง' });
  ws = admin.workspaceId;
});
afterAll(() => server.close());

const call = async (person = admin) => (await callerFor(server, person)).userConsent;
const start = async (form: BuiltForm, more: object = {}) =>
  (await call()).startExport({ ws, consentId: form.id, ...more });
const download = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${admin.token}`, ...headers } });
const tableOf = (text: string) => Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data;
async function csv(form: BuiltForm, more: object = {}): Promise<string[][]> {
  const item = await ended(server, admin, (await start(form, { format: 'csv', ...more })).id);
  expect(item.status, item.errorCode ?? '').toBe('done');
  return tableOf((await download(item.file!.url)).body);
}
const at = (minute: number) => new Date(Date.UTC(2026, 1, 1, 0, minute, 0, 123));
const guardian = { firstName: 'สมศรี', lastName: 'ใจดี', email: 'som@example.com', telephone: '0812345678' };

/** A form with difficult cell contents, and a second version with only the first purpose. */
async function difficult(): Promise<{ form: BuiltForm; choices: Choice[]; secondHash: string }> {
  const form = await buildConsentForm(server, admin, { purposes: 3, name: 'ฟอร์ม, "ยาก"' });
  const content = { ...form.content, purposes: form.content.purposes.slice(0, 1), effectiveTo: '2027-12-31' };
  await server.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      consentId: form.id,
      version: 2,
      content: JSON.stringify(content),
      sha256: contentHash(content),
    })
    .execute();
  await server.owner.updateTable('consents').set({ publishedVersion: 2 }).where('id', '=', form.id).execute();
  const choices: Choice[] = [
    {
      uid: '+66812345678',
      name: '=HYPERLINK("https://evil.example")',
      granted: [0, 2],
      at: at(1),
      source: '@site',
      guardian,
    },
    {
      uid: "'quoted",
      name: 'ชื่อ, กับ "อัญประกาศ"\nสองบรรทัด',
      granted: [0, 1, 2],
      at: at(2),
      source: '',
      language: 'en',
      knownBy: 'browser',
    },
    { uid: '001', name: '', granted: [], at: at(3), channel: 'Mobile App' },
    { uid: '+66812345678', granted: [0], at: at(4), version: 2, channel: 'Custom API', knownBy: 'token' },
    // What a data subject goes on allowing on their own page, though this version does not ask for it.
    { uid: '002', granted: [0, 1], at: at(5), version: 2, channel: 'Withdrawal page', knownBy: 'link' },
    { uid: '003', granted: [], at: at(6), version: 2 },
  ];
  await recordChoices(server, form, choices);
  return { form, choices, secondHash: contentHash(content) };
}

/** The expected file, cell by cell. */
async function cellByCell(form: BuiltForm, locale: 'th' | 'en'): Promise<Buffer> {
  const key = await withScope(server.deps.db, { workspaceId: ws }, (trx) => server.deps.keyring.workspaceKey(trx, ws));
  const { rows } = await sql<UserConsentRow>`
    select c.id, c.consent_id, c.at, c.version, c.identity, c.action, c.granted, c.changed, c.language, c.channel,
      known_by(c.known_by, c.import_id, c.channel) as known_by, coalesce(s.name, c.source) as source
    from user_consents c left join consent_sources s on s.workspace_id = c.workspace_id and s.consent_id = c.consent_id and s.id = c.source_id
    where c.consent_id = ${form.id} order by c.id`.execute(server.owner);
  const versions = await server.owner
    .selectFrom('consentVersions')
    .select(['version', 'sha256', 'content'])
    .where('consentId', '=', form.id)
    .execute();
  type Row = (typeof rows)[number];
  const versionOf = (row: Row) => versions.find(({ version }) => version === row.version)!;
  const contentOf = (row: Row) => versionOf(row).content as unknown as BuiltForm['content'];
  const identity = (row: Row) => sealedIdentity.open(key, row.id, row.identity);
  const guardianOf = (row: Row, field: keyof typeof guardian) => identity(row).guardian?.[field];
  const answer = (row: Row, id: string): string => {
    const isAllowed = hasBit(row.granted, form.purposeIds.indexOf(id));
    const isRequested = contentOf(row).purposes.some((one) => one.id === id);
    return writeAnswer(isRequested ? isAllowed : isAllowed ? 'former' : undefined, locale);
  };
  const bangkok = (iso: string) => new Date(Date.parse(iso) + 7 * 3_600_000).toISOString().replace('Z', '+07:00');
  const cells: Record<string, (row: Row) => Cell> = {
    uid: (row) => identity(row).uid,
    name: (row) => identity(row).name,
    action: (row) => writeAction(row.action, locale),
    version: (row) => row.version,
    language: (row) => row.language,
    source: (row) => row.source,
    channel: (row) => row.channel,
    at: (row) => bangkok(row.at),
    guardianFirstName: (row) => guardianOf(row, 'firstName'),
    guardianLastName: (row) => guardianOf(row, 'lastName'),
    guardianEmail: (row) => guardianOf(row, 'email'),
    guardianTelephone: (row) => guardianOf(row, 'telephone'),
    expiresAt: (row) => (row.action === 'NONE' ? null : contentOf(row).effectiveTo),
    changed: (row) => writeChanged(row.changed, locale),
    knownBy: (row) => writeKnownBy(row.knownBy, locale),
    id: (row) => row.id,
    sha256: (row) => versionOf(row).sha256,
    notice: () => '',
    noticeSha256: () => '',
  };
  const columns = sheetColumns(locale, form.content.purposes).map(({ key: name, heading }) => ({
    key: name,
    header: heading,
    value: cells[name] ?? ((row: Row) => answer(row, name.slice('purpose:'.length))),
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of csvOf({ name: 'x', columns }, rows)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the export of a form’s history', () => {
  it('contains every cell as it was submitted, a column per purpose, nothing that a spreadsheet would execute', async () => {
    const { form, choices, secondHash } = await difficult();
    const [head, ...rows] = await csv(form, { locale: 'th' });
    const titles = form.content.purposes.map(({ title }) => title.th);
    expect(head).toEqual([
      'รหัสเจ้าของข้อมูล',
      'ชื่อ',
      'การตอบ',
      ...titles,
      'ฉบับที่',
      'ภาษา',
      'แหล่งที่มา',
      'ช่องทาง',
      'เวลา',
      'ชื่อผู้ปกครอง',
      'นามสกุลผู้ปกครอง',
      'อีเมลผู้ปกครอง',
      'โทรศัพท์ผู้ปกครอง',
      'วันหมดอายุ',
      'เปลี่ยนจากเดิม',
      'ระบุตัวด้วย',
      'เลขที่คำตอบ',
      'ค่าแฮชของข้อความที่แสดง (SHA-256)',
      'ประกาศความเป็นส่วนตัวที่มีผลขณะนั้น',
      'ค่าแฮชของประกาศ (SHA-256)',
    ]);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@]/);
    const read = rows.map((row) => Object.fromEntries(head!.map((name, place) => [name, original(row[place]!)])));
    expect(read.map((row) => [row['รหัสเจ้าของข้อมูล'], row['ชื่อ'], row['แหล่งที่มา']])).toEqual(
      choices.map(({ uid, name = '', source = 'Website' }) => [uid, name, source]),
    );
    expect(read.map((row) => [row['การตอบ'], ...titles.map((title) => row[title])])).toEqual([
      ['ยินยอมบางส่วน', 'ยินยอม', 'ไม่ยินยอม', 'ยินยอม'],
      ['ยินยอมทั้งหมด', 'ยินยอม', 'ยินยอม', 'ยินยอม'],
      ['ไม่ยินยอม', 'ไม่ยินยอม', 'ไม่ยินยอม', 'ไม่ยินยอม'],
      // The second version contains only one purpose: the others have no answer.
      ['ยินยอมบางส่วน', 'ยินยอม', '', ''],
      ['ยินยอมบางส่วน', 'ยินยอม', 'ยินยอม (ฉบับนี้ไม่ได้ขอ)', ''],
      ['ไม่ยินยอม', 'ไม่ยินยอม', '', ''],
    ]);
    expect(read.map((row) => row['วันหมดอายุ'])).toEqual(['', '', '', '2027-12-31', '2027-12-31', '']);
    expect(read[0]).toMatchObject({
      เวลา: '2026-02-01T07:01:00.123+07:00',
      ฉบับที่: '1',
      ภาษา: 'th',
      ช่องทาง: 'JS Web Form',
      ชื่อผู้ปกครอง: 'สมศรี',
      นามสกุลผู้ปกครอง: 'ใจดี',
      อีเมลผู้ปกครอง: 'som@example.com',
      โทรศัพท์ผู้ปกครอง: '0812345678',
      วันหมดอายุ: '',
      เปลี่ยนจากเดิม: 'ไม่ใช่',
      'ค่าแฮชของข้อความที่แสดง (SHA-256)': form.sha256,
    });
    expect(read[3]).toMatchObject({
      ฉบับที่: '2',
      วันหมดอายุ: '2027-12-31',
      เปลี่ยนจากเดิม: 'ใช่',
      'ค่าแฮชของข้อความที่แสดง (SHA-256)': secondHash,
    });
    expect(read.map((row) => row['ระบุตัวด้วย'])).toEqual([
      'รหัส (uid) อย่างเดียว',
      'เบราว์เซอร์หรือแอปเครื่องนี้',
      'รหัส (uid) อย่างเดียว',
      'โทเค็นที่องค์กรลงนาม',
      'ลิงก์ของเจ้าของข้อมูล',
      'รหัส (uid) อย่างเดียว',
    ]);
    const stored = await server.owner
      .selectFrom('userConsents')
      .select('id')
      .where('consentId', '=', form.id)
      .orderBy('id')
      .execute();
    expect(read.map((row) => row['เลขที่คำตอบ'])).toEqual(stored.map(({ id }) => id));
  });

  it('equals its rows byte for byte, as written cell by cell', async () => {
    const { form } = await difficult();
    const sources = ['=1+1', 'a\tb', "'=x", 'ก"ข"', 'สาขา 1', ' ว่าง ', '', 'back\\slash', 'สาขา 1'];
    await recordChoices(
      server,
      form,
      Array.from({ length: 1200 }, (_none, place): Choice => ({
        uid: `${['', '=', ' ', "'"][place % 4]}u${place % 700}`,
        name: place % 5 === 0 ? 'ชื่อ\r\nยาว' : `ชื่อ ${place}`,
        at: new Date(at(5).getTime() + place * 3_607_001),
        granted: [0, 1, 2].filter((bit) => (place >> bit) % 2 === 0),
        source: place % 50 === 0 ? `แหล่ง ${place}` : sources[place % sources.length]!,
        language: place % 3 === 0 ? 'en' : 'th',
        ...(place % 11 === 0 ? { guardian } : {}),
      })),
    );
    await server.owner
      .updateTable('userConsents')
      .set({ knownBy: null })
      .where('consentId', '=', form.id)
      .where('changed', '=', true)
      .execute();
    for (const locale of ['th', 'en'] as const) {
      const item = await ended(server, admin, (await start(form, { format: 'csv', locale })).id);
      const expected = await cellByCell(form, locale);
      expect((await download(item.file!.url)).rawPayload.toString()).toBe(expected.toString());
    }
  });

  it('is also a workbook, with its filters above the table', async () => {
    const { form } = await difficult();
    const item = await ended(
      server,
      admin,
      (
        await start(form, {
          format: 'xlsx',
          locale: 'en',
          input: { action: 'CHANGED', purposeId: form.purposeIds[0], from: at(0).toISOString() },
        })
      ).id,
    );
    const book = XLSX.read((await download(item.file!.url)).rawPayload);
    const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    expect(rows[0]).toEqual(['Consent history: ฟอร์ม, "ยาก"']);
    expect(rows.slice(3, 6).map(([first]) => first)).toEqual([
      'Only those that changed an earlier choice',
      `Allowing “${form.content.purposes[0]!.title.en}”`,
      expect.stringMatching(/^From 1 February 2026 .* to …$/),
    ]);
    expect(rows[7]!.slice(0, 4)).toEqual([
      'Data subject id (uid)',
      'Name',
      'Choice',
      form.content.purposes[0]!.title.en,
    ]);
    expect(rows).toHaveLength(9);
    expect(rows[8]!.slice(0, 4)).toEqual(["'+66812345678", undefined, 'Accepted some', 'Consents']);
  });

  it('accepts the filters of the list; a uid is stored as its hash and its reading is logged', async () => {
    const { form } = await difficult();
    const uidsOf = async (input: object) => (await csv(form, { input })).slice(1).map(([uid]) => original(uid!));
    expect(await uidsOf({ version: 2 })).toEqual(['+66812345678', '002', '003']);
    expect(await uidsOf({ action: 'NONE' })).toEqual(['001', '003']);
    expect(await uidsOf({ source: '' })).toEqual(["'quoted"]);
    expect(await uidsOf({ from: at(2).toISOString(), to: at(4).toISOString() })).toEqual(["'quoted", '001']);
    expect(await uidsOf({ uid: '+66812345678' })).toEqual(['+66812345678', '+66812345678']);
    const stored = await server.owner.selectFrom('exports').select('input').where('subjectId', '=', form.id).execute();
    expect(JSON.stringify(stored)).not.toContain('66812345678');
    const readings = await server.owner
      .selectFrom('activityLogs')
      .select('entityId')
      .where('event', '=', 'userConsent.read')
      .where('entityId', '=', form.id)
      .execute();
    expect(readings).toHaveLength(1);
  });

  it('is refused for an unknown form and without permission, and its file too', async () => {
    const { form } = await difficult();
    expect((await refusal(start({ ...form, id: randomUUIDv7() }))).status).toBe('NOT_FOUND');
    const stranger = await buildPerson(server);
    expect(
      (await refusal((await call(stranger)).startExport({ ws: stranger.workspaceId, consentId: form.id }))).status,
    ).toBe('NOT_FOUND');
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    expect((await refusal((await call(top)).startExport({ ws, consentId: form.id }))).status).toBe('FORBIDDEN');
    const item = await ended(server, admin, (await start(form)).id);
    expect(
      (await server.app.inject({ url: item.file!.url, headers: { authorization: `Bearer ${top.token}` } })).statusCode,
    ).toBe(403);
    // A failed export of another kind is not included.
    const other = randomUUIDv7();
    await server.owner
      .insertInto('exports')
      .values({
        workspaceId: ws,
        id: other,
        kind: 'activity-logs',
        format: 'csv',
        locale: 'th',
        status: 'failed',
        input: '{}',
        requestedBy: admin.personnelId,
      })
      .execute();
    expect((await refusal((await call()).retryExport({ ws, id: other }))).status).toBe('NOT_FOUND');
  });
});

describe('an interrupted export', () => {
  const many = async (form: BuiltForm, count: number) => {
    for (let offset = 0; offset < count; offset += 2000) {
      await recordChoices(
        server,
        form,
        Array.from({ length: 2000 }, (_none, place) => ({
          uid: `u${offset + place}`,
          name: `ชื่อ ${offset + place}`,
          at: new Date(at(0).getTime() + (offset + place) * 1000),
          granted: place % 3 === 0 ? [0] : [0, 1],
        })),
      );
    }
  };

  it('continues where it was when its node is killed, and the file equals one made in one run; a broken download continues too', async () => {
    const quiet = await buildServer();
    try {
      const asker = await buildPerson(quiet);
      const form = await buildConsentForm(quiet, asker, { purposes: 2 });
      // Read by pages of 2,000.
      const total = sized(24_000, 150_000);
      await fillConsents(quiet, form, { rows: total, from: at(0), to: at(60 * 24 * 30), subjects: total / 3 });
      const consents = (await callerFor(quiet, asker)).userConsent;
      const { id } = await consents.startExport({
        ws: asker.workspaceId,
        consentId: form.id,
        format: 'csv',
        locale: 'th',
      });
      const folder = workshop(quiet.deps.config.dataDir);
      // Between two pages, so that the node is killed during the export however fast it is.
      const lock = await holdTable(quiet.databaseUrl, 'user_consents');
      const node = fork(
        path.join(import.meta.dirname, '../helpers/exportNodeProcess.ts'),
        [quiet.databaseUrl, quiet.deps.config.dataDir],
        { stdio: 'inherit' },
      );
      try {
        const marked = await lock.letUntil(async () =>
          (await readdir(folder).catch(() => [])).find((name) => name.startsWith(id) && name.endsWith('.checkpoint')),
        );
        node.kill('SIGKILL');
        await once(node, 'exit');
        await lock.release();
        const checkpoint = JSON.parse(await readFile(path.join(folder, marked), 'utf8')) as {
          position: string;
          size: number;
        };
        const done = (JSON.parse(checkpoint.position) as { done: number }).done;
        // The dead node's disk reveals no personal data.
        const left = await readFile(path.join(folder, marked.replace(/\.checkpoint$/, '')));
        expect(left.length).toBeGreaterThanOrEqual(checkpoint.size);
        expect(left.includes('@example.com')).toBe(false);
        expect(done).toBeGreaterThan(0);
        expect(done).toBeLessThan(total);

        // As the job is restarted once the node's silence is detected.
        const run = (exportId: string) =>
          runExport(quiet.deps, asker.workspaceId, exportId, new AbortController().signal);
        let least = total;
        const watch = setInterval(
          () =>
            void quiet.owner
              .selectFrom('exports')
              .select(['done', 'attempts'])
              .where('id', '=', id)
              .executeTakeFirst()
              .then((row) => row && row.attempts === 2 && row.done > 0 && (least = Math.min(least, row.done))),
          20,
        );
        await run(id);
        clearInterval(watch);
        const item = await ended(quiet, asker, id);
        expect(item).toMatchObject({ status: 'done', attempts: 2, done: total, total });
        expect(least).toBeGreaterThanOrEqual(done);
        expect(await readdir(folder)).toEqual([]);

        const get = (headers: Record<string, string> = {}) =>
          quiet.app.inject({ url: item.file!.url, headers: { authorization: `Bearer ${asker.token}`, ...headers } });
        const full = await get();
        const rows = tableOf(full.body).slice(1);
        expect(rows).toHaveLength(total);
        // Every submission once, in the order of their times.
        const ids = rows.map((row) => row.at(-4)!);
        expect(new Set(ids).size).toBe(total);
        expect(ids.findIndex((one, place) => place > 0 && one < ids[place - 1]!)).toBe(-1);
        const second = await consents.startExport({
          ws: asker.workspaceId,
          consentId: form.id,
          format: 'csv',
          locale: 'th',
        });
        await run(second.id);
        const again = await ended(quiet, asker, second.id);
        const other = await quiet.app.inject({
          url: again.file!.url,
          headers: { authorization: `Bearer ${asker.token}` },
        });
        expect(createHash('sha256').update(other.rawPayload).digest('hex')).toBe(
          createHash('sha256').update(full.rawPayload).digest('hex'),
        );

        const middle = Math.floor(full.rawPayload.length / 2);
        const rest = await get({ range: `bytes=${middle}-`, 'if-range': String(full.headers.etag) });
        expect(rest.statusCode).toBe(206);
        expect(Buffer.concat([full.rawPayload.subarray(0, middle), rest.rawPayload]).equals(full.rawPayload)).toBe(
          true,
        );
      } finally {
        node.kill('SIGKILL');
        await lock.release();
      }
    } finally {
      await quiet.close();
    }
  });

  it('that another run has taken over removes its own file alone when it fails', async () => {
    const id = randomUUIDv7();
    await server.owner
      .insertInto('exports')
      .values({
        workspaceId: ws,
        id,
        kind: 'user-consents',
        format: 'csv',
        locale: 'th',
        subjectId: randomUUIDv7(),
        subject: 'ฟอร์มที่ถูกลบ',
        status: 'waiting',
        input: '{}',
        requestedBy: admin.personnelId,
      })
      .execute();
    const folder = workshop(server.deps.config.dataDir);
    await mkdir(folder, { recursive: true });
    const successor = `${id}-${randomUUIDv7()}.part`;
    const rowOf = () =>
      server.owner.selectFrom('exports').select(['status', 'attempts']).where('id', '=', id).executeTakeFirstOrThrow();
    const lock = await holdTable(server.databaseUrl, 'consents');
    try {
      const running = runExport(server.deps, ws, id, new AbortController().signal);
      await until(async () => (await rowOf()).status === 'running', 'the first run');
      await server.owner
        .updateTable('exports')
        .set({ attempts: 2, startedAt: new Date() })
        .where('id', '=', id)
        .execute();
      await writeFile(path.join(folder, successor), 'of the other run');
      await lock.release();
      await running;
    } finally {
      await lock.release();
    }
    expect(await rowOf()).toEqual({ status: 'running', attempts: 2 });
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([successor]);
  });

  it('restarts if the partial file is incomplete, and is retried through its own address', async () => {
    const form = await buildConsentForm(server, admin, { purposes: 2 });
    await many(form, 2000);
    const id = randomUUIDv7();
    await server.owner
      .insertInto('exports')
      .values({
        workspaceId: ws,
        id,
        kind: 'user-consents',
        format: 'csv',
        locale: 'th',
        subjectId: form.id,
        subject: form.name,
        status: 'failed',
        errorCode: 'interrupted',
        input: '{}',
        requestedBy: admin.personnelId,
        attempts: 3,
      })
      .execute();
    const folder = workshop(server.deps.config.dataDir);
    await mkdir(folder, { recursive: true });
    const [columns] = await csv(form);
    const position = JSON.stringify({ id: randomUUIDv7(), done: 1500, columns });
    // As an earlier release left it, and as this one does; of both the disk lost some.
    const older = path.join(folder, `${id}-00000000.part`);
    await writeFile(older, 'what a disk made of it');
    await writeFile(`${older}.checkpoint`, JSON.stringify({ position, size: 10, sha256: 'f'.repeat(64) }));
    const part = await partOf(server.deps, ws, id);
    const file = await PartFile.create(part);
    await file.write(Buffer.alloc(200_000, 'x'));
    await file.close();
    await truncate(partPath(part), 100_000);
    const checkpoint = { fileId: part.fileId, position, size: 131_072 };
    await writeFile(`${partPath(part)}.checkpoint`, JSON.stringify(checkpoint));
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/${ws}/user-consents/export/tasks/${id}/retry`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.json()).toMatchObject({ id, status: 'waiting' });
    const item = await ended(server, admin, id);
    expect(item).toMatchObject({ status: 'done', done: 2000 });
    expect(tableOf((await download(item.file!.url)).body)).toHaveLength(2001);
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([]);
  });
});
