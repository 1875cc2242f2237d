import { fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows } from '../../server/modules/consentImport/read.ts';
import { momentOf } from '../../server/platform/imports/moment.ts';
import { runImport } from '../../server/modules/recordImport/run.ts';
import { expireImports } from '../../server/platform/imports/expiry.ts';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { csvOf } from '../../server/platform/exports/sheet.ts';
import { xlsxOf } from '../../server/platform/exports/xlsx.ts';
import { sheetColumns, writeAction, writeAnswer, writeTime } from '../../shared/userConsent/sheet.ts';
import { hasBit } from '../../shared/purpose/bits.ts';
import type { ConsentAction } from '../../shared/userConsent/schema.ts';
import { createTestDatabase } from '../database.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import {
  startedConsents,
  checkedConsents,
  committedConsents,
  consentApi,
  consentStep,
  countsOf,
  csv,
  submissionsOf,
  workbook,
  XLSX,
  CSV,
} from '../helpers/consentFiles.ts';
import { buildConsentForm, type BuiltForm, recordChoices } from '../helpers/consents.ts';
import { stored, storeFile, tableOf } from '../helpers/recordFiles.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { sized } from '../size.ts';
import { until } from '../helpers/until.ts';

const HEAD = ['รหัสลูกค้า', 'ชื่อ-นามสกุล', 'วันที่', 'สถานะ'];
const at = (text: string, time = '', order: 'dmy' | 'mdy' = 'dmy') => {
  const moment = momentOf(text, time, order);
  return typeof moment === 'string' ? moment : moment.at.toISOString();
};

describe('a time in a file', () => {
  it('is parsed in the formats usual in Thailand, in Bangkok time', () => {
    const same = '2026-11-21T07:05:00.000Z';
    for (const text of [
      '2026-11-21 14:05',
      '2026-11-21T14:05:00',
      '2569-11-21 14:05:00',
      '21/11/2026 14:05',
      '21/11/2569 14.05 น.',
      '21-11-2569, 14:05',
      '๒๑/๑๑/๒๕๖๙ ๑๔:๐๕',
      '21 พ.ย. 2569 14:05',
      '21 พฤศจิกายน พ.ศ. 2569 เวลา 14:05 น.',
      '21 Nov 2026 2:05 PM',
      'November 21, 2026 14:05',
      '2026-11-21T07:05:00Z',
      '2026-11-21T08:05:00.000+01:00',
      '46347.5868055556',
      '1795244700',
      '1795244700000',
    ])
      expect([text, at(text)]).toEqual([text, same]);
    expect(at('21/11/2569', '14:05:00')).toBe(same);
    expect(at('2026-11-21', '0.586805555555556')).toBe(same);
    expect(at('11/21/2026 14:05', '', 'mdy')).toBe(same);
    expect(at('20261121')).toBe('2026-11-20T17:00:00.000Z');
    expect(at('46347')).toBe('2026-11-20T17:00:00.000Z');
    expect(at('2026-11-21T14:05:00.123+07:00')).toBe('2026-11-21T07:05:00.123Z');
  });
  it('that is ambiguous or invalid is reported, not guessed', () => {
    expect(
      ['', '21/11/69', '11/21/2026', '31/02/2026', 'เมื่อวาน', '29/02/2569', '12345', '2026-11-21 25:00', '99'].map(
        (text) => at(text),
      ),
    ).toEqual(['noDate', 'shortYear', 'date', 'date', 'date', 'date', 'date', 'time', 'date']);
  });
});

