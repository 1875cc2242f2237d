import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateScores } from '../../server/modules/completeness/service.ts';
import { runRequestImport } from '../../server/modules/requestImport/run.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import type { RequestImport } from '../../shared/requestImport/schema.ts';
import { buildPerson, sharedServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { CSV, csv, storeFile, stored, workbook, XLSX } from '../helpers/recordFiles.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let form: string;
let applicationId: string;
let other: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
  other = await buildPerson(server, { role: 'Admin' });
  ({ applicationId } = await buildConsentPurposes(server, dpo));
  const { requestForm } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  form = (await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion })).id;
});

const api = async (person: Person = dpo) => (await callerFor(server, await signInAgain(server, person))).requestImport;
const requests = async () => (await callerFor(server, await signInAgain(server, dpo))).request;
const step = ({ id }: { id: string }, signal = new AbortController().signal) =>
  runRequestImport(server.deps, ws, id, signal);

const HEAD = [
  'เลขอ้างอิงเดิม',
  'วันที่ได้รับคำขอ',
  'สิทธิที่ขอ',
  'สถานะ',
  'ผู้รับผิดชอบ (อีเมล)',
  'วันที่ปิด',
  'เหตุที่ปฏิเสธ',
  'ชื่อ',
  'นามสกุล',
  'อีเมล',
  'ช่วงอายุ',
  'วันที่ยืนยันตัวตน',
];
/** A row of `HEAD`; omitted values are empty. */
const row = (reference: string, changes: Partial<Record<(typeof FIELDS)[number], string>> = {}): string[] => {
  const values = {
    reference,
    receivedAt: '20/10/2569 09:30',
    rights: 'ACCESS',
    status: 'ASSIGN',
    firstName: 'สมหญิง',
    lastName: 'รักไทย',
    email: 'somying@test.example',
    ...changes,
  } as Record<string, string>;
  return FIELDS.map((field) => values[field] ?? '');
};
const FIELDS = [
  'reference',
  'receivedAt',
  'rights',
  'status',
  'assignee',
  'closedAt',
  'ground',
  'firstName',
  'lastName',
  'email',
  'ageBand',
  'verifiedAt',
] as const;

async function checked(rows: readonly (readonly string[])[], { xlsx = false } = {}): Promise<RequestImport> {
  const bytes = xlsx ? await workbook([HEAD, ...rows]) : Buffer.from(csv([HEAD, ...rows]));
  const fileId = await storeFile(server, dpo, bytes, xlsx ? 'requests.xlsx' : 'requests.csv', xlsx ? XLSX : CSV);
  const created = await (await api()).create({ ws, form, fileId });
  await step(created);
  const ready = await (await api()).get({ ws, id: created.id });
  expect(ready.status).toBe('ready');
  await (await api()).check({ ws, id: ready.id, rowVersion: ready.rowVersion });
  await step(ready);
  return (await api()).get({ ws, id: ready.id });
}
async function committed(rows: readonly (readonly string[])[], options = {}): Promise<RequestImport> {
  const { id, rowVersion } = await checked(rows, options);
  await (await api()).commit({ ws, id, rowVersion });
  await step({ id });
  return (await api()).get({ ws, id });
}
const all = async () => {
  const own = await requests();
  const { collection } = await own.list({ ws, sortBy: 'number', sortDirection: 'ASC', pageSize: 50 });
  return Promise.all(collection.map(({ id }) => own.get({ ws, id })));
};
const day = (moment: string) => new Date(Date.parse(moment) + 7 * 3_600_000).toISOString().slice(0, 10);
const staffEmail = async () =>
  (
    await server.owner
      .selectFrom('personnel')
      .select('email')
      .where('id', '=', staff.personnelId)
      .executeTakeFirstOrThrow()
  ).email;

