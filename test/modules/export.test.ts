import { createHash, randomUUIDv7 } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareKinds } from '../../db/kinds.ts';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { expireFiles } from '../../server/platform/files/sweep.ts';
import { workshop } from '../../server/platform/exports/writing.ts';
import { EXPORT_KIND_KEYS, EXPORT_KINDS, EXPORTS_AT_ONCE } from '../../shared/export/schema.ts';
import { ROLES, type Role } from '../../shared/registry/roles.ts';
import { may } from '../../shared/registry/permissions.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  signInAgain,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ended, fillLog } from '../helpers/exports.ts';
import { refusal as refusalOf } from '../helpers/refusal.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let ws: string;
const people = {} as Record<Role, Person>;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ws = (await buildWorkspace(server)).id;
  for (const role of ROLES) people[role] = await buildPerson(server, { workspaceId: ws, role });
});
afterAll(() => server.close());

const as = (person: Person) => callerFor(server, person);
const startLog = async (person: Person, more: object = {}) =>
  (await as(person)).export.start({ ws: person.workspaceId, kind: 'activity-logs', ...more });
const download = (person: Person, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${person.token}`, ...headers } });
const rowOf = (id: string) => server.owner.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
const filesOf = (workspaceId: string) =>
  server.owner.selectFrom('files').selectAll().where('workspaceId', '=', workspaceId).execute();

describe('an export', () => {
  it('is started, returns its progress only to its requester, and ends with a file whose bytes are those stored', async () => {
    const asker = await buildPerson(server);
    await buildPerson(server, { workspaceId: asker.workspaceId });
    await fillLog(server, asker, 30_000);
    const started = await startLog(asker, { format: 'csv', locale: 'th' });
    expect(started).toMatchObject({
      status: 'waiting',
      kind: 'activity-logs',
      format: 'csv',
      locale: 'th',
      done: 0,
      total: null,
      file: null,
      requestedBy: { id: asker.personnelId },
    });
    await until(async () => (await rowOf(started.id))?.status !== 'waiting', 'the start');
    const item = await ended(server, asker, started.id);
    expect(item).toMatchObject({ status: 'done', attempts: 1, errorCode: null, done: 30_001, total: 30_001 });

    const answer = await download(asker, item.file!.url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [stored] = (await filesOf(asker.workspaceId)).filter(({ id }) => id === item.file!.id);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(stored!.sha256);
    expect(answer.rawPayload.length).toBe(item.file!.size);
    expect(stored).toMatchObject({ ownerKind: 'export.document', ownerId: item.id });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from('\ufeff'));
    expect(answer.body.split('\r\n').length).toBe(30_003);

    const events = await server.owner
      .selectFrom('outbox')
      .select(['event', 'recipients'])
      .where('entityId', '=', started.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['export.started', 'export.progressed', 'export.finished']),
    );
    expect(events.at(-1)!.event).toBe('export.finished');
    for (const { recipients } of events) expect(recipients).toEqual([asker.personnelId]);
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('entityId', '=', started.id)
      .execute();
    expect(logged.map(({ event }) => event).sort()).toEqual(['export.finished', 'export.started']);
    // No partial file remains.
    expect(await readdir(workshop(server.deps.config.dataDir))).toEqual([]);
  });

  it('is recorded in the activity log under its module', async () => {
    const asker = await buildPerson(server);
    const modules = {
      ropa: 'BUSINESS',
      inventories: 'PII Inventory',
      incidents: 'DATA BREACH',
      'page-views': 'ORGANIZATION',
    };
    for (const [kind, module] of Object.entries(modules)) {
      const { id } = await (
        await as(asker)
      ).export.start({ ws: asker.workspaceId, kind: kind as keyof typeof modules, format: 'xlsx' });
      await ended(server, asker, id);
      const logged = await server.owner
        .selectFrom('activityLogs')
        .select('module')
        .where('entityId', '=', id)
        .execute();
      expect(logged, kind).toEqual([{ module }, { module }]);
    }
  });

  it('can be downloaded in parts, so that an interrupted download continues', async () => {
    const item = await ended(server, people.Admin, (await startLog(people.Admin)).id);
    const full = await download(people.Admin, item.file!.url);
    const rest = await download(people.Admin, item.file!.url, {
      range: 'bytes=100-',
      'if-range': String(full.headers.etag),
    });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload.equals(full.rawPayload.subarray(100))).toBe(true);
  });

  it('of the activity log is a workbook with title, filters and dates as date values, in the language requested', async () => {
    const asker = await buildPerson(server, { name: 'สมหญิง' });
    await fillLog(server, asker, 3);
    const item = await ended(
      server,
      asker,
      (await startLog(asker, { format: 'xlsx', locale: 'th', input: { module: 'BUSINESS', query: 'ทะเบียนผู้ป่วย 2' } }))
        .id,
    );
    const book = XLSX.read((await download(asker, item.file!.url)).rawPayload, { cellDates: true });
    const sheet = book.Sheets[book.SheetNames[0]!]!;
    const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    expect(book.SheetNames).toEqual(['บันทึกการใช้งานระบบ']);
    expect(rows[0]).toEqual(['บันทึกการใช้งานระบบ']);
    expect(rows[2]![0]).toMatch(/^ข้อมูล ณ .* 25\d\d .*สมหญิง$/);
    expect(rows[3]).toEqual(['โมดูล: กิจกรรมการประมวลผล']);
    expect(rows[4]).toEqual(['ค้นหาจากชื่อรายการหรือชื่อผู้ทำ: ทะเบียนผู้ป่วย 2']);
    expect(rows[6]).toEqual(['เวลา', 'โมดูล', 'กิจกรรม', 'รายการ', 'ผู้ทำ', 'สิ่งที่เปลี่ยน']);
    expect(rows).toHaveLength(8);
    expect(rows[7]!.slice(1, 5)).toEqual([
      'กิจกรรมการประมวลผล',
      'แก้ไขแอปพลิเคชัน “ทะเบียนผู้ป่วย 2”',
      'ทะเบียนผู้ป่วย 2',
      'สมหญิง',
    ]);
    expect(sheet.A8!.t).toBe('d');
    expect(sheet['!autofilter']).toEqual({ ref: 'A7:F8' });
    expect(item.file!.name).toMatch(/^บันทึกการใช้งานระบบ .* \d{4}-\d\d-\d\d\.xlsx$/);
  });

  it('is refused with the error: an unsupported format, an unknown filter, a record for a kind without one', async () => {
    for (const [input, field] of [
      [{ format: 'pdf' }, 'format'],
      [{ input: { module: 'NOPE' } }, 'input.module'],
      [{ subjectId: randomUUIDv7() }, 'subjectId'],
    ] as const) {
      const refusal = await refusalOf(startLog(people.Admin, input));
      expect(refusal).toMatchObject({ status: 'BAD_REQUEST' });
      expect(refusal.fields, JSON.stringify(input)).toContain(field);
    }
  });
});

describe('who may start, read and download', () => {
  it.each(EXPORT_KIND_KEYS)('%s: exactly users with its permission', async (kind) => {
    for (const role of ROLES) {
      const allowed = may({ role, flags: defaultFlags('Unlimit'), tier: 'Unlimit' }, EXPORT_KINDS[kind].permission);
      const refusal = await refusalOf(
        (await as(people[role])).export.start({
          ws,
          kind,
          subjectId: randomUUIDv7(),
          format: EXPORT_KINDS[kind].formats[0],
        }),
      );
      expect(refusal.status === 'FORBIDDEN', `${kind} as ${role}: ${refusal.status}`).toBe(!allowed);
    }
  });

  it('a file of an export of a kind not permitted is refused, by its id too, and the export itself is hidden', async () => {
    const item = await ended(server, people.Admin, (await startLog(people.Admin)).id);
    for (const role of ['Staff', 'Top Management'] as const) {
      expect((await download(people[role], item.file!.url)).statusCode, role).toBe(403);
      expect((await refusalOf((await as(people[role])).export.get({ ws, id: item.id }))).status).toBe('FORBIDDEN');
      expect((await refusalOf((await as(people[role])).export.retry({ ws, id: item.id }))).status).toBe('FORBIDDEN');
      expect((await (await as(people[role])).export.list({ ws })).collection).toEqual([]);
    }
    expect((await download(people.DPO, item.file!.url)).statusCode).toBe(200);
    const stranger = await buildPerson(server);
    expect((await download(stranger, item.file!.url.replace(ws, stranger.workspaceId))).statusCode).toBe(404);
    expect((await refusalOf((await as(stranger)).export.get({ ws: stranger.workspaceId, id: item.id }))).status).toBe(
      'NOT_FOUND',
    );
  });

  it('is marked as of all records where its requester reads all of them', async () => {
    const marks: boolean[] = [];
    for (const role of ['DPO', 'Staff'] as const) {
      const asker = await buildPerson(server, { workspaceId: ws, role });
      const { id } = await (await as(asker)).export.start({ ws, kind: 'treatment-plans' });
      await ended(server, asker, id);
      const row = await server.owner
        .selectFrom('exports')
        .select(['status', 'allRecords'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.status).toBe('done');
      marks.push(row.allRecords);
    }
    expect(marks).toEqual([true, false]);
  });

  it('a user who lost the permission while it was queued gets no document', async () => {
    const quiet = await buildServer();
    try {
      const asker = await buildPerson(quiet, { role: 'DPO' });
      const { id } = await (
        await callerFor(quiet, asker)
      ).export.start({ ws: asker.workspaceId, kind: 'activity-logs' });
      await quiet.owner.updateTable('personnel').set({ role: 'Staff' }).where('id', '=', asker.personnelId).execute();
      quiet.deps.jobs.start();
      const row = await until(
        () =>
          quiet.owner
            .selectFrom('exports')
            .selectAll()
            .where('id', '=', id)
            .where('status', '=', 'failed')
            .executeTakeFirst(),
        'the refusal',
      );
      expect(row).toMatchObject({ errorCode: 'forbidden', fileId: null });
    } finally {
      await quiet.close();
    }
  });
});

describe('an export that fails', () => {
  it('displays the reason from the catalogue, leaves nothing behind and works when retried', async () => {
    const asker = await buildPerson(server);
    const id = randomUUIDv7();
    // Filters of an older version of the product, which this one cannot parse.
    await server.owner
      .insertInto('exports')
      .values({
        workspaceId: asker.workspaceId,
        id,
        kind: 'activity-logs',
        format: 'csv',
        locale: 'en',
        input: JSON.stringify({ module: 'GONE' }),
        requestedBy: asker.personnelId,
        createdAt: new Date(Date.now() - 60_000),
      })
      .execute();
    expect(await findLostJobs(server.deps)).toBe(1);
    expect(await ended(server, asker, id)).toMatchObject({
      status: 'failed',
      errorCode: 'failed',
      attempts: 1,
      file: null,
    });
    expect(await filesOf(asker.workspaceId)).toEqual([]);
    expect(
      (await server.owner.selectFrom('outbox').select('event').where('entityId', '=', id).execute()).map(
        ({ event }) => event,
      ),
    ).toEqual(['export.failed']);

    await server.owner.updateTable('exports').set({ input: '{}' }).where('id', '=', id).execute();
    const caller = await as(asker);
    expect(await caller.export.retry({ ws: asker.workspaceId, id })).toMatchObject({
      id,
      status: 'waiting',
      errorCode: null,
    });
    expect(await ended(server, asker, id)).toMatchObject({ status: 'done', errorCode: null });
    expect(await refusalOf(caller.export.retry({ ws: asker.workspaceId, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'export.notFailed',
    });
  });

  it('of a kind not supported by this version is reported', async () => {
    const asker = await buildPerson(server);
    const id = randomUUIDv7();
    // As written by a later release.
    await declareKinds(server.databaseUrl, { exports: ['of-later'] });
    await server.owner
      .insertInto('exports')
      .values({
        workspaceId: asker.workspaceId,
        id,
        kind: 'of-later',
        format: 'csv',
        locale: 'en',
        requestedBy: asker.personnelId,
        createdAt: new Date(Date.now() - 60_000),
      })
      .execute();
    await findLostJobs(server.deps);
    await until(async () => (await rowOf(id))?.status === 'failed', 'the failure');
    expect((await refusalOf((await as(asker)).export.get({ ws: asker.workspaceId, id }))).status).toBe('FORBIDDEN');
  });
});

describe('the list', () => {
  it("filters by kind, status, person and text, and clearing affects only the user's own list", async () => {
    const admin = await buildPerson(server, { name: 'กานดา' });
    const dpo = await buildPerson(server, { workspaceId: admin.workspaceId, role: 'DPO', name: 'วิชัย' });
    const one = await ended(server, admin, (await startLog(admin)).id);
    const two = await ended(server, dpo, (await startLog(dpo, { format: 'csv' })).id);
    const list = async (person: Person, input: object = {}) =>
      (await (await as(person)).export.list({ ws: admin.workspaceId, ...input })).collection.map(({ id }) => id);
    expect(await list(admin)).toEqual([two.id, one.id]);
    expect(await list(admin, { sortDirection: 'ASC' })).toEqual([one.id, two.id]);
    expect(await list(admin, { mine: true })).toEqual([one.id]);
    expect(await list(admin, { query: 'วิชัย' })).toEqual([two.id]);
    expect(await list(admin, { status: 'failed' })).toEqual([]);
    expect(await list(admin, { kind: 'ropa' })).toEqual([]);
    expect(await refusalOf((await as(dpo)).export.clear({ ws: admin.workspaceId, id: one.id }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'export.notYours',
    });
    await (await as(admin)).export.clear({ ws: admin.workspaceId, id: one.id });
    expect(await list(admin)).toEqual([two.id]);
    expect(await list(dpo)).toEqual([two.id, one.id]);
    expect((await download(admin, one.file!.url)).statusCode).toBe(200);
  });

  it('accepts only a few at once from one person, and returns how long to wait', async () => {
    const asker = await buildPerson(server);
    const colleague = await buildPerson(server, { workspaceId: asker.workspaceId });
    const id = () => randomUUIDv7();
    for (let count = 0; count < EXPORTS_AT_ONCE; count += 1) {
      await server.owner
        .insertInto('exports')
        .values({
          workspaceId: asker.workspaceId,
          id: id(),
          kind: 'activity-logs',
          format: 'csv',
          locale: 'en',
          requestedBy: asker.personnelId,
        })
        .execute();
    }
    expect(await refusalOf(startLog(asker))).toMatchObject({ status: 'TOO_MANY_REQUESTS', code: 'export.tooMany' });
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/${asker.workspaceId}/exports/activity-logs`,
      payload: {},
      headers: { authorization: `Bearer ${asker.token}`, 'accept-language': 'en' },
    });
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      message: expect.stringContaining('5 exports'),
      details: { seconds: expect.any(Number) },
    });
    expect((await startLog(colleague)).status).toBe('waiting');
  });
});