describe('an import of consents', () => {
  let server: TestServer;
  let dpo: Person;
  let staff: Person;
  let ws: string;
  beforeAll(async () => {
    server = await buildServer();
    ({ id: ws } = await buildWorkspace(server));
    [dpo, staff] = [
      await buildPerson(server, { workspaceId: ws, role: 'DPO' }),
      await buildPerson(server, { workspaceId: ws, role: 'Staff' }),
    ];
  });
  afterAll(() => server.close());
  const form = (purposes = 3): Promise<BuiltForm> => buildConsentForm(server, dpo, { purposes });
  const titles = ({ content }: BuiltForm) => content.purposes.map(({ title }) => title.th);
  const filesOf = (importId: string) =>
    server.owner.selectFrom('files').select('id').where('ownerId', '=', importId).execute();

  it('accepts a custom table: columns are matched by their headings, choices and times are recognised', async () => {
    const own = await form();
    const [news, usage, fitting] = titles(own) as [string, string, string];
    const ready = await checkedConsents(server, staff, own, [
      [...HEAD, news, usage, fitting, 'อีเมลผู้ปกครอง', 'ชื่อผู้ปกครอง', 'นามสกุลผู้ปกครอง'],
      ['C-1', 'สมชาย', '21/01/2568 10:00', '', '✓', 'ใช่', '1', '', '', ''],
      ['C-2', '', '2025-01-22 11:00', 'บางส่วน', 'yes', 'ไม่', '', '', '', ''],
      ['C-3', '', '23 ม.ค. 2568', 'ไม่ยินยอม', '', '', '', '', '', ''],
      ['C-4', 'เด็กหญิง ก', '24/01/2025 09.30 น.', '', 'ยินยอม', 'ไม่ยินยอม', 'FALSE', 'mae@example.com', 'มะลิ', 'ใจดี'],
    ]);
    expect(ready.problems).toEqual([]);
    expect(Object.keys(ready.mapping.fields).toSorted()).toEqual([
      'action',
      'at',
      'guardianEmail',
      'guardianFirstName',
      'guardianLastName',
      'name',
      'uid',
    ]);
    expect(ready.summary).toMatchObject({
      rows: 4,
      accepted: 4,
      rejected: 0,
      unchanged: 0,
      repeated: 0,
      subjects: 4,
      actions: { ALL: 1, ACCEPT: 2, NONE: 1 },
      from: '2025-01-21T03:00:00.000Z',
      to: '2025-01-24T02:30:00.000Z',
      months: { '2025-01': 4 },
      versions: { 1: 4 },
    });
    const [table] = await filesOf(ready.id);
    const done = await committedConsents(server, staff, ready);
    expect(done).toMatchObject({ status: 'done', done: 4, written: 4, summary: { accepted: 4, unchanged: 0 } });
    const rows = await submissionsOf(server, own);
    const common = {
      version: 1,
      language: 'th',
      channel: 'Import',
      source: 'Import',
      changed: false,
      importId: ready.id,
      hashed: true,
    };
    expect(rows).toEqual([
      {
        ...common,
        uid: 'C-1',
        name: 'สมชาย',
        guardian: null,
        at: '2025-01-21T03:00:00.000Z',
        action: 'ALL',
        granted: 7,
      },
      { ...common, uid: 'C-2', name: '', guardian: null, at: '2025-01-22T04:00:00.000Z', action: 'ACCEPT', granted: 1 },
      { ...common, uid: 'C-3', name: '', guardian: null, at: '2025-01-22T17:00:00.000Z', action: 'NONE', granted: 0 },
      {
        ...common,
        uid: 'C-4',
        name: 'เด็กหญิง ก',
        guardian: { firstName: 'มะลิ', lastName: 'ใจดี', email: 'mae@example.com', telephone: '' },
        at: '2025-01-24T02:30:00.000Z',
        action: 'ACCEPT',
        granted: 1,
      },
    ]);
    const { expected: counters, stored: storedCounts } = await countsOf(server, own);
    expect(storedCounts).toEqual(counters);
    // Nothing remains of a file whose rows are in the history: neither its samples nor itself.
    expect(done.sheet).toMatchObject({ preview: [] });
    expect(done.sheet.columns.every(({ samples }) => samples.length === 0)).toBe(true);
    const row = await server.owner
      .selectFrom('imports')
      .select(['fileId', 'columns'])
      .where('id', '=', done.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.columns)).not.toContain('สมชาย');
    expect(row.fileId).toBeNull();
    expect(await server.owner.selectFrom('files').select('id').where('id', '=', table!.id).execute()).toEqual([]);
    expect(await (await consentApi(server, staff)).get({ ws, id: done.id })).toMatchObject({ status: 'done' });
  });

  it('leaves nothing of a file that failed, and of any other nothing after 30 days, or once that is requested', async () => {
    const own = await form(1);
    const rows = (uid: string) => [
      ['uid', 'date', 'action'],
      [uid, '2025-04-01', 'ALL'],
      ['สมหญิง', 'เมื่อวาน', 'ALL'],
    ];
    const api = await consentApi(server, dpo);
    const get = ({ id }: { id: string }) => api.get({ ws, id });
    const failed = await startedConsents(server, dpo, own, Buffer.from('uid,date,action\r\n'));
    expect(failed).toMatchObject({ status: 'failed', written: 0, filesUntil: null });
    expect(await filesOf(failed.id)).toEqual([]);

    const done = await committedConsents(server, dpo, await checkedConsents(server, dpo, own, rows('K-1')));
    const other = await committedConsents(server, dpo, await checkedConsents(server, dpo, own, rows('K-2')));
    const waiting = await checkedConsents(server, dpo, own, rows('K-3'));
    expect([done.problems, done.rejects === null, done.filesUntil === null]).toMatchObject([
      [{ values: { text: 'เมื่อวาน' } }],
      false,
      false,
    ]);
    const left = { rejects: null, problems: [], filesUntil: null, sheet: { preview: [] } };
    expect(await api.removeFiles({ ws, id: other.id })).toMatchObject({ ...left, status: 'done', written: 1 });
    expect(await filesOf(other.id)).toEqual([]);

    const expire = () => expireImports.run(server.deps, new AbortController().signal);
    try {
      server.clock.set(new Date(Date.now() + 29 * 86_400_000));
      await expire();
      expect(await get(done)).toMatchObject({ problems: done.problems, rejects: done.rejects });
      expect(await get(waiting)).toMatchObject({ status: 'checked' });
      server.clock.set(new Date(Date.now() + 31 * 86_400_000));
      await expire();
    } finally {
      server.clock.run();
    }
    expect(await get(done)).toMatchObject({ ...left, status: 'done', summary: { accepted: 1, rejected: 1 } });
    expect(await get(waiting)).toMatchObject({ ...left, status: 'cancelled' });
    for (const { id } of [done, waiting]) expect(await filesOf(id)).toEqual([]);
    const imports = await server.owner
      .selectFrom('imports')
      .select(['columns', 'problems'])
      .where('id', 'in', [done.id, other.id, waiting.id])
      .execute();
    expect(JSON.stringify(imports)).not.toContain('sealed');
    // A job that is at work needs the file.
    const fileId = await storeFile(server, dpo, Buffer.from(csv(rows('K-4'))), 'consents.csv', CSV);
    const { id } = await api.create({ ws, form: own.id, fileId });
    expect(await refusal(api.removeFiles({ ws, id }))).toMatchObject({ status: 'CONFLICT', code: 'illegalMove' });
  });

  it('that is given up while it writes states how many rows are imported', async () => {
    const own = await form(1);
    const ready = await checkedConsents(server, dpo, own, [
      ['uid', 'date', 'action'],
      ...['W-1', 'W-2', 'W-3'].map((uid) => [uid, '2025-04-01', 'ALL']),
    ]);
    expect(ready.written).toBe(0);
    const api = await consentApi(server, dpo);
    await api.commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
    await server.owner
      .updateTable('imports')
      .set({
        attempts: 5,
        done: 2,
        total: 3,
        rowsWritten: 2,
        summary: JSON.stringify({ ...ready.summary, accepted: 2 }),
      })
      .where('id', '=', ready.id)
      .execute();
    await consentStep(server, ready, ws);
    const ended = { status: 'failed', written: 2 };
    expect(await api.get({ ws, id: ready.id })).toMatchObject({ ...ended, errorCode: 'interrupted' });
    expect((await api.list({ ws, form: own.id })).collection).toMatchObject([ended]);
  });

  it('rests while its workspace is closed, and goes on once that is open again', async () => {
    const { id: closing } = await buildWorkspace(server);
    const person = await buildPerson(server, { workspaceId: closing, role: 'DPO' });
    const own = await buildConsentForm(server, person, { purposes: 1 });
    const ready = await checkedConsents(server, person, own, [
      ['uid', 'date', 'action'],
      ['Z-1', '2025-04-01', 'ALL'],
    ]);
    await (await consentApi(server, person)).commit({ ws: closing, id: ready.id, rowVersion: ready.rowVersion });
    const close = (closedAt: Date | null) =>
      server.owner.updateTable('workspaces').set({ closedAt }).where('id', '=', closing).execute();
    await close(new Date());
    await consentStep(server, ready, closing);
    expect(
      await server.owner
        .selectFrom('imports')
        .select(['status', 'attempts', 'errorCode'])
        .where('id', '=', ready.id)
        .executeTakeFirst(),
    ).toEqual({ status: 'running', attempts: 0, errorCode: null });
    // Its job has ended: another is left once there is something to do.
    await sql`delete from pgboss.job where singleton_key = ${ready.id}`.execute(server.owner);
    await server.owner
      .updateTable('imports')
      .set({ updatedAt: new Date(Date.now() - 60_000) })
      .where('id', '=', ready.id)
      .execute();
    expect(await findLostJobs(server.deps)).toBe(0);
    await close(null);
    expect(await findLostJobs(server.deps)).toBe(1);
    await consentStep(server, ready, closing);
    expect(await submissionsOf(server, own)).toMatchObject([{ uid: 'Z-1' }]);
  });

  it('accepts what the export states as allowed beside a version, and no such claim of others', async () => {
    const own = await form();
    const content = { ...own.content, purposes: own.content.purposes.slice(1) };
    await server.owner
      .insertInto('consentVersions')
      .values({
        workspaceId: ws,
        id: randomUUIDv7(),
        consentId: own.id,
        version: 2,
        content: JSON.stringify(content),
        sha256: 'x',
      })
      .execute();
    await server.owner.updateTable('consents').set({ publishedVersion: 2 }).where('id', '=', own.id).execute();
    const [news, usage, fitting] = titles(own) as [string, string, string];
    const words = (answer: boolean | 'former') => writeAnswer(answer, 'th');
    const ready = await checkedConsents(server, dpo, own, [
      [...HEAD, news, usage, fitting, 'เวอร์ชัน'],
      ['F-1', '', '2025-02-01 10:00', '', words('former'), words(false), words(false), '2'],
      ['F-2', '', '2025-02-01 10:01', '', words('former'), words(true), words(true), '2'],
      ['F-3', '', '2025-02-01 10:02', '', words(true), words(false), words(false), '2'],
    ]);
    expect(ready.problems.map(({ row, key }) => [row, key])).toEqual([[4, 'consentImport:problem.otherVersion']]);
    await committedConsents(server, dpo, ready);
    expect((await submissionsOf(server, own)).map(({ uid, action, granted }) => [uid, action, granted])).toEqual([
      ['F-1', 'ACCEPT', 1],
      ['F-2', 'ALL', 7],
    ]);
  });

  it('lists all errors of every row, and accepts the file of rejected rows once it is corrected', async () => {
    const own = await form();
    const [news, usage] = titles(own) as [string, string];
    const good = ['OK-1', '', '2025-02-01 10:00', '', 'yes', 'no', '', ''];
    const ready = await checkedConsents(server, dpo, own, [
      [...HEAD, news, usage, 'เวอร์ชัน', 'อีเมลผู้ปกครอง'],
      good,
      ['', '', '2025-02-01', '', 'yes', '', '', ''],
      ['B-2', '', '01/02/68', '', 'yes', '', '', ''],
      ['B-3', '', '2999-01-01', '', 'yes', '', '', ''],
      ['B-4', '', '1989-12-31', '', 'yes', '', '', ''],
      ['B-5', '', '2025-02-01', '', 'อาจจะ', '', '', ''],
      ['B-6', '', '2025-02-01', 'ยอมรับทั้งหมด', 'yes', 'no', '', ''],
      ['B-7', '', '2025-02-01', '', 'yes', '', '9', ''],
      ['B-8', '', '2025-02-01', 'ยินยอม', '', '', '', ''],
      ['B-9', '', '2025-02-01', '', '', '', '', ''],
      ['B-10', '', '2025-02-01', '', 'yes', '', '', 'ไม่ใช่อีเมล'],
    ]);
    const received = ready.problems.map(({ row, field, key }) => [row, field, key]);
    const purpose = `purpose:${own.purposeIds[0]}`;
    expect(received).toEqual([
      [3, 'uid', 'errors:required'],
      [4, 'at', 'consentImport:problem.shortYear'],
      [5, 'at', 'consentImport:problem.future'],
      [6, 'at', 'consentImport:problem.tooOld'],
      [7, purpose, 'consentImport:problem.answer'],
      [8, 'action', 'consentImport:problem.differs'],
      [9, 'version', 'consentImport:problem.version'],
      [10, 'action', 'consentImport:problem.which'],
      [11, null, 'consentImport:problem.noChoice'],
      [12, 'guardianFirstName', 'errors:required'],
      [12, 'guardianLastName', 'errors:required'],
      [12, 'guardianEmail', 'errors:email'],
    ]);
    expect(ready.summary).toMatchObject({ rows: 11, accepted: 1, rejected: 10, problems: 12 });
    const file = await stored(server, dpo, ready.rejects!.id);
    expect(file).toHaveLength(11);
    expect(file[0]?.at(-1)).toContain('What to correct');
    expect(file[1]?.at(-1)).toContain('รหัสเจ้าของข้อมูล');
    await committedConsents(server, dpo, ready);
    // Corrected in place: the column of reasons is no field.
    const corrected = [file[0]!, ['B-2', '', '01/02/2568', '', 'yes', '', '', '', file[2]!.at(-1)!]];
    const again = await checkedConsents(server, dpo, own, await workbook(corrected), {
      name: 'แก้แล้ว.xlsx',
      type: XLSX,
    });
    expect(again.summary).toMatchObject({ accepted: 1, rejected: 0 });
    await committedConsents(server, dpo, again);
    expect((await submissionsOf(server, own)).map(({ uid }) => uid)).toEqual(['B-2', 'OK-1']);
  });

  it('reads purposes from one column, by titles in both languages and ids; the action may be just “all”', async () => {
    const own = await form();
    const [news, usage] = own.content.purposes;
    const ready = await checkedConsents(server, dpo, own, [
      ['uid', 'date', 'purposes', 'action', 'language', 'channel', 'source'],
      ['P-1', '2025-03-01', `${news!.title.th}; ${usage!.title.en}`, '', 'English', 'mobile app', 'สาขาสีลม'],
      ['P-2', '2025-03-01', own.purposeIds[1]!, 'accept', 'ไทย', '', ''],
      ['P-3', '2025-03-01', '', 'ALL', '', 'กระดาษ', ''],
      ['P-4', '2025-03-01', 'ไม่มีข้อนี้', '', '', '', ''],
      ['P-5', '2025-03-01', '', 'ถอนความยินยอม', '', '', ''],
    ]);
    expect(ready.problems).toMatchObject([
      { row: 5, field: 'purposes', key: 'consentImport:problem.purpose', values: { text: 'ไม่มีข้อนี้' } },
    ]);
    await committedConsents(server, dpo, ready);
    expect(
      (await submissionsOf(server, own)).map(({ uid, granted, action, language, channel, source }) => [
        uid,
        granted,
        action,
        language,
        channel,
        source,
      ]),
    ).toEqual([
      ['P-1', 3, 'ACCEPT', 'en', 'Mobile App', 'สาขาสีลม'],
      ['P-2', 2, 'ACCEPT', 'th', 'Import', 'Import'],
      ['P-3', 7, 'ALL', 'th', 'กระดาษ', ''],
      ['P-5', 0, 'NONE', 'th', 'Import', 'Import'],
    ]);
  });

  it('reports duplicate rows, imports each once, and none of a file imported again', async () => {
    const own = await form(1);
    const rows = [
      ['uid', 'date', 'action'],
      ['D-1', '2025-04-01 10:00', 'ยินยอม'],
      ['D-2', '2025-04-01 10:00', 'ยินยอม'],
      ['D-1', '1/4/2568 10:00', 'yes'],
      ['D-1', '2025-04-01 10:00', 'no'],
      ['D-1', '2025-04-02', 'yes'],
    ];
    const first = await checkedConsents(server, dpo, own, rows);
    expect(first.summary).toMatchObject({
      rows: 5,
      accepted: 4,
      repeated: 1,
      repeats: [{ row: 4, of: 2 }],
      unchanged: 0,
      subjects: 2,
    });
    await committedConsents(server, dpo, first);
    // Of two choices at one moment the lower row is the later one.
    expect((await submissionsOf(server, own)).map(({ uid, granted, changed }) => [uid, granted, changed])).toEqual([
      ['D-1', 1, false],
      ['D-2', 1, false],
      ['D-1', 0, true],
      ['D-1', 1, true],
    ]);
    const again = await checkedConsents(server, dpo, own, rows);
    expect(again.summary).toMatchObject({ rows: 5, accepted: 0, repeated: 1, unchanged: 4, subjects: 0 });
    const api = await consentApi(server, dpo);
    expect(await refusal(api.commit({ ws, id: again.id, rowVersion: again.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'consentImport.nothing',
    });
    // Checked before the other was written: its rows are skipped when they are encountered.
    const fresh = await form(1);
    const [one, other] = [
      await checkedConsents(server, dpo, fresh, rows),
      await checkedConsents(server, dpo, fresh, rows),
    ];
    await committedConsents(server, dpo, one);
    expect(await committedConsents(server, dpo, other)).toMatchObject({
      status: 'done',
      summary: { accepted: 0, unchanged: 4, repeated: 1 },
    });
    expect(await submissionsOf(server, fresh)).toHaveLength(4);
  });

  it('does not override what a data subject answered later', async () => {
    const own = await form();
    await recordChoices(server, own, [
      { uid: 'N-1', granted: [], at: new Date('2026-05-01T00:00:00Z') },
      { uid: 'N-2', granted: [0], at: new Date('2026-05-01T00:00:00Z') },
    ]);
    const done = await committedConsents(
      server,
      dpo,
      await checkedConsents(server, dpo, own, [
        ['uid', 'date', 'action'],
        ['N-1', '2025-05-01', 'ALL'],
        ['N-2', '2026-06-01', 'ALL'],
        ['N-3', '2025-05-01', 'NONE'],
      ]),
    );
    expect(done.summary).toMatchObject({ accepted: 3 });
    const status = await server.owner
      .selectFrom('consentSubjects')
      .select(['action', 'submissions'])
      .where('consentId', '=', own.id)
      .orderBy('at')
      .execute();
    expect(status).toEqual([
      { action: 'NONE', submissions: 1 },
      { action: 'NONE', submissions: 2 },
      { action: 'ALL', submissions: 2 },
    ]);
    const { expected: counters, stored: storedCounts } = await countsOf(server, own);
    expect(storedCounts).toEqual(counters);
  });

  it('recognises an exported history: the same form does not change, another one of the same purposes gets the same', async () => {
    const own = await form();
    const times = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 1, day, 3, 4, 5, 678)));
    await recordChoices(server, own, [
      { uid: 'E-1', granted: [0, 1, 2], at: times[0], name: '=สมหญิง', source: '' },
      { uid: 'E-1', granted: [], at: times[1], language: 'en', channel: 'Withdrawal page' },
      {
        uid: 'E-2',
        granted: [1],
        at: times[2],
        guardian: { firstName: 'มานี', lastName: 'ใจดี', email: 'manee@example.com', telephone: '0812345678' },
      },
    ]);
    const before = await submissionsOf(server, own);
    for (const locale of ['th', 'en'] as const) {
      const purposes = own.content.purposes.map(({ id, title }) => ({ id, title }));
      type Row = (typeof before)[number];
      const value = (key: string, row: Row): string => {
        if (key.startsWith('purpose:'))
          return writeAnswer(hasBit(row.granted, own.purposeIds.indexOf(key.slice(8))), locale);
        if (key === 'action') return writeAction(row.action as ConsentAction, locale);
        if (key === 'at') return writeTime(Date.parse(row.at));
        if (key.startsWith('guardian'))
          return (
            row.guardian?.[
              {
                guardianFirstName: 'firstName',
                guardianLastName: 'lastName',
                guardianEmail: 'email',
                guardianTelephone: 'telephone',
              }[key] as 'email'
            ] ?? ''
          );
        return (
          {
            uid: row.uid,
            name: row.name,
            version: '1',
            language: row.language,
            source: row.source,
            channel: row.channel,
            changed: 'x',
            id: 'x',
            sha256: 'y',
            expiresAt: '2027-01-01',
          }[key] ?? ''
        );
      };
      const pieces: Uint8Array[] = [];
      const columns = sheetColumns(locale, purposes).map(({ key, heading }) => ({
        key,
        header: heading,
        value: (row: Row) => value(key, row),
      }));
      for await (const piece of csvOf({ name: 'x', columns }, before)) pieces.push(piece);
      const file = Buffer.concat(pieces);
      expect((await checkedConsents(server, dpo, own, file)).summary).toMatchObject({
        rows: 3,
        accepted: 0,
        unchanged: 3,
        rejected: 0,
      });
      const other = await form();
      // Another form with the same titles, like a copy of this one.
      const ready = await checkedConsents(server, dpo, other, file);
      expect(ready.problems).toEqual([]);
      await committedConsents(server, dpo, ready);
      const withoutImport = (rows: typeof before) => rows.map((row) => ({ ...row, importId: null }));
      expect(withoutImport(await submissionsOf(server, other))).toEqual(withoutImport(before));
    }
  });

  it("displays the interpretation of the first rows under an unsaved mapping, and stores the file's content encrypted", async () => {
    const own = await form(1);
    const ready = await startedConsents(server, staff, own, [
      ['เลขที่', 'when', 'ok?'],
      ['S-77', '03/04/2025', 'yes'],
      ['', 'x', 'no'],
    ]);
    expect(ready.sheet.preview[0]?.cells).toEqual(['S-77', '03/04/2025', 'yes']);
    const row = await server.owner
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', ready.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('S-77');
    const api = await consentApi(server, staff);
    const mapping = { fields: { uid: 0, at: 1 }, purposes: { [own.purposeIds[0]!]: 2 }, version: null };
    const { rows } = await api.preview({ ws, id: ready.id, ...mapping, dateOrder: 'dmy' });
    expect(rows[0]).toMatchObject({
      row: 2,
      uid: 'S-77',
      at: '2025-04-02T17:00:00.000Z',
      action: 'ALL',
      version: 1,
      source: 'Import',
      problems: [],
    });
    expect(rows[1]?.problems.map(({ field }) => field)).toEqual(['uid', 'at']);
    expect((await api.preview({ ws, id: ready.id, ...mapping, dateOrder: 'mdy' })).rows[0]?.at).toBe(
      '2025-03-03T17:00:00.000Z',
    );
  });

  it('reads an export that goes on in further sheets to its end, and names the sheets of what is wrong there', async () => {
    const own = await form(1);
    const head = ['uid', 'date', 'action'];
    const data = Array.from({ length: 7 }, (_, row) => [`M-${row}`, row === 4 ? 'เมื่อวาน' : '2025-04-01 10:00', 'yes']);
    data.push(data[1]!);
    const columns = head.map((header, index) => ({ key: header, header, value: (row: string[]) => row[index] ?? '' }));
    const pieces: Uint8Array[] = [];
    for await (const piece of xlsxOf([{ sheet: { name: 'ประวัติ', columns }, rows: data }], { maxRows: 4 }))
      pieces.push(piece);
    const ready = await checkedConsents(server, dpo, own, Buffer.concat(pieces), { type: XLSX, name: 'history.xlsx' });
    expect(ready.sheet.also.map(({ sheet }) => ready.sheet.sheets[sheet]!.name)).toEqual(['ประวัติ (2)', 'ประวัติ (3)']);
    expect(ready.sheet.columns[0]!.filled).toBe(8);
    expect(ready.summary).toMatchObject({
      rows: 8,
      accepted: 6,
      rejected: 1,
      repeated: 1,
      repeats: [{ row: 3, sheet: 'ประวัติ (3)', of: 3 }],
    });
    expect(ready.problems).toMatchObject([{ row: 3, sheet: 'ประวัติ (2)', field: 'at' }]);
    expect(await committedConsents(server, dpo, ready)).toMatchObject({ status: 'done', summary: { accepted: 6 } });
    // Of choices at one moment the lower row is the later one, whatever its sheet.
    expect((await submissionsOf(server, own)).map(({ uid }) => uid)).toEqual([
      'M-0',
      'M-1',
      'M-2',
      'M-3',
      'M-5',
      'M-6',
    ]);
    // The last sheet alone, where that is chosen.
    const last = await startedConsents(server, dpo, own, Buffer.concat(pieces), { type: XLSX, name: 'history.xlsx' });
    const api = await consentApi(server, dpo);
    const place = { ws, id: last.id, rowVersion: last.rowVersion, sheet: 2, headingRow: 1 };
    await api.setMapping({ ...place, ...last.mapping });
    await consentStep(server, last, ws);
    expect(await api.get({ ws, id: last.id })).toMatchObject({ summary: { rows: 2 }, sheet: { sheet: 2, also: [] } });

    // Sheets that would exceed the limit are left for another import.
    const directory = mkdtempSync(path.join(tmpdir(), 'sheets-'));
    try {
      const file = { path: path.join(directory, 'history.xlsx'), type: 'xlsx' } as const;
      writeFileSync(file.path, Buffer.concat(pieces));
      const columns = [{ index: 0, heading: 'uid', samples: [], filled: 0 }];
      const places = [0, 1, 2].map((sheet) => ({ sheet, headingRow: 1 }));
      const { signal } = new AbortController();
      expect(await countRows(file, places, columns, signal, 7)).toEqual({ total: 6, counted: 2 });
      expect(columns[0]!.filled).toBe(6);
      await expect(countRows(file, places, columns, signal, 2)).rejects.toMatchObject({ code: 'rows' });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('provides a template of the form’s purposes that can be filled in directly', async () => {
    const own = await form();
    const api = await consentApi(server, staff);
    for (const [format, locale] of [
      ['xlsx', 'th'],
      ['csv', 'en'],
    ] as const) {
      const created = await api.template({ ws, form: own.id, format, locale });
      const table = await tableOf(Buffer.from(created.base64, 'base64'), format);
      expect(table[0]).toEqual(expect.arrayContaining(own.content.purposes.map(({ title }) => title[locale])));
      const head = table[0]!;
      const filled: string[] = head.map((heading) => (heading === own.content.purposes[0]!.title[locale] ? 'yes' : ''));
      filled[0] = 'T-1';
      filled[
        head.findIndex((heading) => heading === sheetColumns(locale, []).find(({ key }) => key === 'at')!.heading)
      ] = '2025-01-01';
      const ready = await checkedConsents(server, dpo, own, await workbook([...table, filled]), {
        name: 'a.xlsx',
        type: XLSX,
      });
      expect(ready.summary).toMatchObject({ rows: 1, accepted: 1, skipped: 2, rejected: 0 });
    }
  });

  it('reads files of the Thai code page and formulas as text, and ends with a reason if a file cannot be read', async () => {
    const own = await form(1);
    const thai = Buffer.from(
      [...csv([[...HEAD], ['=1+1', 'สมชาย', '21/11/2568', 'ยินยอม']])].map((letter) =>
        letter >= '\u0e01' ? letter.charCodeAt(0) - 0x0e00 + 0xa0 : letter.charCodeAt(0),
      ),
    );
    const ready = await committedConsents(server, dpo, await checkedConsents(server, dpo, own, thai));
    expect(ready.status).toBe('done');
    expect(await submissionsOf(server, own)).toMatchObject([{ uid: '=1+1', name: 'สมชาย', action: 'ALL' }]);
    const book = await workbook([
      ['uid', 'date', 'action'],
      ['a', '2025-01-01', 'yes'],
    ]);
    for (const [bytes, type, code] of [
      [book.subarray(0, book.length / 2), XLSX, 'broken'],
      [Buffer.from('uid,date,action\r\n'), CSV, 'empty'],
      [Buffer.from('a,b'), XLSX, 'broken'],
      [Buffer.from(`uid,date\r\n"${'x'.repeat(500_000)}`), CSV, 'cell'],
      [deflateRawSync(Buffer.alloc(1000)), XLSX, 'broken'],
    ] as const) {
      const failed = await startedConsents(server, dpo, own, bytes as Buffer, { type, name: 'x' });
      expect([failed.status, failed.errorCode]).toEqual(['failed', code]);
    }
  });

  it('stores the first problems of very many, and all rejected rows in their file', async () => {
    const own = await form(1);
    const many = sized(1_000, 10_000);
    const ready = await checkedConsents(server, dpo, own, [
      ['uid', 'date', 'action'],
      ...Array.from({ length: many }, (_, row) => [`R-${row}`, 'ไม่มีวัน', 'yes']),
    ]);
    expect(ready.problems).toHaveLength(200);
    expect(ready.summary).toMatchObject({ rows: many, rejected: many, accepted: 0, problems: many });
    expect(await stored(server, dpo, ready.rejects!.id)).toHaveLength(many + 1);
  });

  it('is restricted to users who write consents: nobody else, none of another workspace, and other imports are separate', async () => {
    const own = await form(1);
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    const stranger = await buildPerson(server, { role: 'Admin' });
    const ready = await checkedConsents(server, dpo, own, [
      ['uid', 'date', 'action'],
      ['a', '2025-01-01', 'yes'],
      ['', '', ''],
    ]);
    expect(await refusedWith((await consentApi(server, top)).get({ ws, id: ready.id }))).toBe('FORBIDDEN');
    expect(
      await refusedWith((await consentApi(server, stranger)).get({ ws: stranger.workspaceId, id: ready.id })),
    ).toBe('NOT_FOUND');
    expect(
      await refusedWith(
        (await consentApi(server, stranger)).create({ ws: stranger.workspaceId, form: own.id, fileId: ready.id }),
      ),
    ).toBe('NOT_FOUND');
    // Neither list contains the other's, and neither job claims the other's.
    const call = await callerFor(server, dpo);
    expect((await call.recordImport.list({ ws })).collection).toEqual([]);
    expect(await refusedWith(call.recordImport.get({ ws, id: ready.id }))).toBe('NOT_FOUND');
    expect((await call.consentImport.list({ ws, form: own.id })).collection).toMatchObject([
      { id: ready.id, consent: { id: own.id } },
    ]);
    await call.consentImport.commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
    await runImport(server.deps, ws, ready.id, new AbortController().signal);
    expect((await call.consentImport.get({ ws, id: ready.id })).status).toBe('running');
    await consentStep(server, ready, ws);
    expect((await call.consentImport.get({ ws, id: ready.id })).status).toBe('done');
  });

  it('returns its file and its rejected rows to nobody who may not import consents', async () => {
    const own = await form(1);
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    const ready = await checkedConsents(server, dpo, own, [
      ['uid', 'date', 'action'],
      ['a', 'x', 'yes'],
    ]);
    const { fileId } = await server.owner
      .selectFrom('imports')
      .select('fileId')
      .where('id', '=', ready.id)
      .executeTakeFirstOrThrow();
    const get = async (id: string, person: Person) =>
      (
        await server.app.inject({
          url: `/files-api/v1/files/${id}?workspace=${ws}`,
          headers: { authorization: `Bearer ${person.token}` },
        })
      ).statusCode;
    for (const id of [fileId!, ready.rejects!.id])
      expect([await get(id, staff), await get(id, top)]).toEqual([200, 403]);
  });

  it('starts over REST with a form, and continues over REST', async () => {
    const own = await form(1);
    const boundary = 'pokpong-test-boundary';
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const send = (person: Person, consent: string, text: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1/${ws}/user-consents/import`,
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload: `${field('consentUUID', consent)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`,
      });
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    expect((await send(top, own.id, 'uid')).statusCode).toBe(403);
    expect((await send(staff, 'x', 'uid,date\r\na,b')).statusCode).toBe(400);
    const started = await send(
      staff,
      own.id,
      csv([
        ['uid', 'date', 'action'],
        ['R-1', '2025-01-01', 'yes'],
      ]),
    );
    expect(started.statusCode).toBe(200);
    const { id } = started.json<{ id: string }>();
    const rest = async (method: 'GET' | 'POST', tail: string, body?: object) =>
      (
        await server.app.inject({
          method,
          url: `/api/v1/${ws}/user-consents/imports/${id}${tail}`,
          headers: { authorization: `Bearer ${staff.token}` },
          ...(body && { payload: body }),
        })
      ).json<{ rowVersion: number; status: string }>();
    await consentStep(server, { id }, ws);
    await rest('POST', '/check', { rowVersion: (await rest('GET', '')).rowVersion });
    await consentStep(server, { id }, ws);
    await rest('POST', '/commit', { rowVersion: (await rest('GET', '')).rowVersion });
    await consentStep(server, { id }, ws);
    expect((await rest('GET', '')).status).toBe('done');
    expect(await submissionsOf(server, own)).toMatchObject([{ uid: 'R-1' }]);
  });

  it('can be cancelled during the check: the check ends, and nothing is written', async () => {
    const own = await form(1);
    const ready = await startedConsents(server, dpo, own, [
      ['uid', 'date', 'action'],
      ...Array.from({ length: sized(5_000, 20_000) }, (_, row) => [`X-${row}`, '2025-01-01', 'yes']),
    ]);
    const api = await consentApi(server, dpo);
    await api.check({ ws, id: ready.id, rowVersion: ready.rowVersion });
    const working = consentStep(server, ready, ws);
    await api.cancel({ ws, id: ready.id });
    await working;
    expect(await api.get({ ws, id: ready.id })).toMatchObject({ status: 'cancelled', rejects: null });
    expect(await refusal(api.commit({ ws, id: ready.id, rowVersion: ready.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
    });
    expect(await submissionsOf(server, own)).toEqual([]);
  });
});

describe('an import of consents and its job', () => {
  it('whose node is killed in the middle is finished by another: nothing duplicated, nothing missing', async () => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'pokpong-consents-'));
    const quiet = await buildServer({ DATA_DIR: dataDir }, { databaseUrl: database.url });
    const dpo = await buildPerson(quiet, { role: 'DPO' });
    const ws = dpo.workspaceId;
    const own = await buildConsentForm(quiet, dpo, { purposes: 2 });
    // Written in chunks of 2,500.
    const ROWS = sized(12_000, 30_000);
    const SUBJECTS = ROWS * 0.9;
    // Every tenth subject answers again; times cover two years, unordered.
    const moment = (row: number) =>
      new Date(Date.UTC(2024, 0, 1) + ((row * 7919) % 700) * 86_400_000 + row * 1000).toISOString();
    const ready = await checkedConsents(quiet, dpo, own, [
      ['uid', 'date', 'action'],
      ...Array.from({ length: ROWS }, (_, row) => [`K-${row % SUBJECTS}`, moment(row), row % 3 === 0 ? 'NONE' : 'ALL']),
    ]);
    expect(ready.summary).toMatchObject({ accepted: ROWS, subjects: SUBJECTS });
    await (await consentApi(quiet, dpo)).commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
    await sql`delete from pgboss.job where singleton_key = ${ready.id} and id not in (select id from pgboss.job where singleton_key = ${ready.id} order by created_on desc limit 1)`.execute(
      quiet.owner,
    );
    const rowOf = () =>
      quiet.owner.selectFrom('imports').selectAll().where('id', '=', ready.id).executeTakeFirstOrThrow();

    const child = fork(path.join(import.meta.dirname, '../helpers/exportNodeProcess.ts'), [database.url, dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    while (Number((await rowOf()).rowsWritten) < ROWS / 6) await sleep(2);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const half = await rowOf();
    expect(half).toMatchObject({ status: 'running', attempts: 1, total: ROWS });
    expect(Number(half.rowsWritten)).toBeLessThan(ROWS);
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where singleton_key = ${ready.id}`.execute(
      quiet.owner,
    );
    quiet.deps.jobs.start();
    await until(async () => (await rowOf()).status !== 'running', 'the end');
    const done = await (await consentApi(quiet, dpo)).get({ ws, id: ready.id });
    expect(done).toMatchObject({
      status: 'done',
      summary: {
        rows: ROWS,
        accepted: ROWS,
        unchanged: 0,
        repeated: 0,
        actions: { ALL: (ROWS * 2) / 3, ACCEPT: 0, NONE: ROWS / 3 },
      },
    });
    const { expected: counters, stored: storedCounts } = await countsOf(quiet, own);
    expect(counters).toMatchObject({ submissions: ROWS, subjects: SUBJECTS });
    expect(storedCounts).toEqual(counters);
    const widest = await sql<{
      most: number;
    }>`select max(n)::integer as most from (select sum(submissions) as n from consent_blocks where consent_id = ${own.id} group by block) as sizes`.execute(
      quiet.owner,
    );
    expect(widest.rows[0]!.most).toBeLessThanOrEqual(4_000);
    expect(
      await quiet.owner
        .selectFrom('outbox')
        .select('event')
        .where('entityId', '=', ready.id)
        .where('event', '=', 'consentImport.finished')
        .execute(),
    ).toHaveLength(1);
    // The rows of each month are in its partition.
    const { rows: others } = await sql<{
      n: number;
    }>`select count(*)::integer as n from user_consents_other where consent_id = ${own.id}`.execute(quiet.owner);
    expect(others[0]!.n).toBe(0);
    await quiet.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