describe('an import of requests', () => {
  it('creates each request in its current stage, with its actual dates, and mails no data subject', async () => {
    const done = await committed(
      [
        row('R-1', { status: 'VERIFY' }),
        row('R-2'),
        row('R-3', { status: 'WORK', assignee: await staffEmail() }),
        row('R-4', { status: 'COMPLETE', closedAt: '25/10/2569' }),
        row('R-5', {
          // The word of earlier files.
          status: 'ปฏิเสธแล้ว',
          closedAt: '2026-10-28',
          ground: 'ไม่มีข้อมูลของเจ้าของข้อมูล',
          rights: 'ERASURE; ACCESS',
        }),
      ].map((cells) => cells.map((cell) => (cell.startsWith('ไม่มีข้อมูล') ? 'NO_DATA' : cell))),
      { xlsx: true },
    );
    expect(done).toMatchObject({ status: 'done', problems: [], summary: { accepted: 5, rejected: 0, overdue: 0 } });
    const found = await all();
    expect(found.map(({ channel, rights }) => [channel, rights.map(({ stage }) => stage)])).toEqual([
      ['IMPORT', ['VERIFY']],
      ['IMPORT', ['ASSIGN']],
      ['IMPORT', ['WORK']],
      ['IMPORT', ['COMPLETE']],
      ['IMPORT', ['CLOSED', 'CLOSED']],
    ]);
    expect(found.map(({ receivedAt }) => day(receivedAt))).toEqual(Array(5).fill('2026-10-20'));
    expect(
      found.map(({ rights }) => [rights[0]!.clock && day(rights[0]!.clock.dueAt), day(rights[0]!.legalClock.dueAt)]),
    ).toEqual([
      [null, '2026-11-19'],
      ['2026-11-19', '2026-11-19'],
      ['2026-11-19', '2026-11-19'],
      ['2026-11-19', '2026-11-19'],
      [expect.any(String), expect.any(String)],
    ]);
    expect(found[2]!.rights[0]!.assignee?.id).toBe(staff.personnelId);
    expect(found.slice(3).map(({ closedAt }) => day(closedAt!))).toEqual(['2026-10-25', '2026-10-28']);
    expect(found[3]!.rights[0]!.legalClock.outcome).toBe('met');
    expect(await mails()).toEqual([]);
    const log = await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', ws)
      .where('event', 'in', ['request.imported', 'request.received', 'requestImport.finished'])
      .execute();
    expect(log.map(({ event }) => event).toSorted()).toEqual([
      ...Array(5).fill('request.imported'),
      'requestImport.finished',
    ]);
  });

  it('of requests that were confirmed and closed on one day needs no time of the closing', async () => {
    const date = '25/10/2569';
    const closed = { status: 'COMPLETE', closedAt: date, verifiedAt: `${date} 14:00` };
    await committed([row('R-1', closed), row('R-2', { ...closed, receivedAt: `${date} 09:30` })]);
    const confirmedAt = '2026-10-25T07:00:00.000Z';
    expect((await all()).map(({ verifiedAt, closedAt }) => [verifiedAt, closedAt])).toEqual([
      [confirmedAt, confirmedAt],
      [confirmedAt, confirmedAt],
    ]);
    const { problems } = await checked([row('R-3', { ...closed, closedAt: '24/10/2569' })]);
    expect(problems).toMatchObject([{ field: 'verifiedAt', key: 'requestImport:problem.afterClosing' }]);
  });

  it('of refused requests counts in the stored completeness of the record of processing', async () => {
    await server.owner
      .updateTable('applications')
      .set({ refusalStatus: 'none', refusalNote: '' })
      .where('id', '=', applicationId)
      .execute();
    await transact(server.deps, { workspaceId: ws }, (trx) => updateScores(trx, ws, [applicationId]));
    const completeness = async () =>
      (
        await server.owner
          .selectFrom('applications')
          .select('completeness')
          .where('id', '=', applicationId)
          .executeTakeFirstOrThrow()
      ).completeness;
    const before = await completeness();
    await committed([row('R-1', { status: 'CLOSED', closedAt: '25/10/2569', ground: 'LAW_AND_HARM' })]);
    expect(await completeness()).toBeLessThan(before);
  });

  it('of overdue requests creates them as overdue, and each clock notifies once', async () => {
    await committed([row('R-1', { receivedAt: '2026-08-01' })]);
    const [request] = await all();
    expect(day(request!.rights[0]!.legalClock.dueAt)).toBe('2026-08-31');
    const { rows } = await sql<{ fires: Date | null }>`
      select fires_at as fires from deadlines where workspace_id = ${ws} and subject_id = ${request!.rights[0]!.id}`.execute(
      server.owner,
    );
    expect(rows.map(({ fires }) => new Date(fires!).getTime())).toEqual(Array(2).fill(server.deps.now().getTime()));
  });

  it('leaves no answer outstanding of a right that was closed before, but of those that are approved here', async () => {
    await committed([
      row('R-1', { status: 'COMPLETE', closedAt: '25/10/2569' }),
      row('R-2', { status: 'WORK', assignee: await staffEmail() }),
    ]);
    const outstanding = async () => (await all()).map(({ rights }) => rights[0]!.answerOutstanding);
    expect(await outstanding()).toEqual([false, false]);
    server.clock.set('2026-11-03T09:00:00+07:00');
    const [before, here] = await all();
    const move = async (person: Person, id: string, action: string, more: object = {}) =>
      (await callerFor(server, await signInAgain(server, person))).request.changeStatus({
        ws,
        id,
        action,
        ...more,
      } as never);
    await move(staff, here!.id, 'SUBMIT', { reason: 'ส่งสำเนาแล้ว' });
    await move(dpo, here!.id, 'APPROVE');
    expect(await outstanding()).toEqual([false, true]);
    await move(dpo, before!.id, 'REOPEN', { reason: 'พบข้อมูลเพิ่ม' });
    await move(dpo, before!.id, 'ASSIGN', { assigneeId: staff.personnelId });
    await move(staff, before!.id, 'SUBMIT', { reason: 'ส่งเพิ่มแล้ว' });
    await move(dpo, before!.id, 'APPROVE');
    expect(await outstanding()).toEqual([true, true]);
  });

  it('of the same file writes nothing twice, and an interrupted one continues', async () => {
    const rows = Array.from({ length: 25 }, (_, place) => row(`R-${place}`));
    const { id, rowVersion } = await checked(rows);
    await (await api()).commit({ ws, id, rowVersion });
    // The node ends after the first transactions.
    const cut = new AbortController();
    const watch = (async () => {
      for (;;) {
        const { count } = await server.owner
          .selectFrom('requests')
          .select(sql<string>`count(*)`.as('count'))
          .where('workspaceId', '=', ws)
          .executeTakeFirstOrThrow();
        if (Number(count) > 0) return cut.abort();
      }
    })();
    await step({ id }, cut.signal).catch(() => {});
    await watch;
    await step({ id });
    expect(await (await api()).get({ ws, id })).toMatchObject({ status: 'done', summary: { accepted: 25 } });
    expect(await all()).toHaveLength(25);
    const again = await checked([...rows, row('R-new')]);
    expect(again.summary).toMatchObject({ accepted: 1, unchanged: 25, rejected: 0 });
  });

  it('of a file whose requests were anonymised counts none of them again, and states why', async () => {
    const figures = async () =>
      (
        await sql<{ figures: string }>`
          select (select json_agg(m order by m) from request_months m where workspace_id = ${ws})::text
              || (select json_agg(m order by m) from request_right_months m where workspace_id = ${ws})::text as figures`.execute(
          server.owner,
        )
      ).rows[0]!.figures;
    const rows = [row('R-1', { receivedAt: '2016-11-01', status: 'COMPLETE', closedAt: '2016-11-10' })];
    expect((await committed(rows)).summary).toMatchObject({ accepted: 1 });
    const before = await figures();
    server.clock.set('2026-11-12T10:15:00+07:00');
    await server.owner
      .updateTable('requests')
      .set({
        subject: null,
        uidHash: null,
        emailHash: null,
        phoneHash: null,
        importHash: null,
        anonymisedAt: server.deps.now(),
      })
      .where('workspaceId', '=', ws)
      .execute();
    const again = await checked(rows);
    expect(again.summary).toMatchObject({ accepted: 0, rejected: 1 });
    expect(again.problems).toMatchObject([{ field: 'closedAt', key: 'requestImport:problem.pastRetention' }]);
    expect(await figures()).toBe(before);
  });

  it('reports every problem by row and column, and stores the rejected rows for correction', async () => {
    const found = await checked([
      row('', { receivedAt: '2026-11-03' }),
      row('R-1', { rights: 'สิทธิอื่น', status: 'อะไร', email: '' }),
      row('R-2', { ageBand: 'MINOR' }),
      row('R-3', { status: 'WORK' }),
      row('R-4', { status: 'CLOSED', ground: 'EXPRESSION', closedAt: '2026-10-01' }),
      row('R-5'),
      row('R-5'),
    ]);
    expect(found.problems.map(({ row: at, field, key }) => `${at} ${field} ${key}`).toSorted()).toEqual(
      [
        '2 reference errors:required',
        '2 receivedAt requestImport:problem.future',
        '3 status requestImport:problem.status',
        '3 rights requestImport:problem.right',
        '3 email request:reachable',
        '4 guardianFirstName requestImport:problem.guardianNeeded',
        '5 assignee requestImport:problem.noAssignee',
        '6 closedAt requestImport:problem.beforeReceipt',
        '6 ground requestImport:problem.ground',
        '8 reference requestImport:problem.repeated',
      ].toSorted(),
    );
    expect(found.summary).toMatchObject({ rows: 7, accepted: 1, rejected: 6 });
    const rejected = await stored(server, dpo, found.rejects!.id);
    expect(rejected).toHaveLength(7);
    const raw = await server.owner.selectFrom('imports').selectAll().where('id', '=', found.id).executeTakeFirst();
    for (const secret of ['สมหญิง', 'somying', 'สิทธิอื่น']) expect(JSON.stringify(raw)).not.toContain(secret);
  });

  it('is not written once other rows would be rejected than were checked, even if they are as many', async () => {
    const joined = `joined.${ws}@test.example`;
    const found = await checked([
      row('R-1', { status: 'WORK', assignee: await staffEmail() }),
      row('R-2', { status: 'WORK', assignee: joined }),
    ]);
    expect(found.summary).toMatchObject({ accepted: 1, rejected: 1 });
    await buildPerson(server, { workspaceId: ws, role: 'Staff', email: joined });
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', staff.personnelId)
      .execute();
    await (await api()).commit({ ws, id: found.id, rowVersion: found.rowVersion });
    await step(found);
    expect(await (await api()).get({ ws, id: found.id })).toMatchObject({ status: 'failed', errorCode: 'changed' });
    expect(await all()).toEqual([]);
  });

  it('counts as overdue what is past the days of the act, whatever the workspace has set', async () => {
    const { dataRight, requestForm } = await callerFor(server, dpo);
    const { draft, ...current } = await requestForm.get({ ws, id: form });
    for (const [code, days] of [
      ['ACCESS', 60],
      ['ERASURE', 10],
    ] as const) {
      const { id } = current.rights.find((right) => right.code === code)!;
      const { name, description, rowVersion } = await dataRight.get({ ws, id });
      await dataRight.update({ ws, id, name, description, days, rowVersion } as never);
    }
    const detail = { th: 'วันตอบใหม่', en: 'Other days' };
    const { rowVersion } = await requestForm.update({ ws, ...current, ...draft, detail } as never);
    await requestForm.publish({ ws, id: form, rowVersion });
    // 32 days before; the act has 30 for an access, the notification on erasure 90.
    const receivedAt = '01/10/2569';
    const overdue = async (rights: string) => (await checked([row('R-1', { receivedAt, rights })])).summary.overdue;
    expect([await overdue('ACCESS'), await overdue('ERASURE'), await overdue('ACCESS; ERASURE')]).toEqual([1, 0, 1]);
  });

  it('provides a template that can be imported, in both languages', async () => {
    for (const locale of ['th', 'en'] as const)
      for (const format of ['xlsx', 'csv'] as const) {
        const { base64 } = await (await api()).template({ ws, form, format, locale });
        const fileId = await storeFile(
          server,
          dpo,
          Buffer.from(base64, 'base64'),
          `t.${format}`,
          format === 'csv' ? CSV : XLSX,
        );
        const { id } = await (await api()).create({ ws, form, fileId });
        await step({ id });
        const ready = await (await api()).get({ ws, id });
        expect(Object.keys(ready.mapping.fields)).toHaveLength(21);
        const { rows } = await (await api()).preview({ ws, id, ...ready.mapping });
        expect(rows.map(({ example }) => example)).toEqual([true, true]);
      }
  });

  it('goes into a form whose next version is drafted, which is listed among those in force', async () => {
    const { requestForm } = await callerFor(server, await signInAgain(server, dpo));
    const { id, rowVersion, name, description, draft } = await requestForm.get({ ws, id: form });
    const title = { ...draft.title, th: 'ฉบับใหม่' };
    const drafted = await requestForm.update({ ws, id, rowVersion, name, description, ...draft, title });
    expect(drafted.status).toBe('draft');
    expect((await requestForm.list({ ws, inForce: true })).collection).toMatchObject([{ id: form }]);
    expect(await committed([row('R-1')])).toMatchObject({ status: 'done', summary: { accepted: 1 } });
  });

  it('is restricted to users who manage requests, and to active forms of their workspace', async () => {
    const fileId = await storeFile(server, dpo, Buffer.from(csv([HEAD, row('R-1')])), 'r.csv', CSV);
    expect((await refusal((await api(staff)).create({ ws, form, fileId }))).status).toBe('FORBIDDEN');
    expect((await refusal((await api(other)).create({ ws: other.workspaceId, form, fileId }))).code).toBe(
      'request.noForm',
    );
    const broken = await storeFile(server, dpo, Buffer.from('PK no workbook'), 'r.xlsx', XLSX);
    const { id } = await (await api()).create({ ws, form, fileId: broken });
    await step({ id });
    expect(await (await api()).get({ ws, id })).toMatchObject({ status: 'failed', errorCode: 'broken' });
  });
});

const mails = async () =>
  (await server.owner.selectFrom('mails').select('kind').where('workspaceId', '=', ws).execute())
    .map(({ kind }) => kind)
    .filter((kind) => !/Invitation|Overdue|DueSoon|requestClock/.test(kind));