describe('retention', () => {
  it('of one record the five newest; older ones are deleted with their files', async () => {
    const asker = await buildPerson(server);
    const { workspaceId } = asker;
    const controller = await buildDataController(server, workspaceId);
    const subjectId = randomUUIDv7();
    await server.owner
      .insertInto('applications')
      .values({ workspaceId, id: subjectId, name: 'ทะเบียน', description: '-', dataControllerId: controller.id })
      .execute();
    const seeded: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const [id, fileId] = [randomUUIDv7(), randomUUIDv7()];
      const bytes = Buffer.from(`version ${count}`);
      const storageKey = `${workspaceId}/${fileId}`;
      await server.deps.files.put(storageKey, bytes, { size: bytes.length, type: 'application/pdf' });
      await server.owner
        .insertInto('files')
        .values({
          workspaceId,
          id: fileId,
          name: `v${count}.pdf`,
          type: 'application/pdf',
          size: bytes.length,
          sha256: 'x',
          storageKey,
          ownerKind: 'export.document',
          ownerId: id,
        })
        .execute();
      const at = new Date(Date.now() - (10 - count) * 60_000);
      await server.owner
        .insertInto('exports')
        .values({
          workspaceId,
          id,
          kind: 'application-ropa',
          format: 'pdf',
          locale: 'th',
          subjectId,
          status: 'done',
          fileId,
          fileName: `v${count}.pdf`,
          requestedBy: asker.personnelId,
          createdAt: at,
          finishedAt: at,
        })
        .execute();
      seeded.push(id);
    }
    const { removeOutdated } = await import('../../server/platform/exports/run.ts');
    await removeOutdated(server.deps, { workspaceId, kind: 'application-ropa', subjectId });
    const left = await server.owner
      .selectFrom('exports')
      .select(['id', 'fileId'])
      .where('workspaceId', '=', workspaceId)
      .execute();
    expect(left.map(({ id }) => id).sort()).toEqual(seeded.slice(2).sort());
    expect((await filesOf(workspaceId)).map(({ id }) => id).sort()).toEqual(left.map(({ fileId }) => fileId).sort());
    expect((await readdir(join(server.deps.config.dataDir, 'files', workspaceId))).length).toBe(5);
    const latest = await (await as(asker)).application.listExports({ ws: workspaceId, id: subjectId });
    expect(latest.collection.map(({ id }) => id)).toEqual(seeded.slice(2).reverse());
  });

  it('of a file for as many days as configured; its row then displays that it has expired', async () => {
    const asker = await buildPerson(server);
    const item = await ended(server, asker, (await startLog(asker)).id);
    expect(await expireFiles(server.deps)).toBe(0);
    const days = server.deps.config.exportFileDays;
    await server.owner
      .updateTable('files')
      .set({ retainedFrom: new Date(Date.now() - days * 86_400_000 - 1000) })
      .where('id', '=', item.file!.id)
      .execute();
    expect(await expireFiles(server.deps)).toBe(1);
    expect(await (await as(asker)).export.get({ ws: asker.workspaceId, id: item.id })).toMatchObject({
      status: 'done',
      file: null,
    });
    expect((await download(asker, item.file!.url)).statusCode).toBe(404);
    await expect(readFile(join(server.deps.config.dataDir, 'files', asker.workspaceId, item.file!.id))).rejects.toThrow(
      /ENOENT/,
    );
  });

  it('of the newest five of a record with their files, however many days pass', async () => {
    const asker = await buildPerson(server, { role: 'DPO' });
    const { id: controllerId } = await buildDataController(server, asker.workspaceId);
    const ws = asker.workspaceId;
    const { id } = await (
      await as(asker)
    ).application.create({ ws, name: 'ทะเบียน', description: 'ทะเบียน', dataControllerId: controllerId });
    const input = { kind: 'application-ropa', format: 'html', locale: 'th', subjectId: id } as const;
    const report = await ended(server, asker, (await (await as(asker)).export.start({ ws, ...input })).id);
    const log = await ended(server, asker, (await startLog(asker)).id);
    try {
      server.clock.set(new Date(Date.now() + (server.deps.config.exportFileDays + 1) * 86_400_000));
      expect(await expireFiles(server.deps)).toBeGreaterThan(0);
      const later = await signInAgain(server, asker);
      const fileOf = async (exportId: string) =>
        (await (await as(later)).export.get({ ws, id: exportId })).file?.id ?? null;
      expect([await fileOf(report.id), await fileOf(log.id)]).toEqual([report.file!.id, null]);
      expect((await download(later, report.file!.url)).statusCode).toBe(200);
    } finally {
      server.clock.run();
    }
  });
});
