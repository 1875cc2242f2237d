import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateRequest, Request } from '../../shared/request/schema.ts';
import { drillDown } from '../../shared/requestDashboard/drillDown.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let manager: Person;
let requestFormId: string;
let applicationId: string;
let rightIds: Record<string, string>;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, admin, manager } = await buildTeam(server, { dpo: 'DPO', admin: 'Admin', manager: 'Top Management' }));
  ({ applicationId } = await buildConsentPurposes(server, dpo));
  const { requestForm } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const published = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  requestFormId = published.id;
  rightIds = Object.fromEntries(published.rights.map(({ code, id }) => [code, id]));
});

/** Offers rights of the workspace too; `enter` accepts them by their names. */
async function offerOwn(...names: string[]): Promise<void> {
  const { dataRight, requestForm } = await calls();
  const form = await requestForm.get({ ws, id: requestFormId });
  for (const name of names) {
    const text = { th: name, en: name };
    rightIds[name] = (await dataRight.create({ ws, name: text, description: text, days: 30 })).id;
  }
  const { id, rowVersion, name, draft } = form;
  const updated = await requestForm.update({
    ws,
    id,
    rowVersion,
    name,
    ...draft,
    rightRequests: [...draft.rightRequests, ...names.map((one) => ({ rightRequestId: rightIds[one]! }))],
  });
  await requestForm.publish({ ws, id, rowVersion: updated.rowVersion });
}

const calls = async (person: Person = dpo) => callerFor(server, await signInAgain(server, person));
const at = (time: string) => server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
const enter = async (codes: string[], receivedAt: string): Promise<Request> =>
  (await calls()).request.create({
    ws,
    requestFormId,
    receivedAt: `${receivedAt.replace(' ', 'T')}:00+07:00`,
    channel: 'POST',
    verified: true,
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678' },
    rights: codes.map((code) => ({ rightRequestId: rightIds[code] })),
  } as unknown as CreateRequest);
const move = async (request: Pick<Request, 'id'>, action: string, more: object = {}): Promise<Request> =>
  (await calls()).request.changeStatus({ ws, id: request.id, action, ...more } as never);
const refuse = (request: Request, more: object = {}) =>
  move(request, 'REJECT', { groundCode: 'NO_DATA', reason: 'ไม่มีข้อมูล', ...more });
const figures = async (range: object = {}, person: Person = dpo) =>
  (await calls(person)).requestDashboard.figures({ ws, ...range });

/** The stored counts, and a recount of the rows. */
async function bothCounts() {
  const { rows } = await sql<{ stored: unknown; counted: unknown }>`
    select
      (select jsonb_agg(m order by m) from (select to_jsonb(t) as m from request_months t where workspace_id = ${ws} and requests <> 0) s) as stored,
      (select jsonb_agg(m order by m) from (
        select jsonb_build_object('workspace_id', workspace_id, 'month', month, 'application_id', application_id, 'status', status,
                                  'requests', count(*), 'late', count(*) filter (where late)) as m
          from requests where workspace_id = ${ws} group by workspace_id, month, application_id, status) s) as counted
    union all select
      (select jsonb_agg(m order by m) from (select to_jsonb(t) as m from request_right_months t where workspace_id = ${ws} and rights <> 0) s),
      (select jsonb_agg(m order by m) from (
        select jsonb_build_object('workspace_id', workspace_id, 'month', month, 'application_id', application_id, 'code', coalesce(code, 'CUSTOM'),
                                  'stage', stage, 'ground_code', coalesce(ground_code, ''), 'rights', count(*),
                                  'late_by_receipt', count(*) filter (where late_by_receipt), 'late_by_setting', count(*) filter (where late_by_setting)) as m
          from request_rights where workspace_id = ${ws} group by workspace_id, month, application_id, coalesce(code, 'CUSTOM'), stage, coalesce(ground_code, '')) s)
    union all select
      (select jsonb_agg(m order by m) from (select to_jsonb(t) as m from request_answer_days t where workspace_id = ${ws} and requests <> 0) s),
      (select jsonb_agg(m order by m) from (
        select jsonb_build_object('workspace_id', workspace_id, 'month', month, 'application_id', application_id, 'days', answer_days, 'requests', count(*)) as m
          from requests where workspace_id = ${ws} and answer_days is not null group by workspace_id, month, application_id, answer_days) s)
    union all select
      (select jsonb_agg(m order by m) from (select to_jsonb(t) as m from request_answer_day_totals t where workspace_id = ${ws} and requests <> 0) s),
      (select jsonb_agg(m order by m) from (
        select jsonb_build_object('workspace_id', workspace_id, 'month', month, 'days', answer_days, 'requests', count(*)) as m
          from requests where workspace_id = ${ws} and answer_days is not null group by workspace_id, month, answer_days) s)`.execute(
    server.owner,
  );
  return { stored: rows.map((row) => row.stored), counted: rows.map((row) => row.counted) };
}

describe('figures of requests', () => {
  it('equal a recount, whatever happens to requests', async () => {
    const first = await enter(['ACCESS', 'ERASURE'], '2026-10-20 09:00');
    const second = await enter(['ACCESS'], '2026-11-01 09:00');
    await enter(['OBJECTION'], '2026-11-02 09:00');
    await refuse(second);
    const [access] = first.rights;
    await refuse(first, { rightIds: [access!.id] });
    await move(first, 'REOPEN', { rightIds: [access!.id], reason: 'พบข้อมูล' });
    at('2026-12-30 10:00');
    await refuse(first);
    await move(second, 'REOPEN', { reason: 'พบข้อมูล' });
    const unconfirmed = await (async () => {
      const { request } = await calls();
      return request.create({
        ws,
        requestFormId,
        receivedAt: '2026-12-30T09:00:00+07:00',
        channel: 'PHONE',
        subject: { firstName: 'ก', lastName: 'ข', email: '', telephone: '0812345678' },
        rights: [{ rightRequestId: rightIds.ACCESS }],
      } as unknown as CreateRequest);
    })();
    const before = await bothCounts();
    expect(before.stored).toEqual(before.counted);
    await (await calls()).request.remove({ ws, id: unconfirmed.id });
    const after = await bothCounts();
    expect(after.stored).toEqual(after.counted);
    expect(after.stored).not.toEqual(before.stored);
  });

  it('are the totals of lists, which equal the rows', async () => {
    const first = await enter(['ACCESS', 'ERASURE'], '2026-10-20 09:00');
    const second = await enter(['ACCESS'], '2026-11-01 09:00');
    await refuse(second);
    await move(first, 'ASSIGN', { assigneeId: dpo.personnelId });
    const { applicationId: elsewhere } = await buildConsentPurposes(server, dpo);
    const { request } = await calls();
    const expected: [object, number][] = [
      [{}, 2],
      [{ status: 'INPROGRESS' }, 1],
      [{ status: 'REJECTED' }, 1],
      [{ status: 'PENDING' }, 0],
      [{ applicationId }, 2],
      [{ applicationId: elsewhere }, 0],
      [{ applicationId, status: 'REJECTED' }, 1],
      [{ right: 'ACCESS' }, 2],
      [{ right: 'ERASURE', applicationId }, 1],
      [{ right: 'ERASURE', applicationId: elsewhere }, 0],
      [{ right: 'ACCESS', status: 'REJECTED' }, 1],
      [{ assigneeId: dpo.personnelId }, 1],
      [{ mine: true }, 1],
      [{ mine: true, status: 'REJECTED' }, 0],
      [{ clock: 'RUNNING' }, 1],
    ];
    for (const [filters, total] of expected) {
      const { collection, meta } = await request.list({ ws, ...filters } as never);
      expect([collection.length, meta.totalItems], JSON.stringify(filters)).toEqual([total, total]);
    }
  });

  it('equal a recount after approval, reopening, withdrawal, and without a confirmation', async () => {
    const same = async () => {
      const { stored, counted } = await bothCounts();
      expect(stored).toEqual(counted);
      return stored;
    };
    // Completed and approved; then reopened, and approved late.
    const done = await enter(['ACCESS', 'ERASURE'], '2026-11-01 09:00');
    const work = async () => {
      await move(done, 'SUBMIT', { reason: 'ส่งสำเนาแล้ว' });
      await (await calls(admin)).request.changeStatus({ ws, id: done.id, action: 'APPROVE', reason: '' } as never);
    };
    await move(done, 'ASSIGN', { assigneeId: dpo.personnelId });
    await work();
    const approved = await same();
    expect(await figures({ from: '2026-11', to: '2026-11' })).toMatchObject({ now: { answered: 1, late: 0 } });
    await move(done, 'REOPEN', { reason: 'พบข้อมูลเพิ่ม' });
    expect(await same()).not.toEqual(approved);
    expect(await figures({ from: '2026-11', to: '2026-11' })).toMatchObject({ now: { answered: 0, late: 0 } });

    // Withdrawn by the data subject: one right first, then all; and one that nobody confirms.
    const email = `figures-${ws}@test.example`;
    const open = async () =>
      (await calls()).request.create({
        ws,
        requestFormId,
        receivedAt: server.deps.now().toISOString(),
        channel: 'POST',
        subject: { firstName: 'ก', lastName: 'ข', email, telephone: '' },
        rights: ['ACCESS', 'OBJECTION'].map((code) => ({ rightRequestId: rightIds[code] })),
      } as unknown as CreateRequest);
    const mine = await open();
    const outside = await callerFor(server, null, { ip: '10.66.0.1' });
    const token = tokenIn((await mailsOf(server, email)).find(({ kind }) => kind === 'requestReceived'));
    await outside.requestIdentity.sendCode({ token });
    const mail = (await mailsOf(server, email)).findLast(({ kind }) => kind === 'requestCode');
    const { session } = await outside.requestIdentity.enterCode({ token, code: /^\d{6}$/m.exec(mail!.text)![0] });
    const takeBack = (rightIdsOf: string[]) =>
      outside.requestMessage.subject.withdraw({ session, rightIds: rightIdsOf } as never);
    const before = await same();
    await takeBack([mine.rights[0]!.id]);
    await same();
    await takeBack([mine.rights[1]!.id]);
    expect(await same()).not.toEqual(before);
    const lapsing = await open();
    const waiting = await same();
    server.clock.set(new Date(Date.parse(lapsing.verifyBy) + 60_000));
    await server.deps.alarm.ring();
    expect((await (await calls()).request.get({ ws, id: lapsing.id })).rights[0]!.stage).toBe('UNVERIFIED');
    expect(await same()).not.toEqual(waiting);

    at('2027-03-30 10:00');
    await work();
    await same();
    expect(await figures({ from: '2026-11', to: '2026-11' })).toMatchObject({ now: { answered: 1, late: 1 } });
    // No counter is negative.
    for (const [table, column] of [
      ['request_months', 'requests'],
      ['request_right_months', 'rights'],
      ['request_answer_days', 'requests'],
    ] as const) {
      const { rows } = await sql`
        select from ${sql.table(table)} where workspace_id = ${ws} and ${sql.ref(column)} < 0`.execute(server.owner);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it('contain overdue requests from receipt, how long answers took, why rights were refused, and the previous period', async () => {
    const quick = await enter(['ACCESS'], '2026-11-01 09:00');
    const slow = await enter(['ACCESS', 'ERASURE'], '2026-11-02 09:00');
    await refuse(quick);
    at('2026-12-20 10:00');
    expect(await figures()).toMatchObject({ open: 2, overdueByReceipt: 1, overdueBySetting: 1 });
    const cards = await (await calls()).overview.cards({ ws });
    const overdue = cards.find(({ module }) => module === 'requestDashboard')?.overdue[0]?.records;
    // A request may have several overdue rights: the name of the right tells them apart.
    expect(overdue).toMatchObject([{ id: slow.rights[0]!.id, part: slow.rights[0]!.name }]);
    await refuse(slow, { rightIds: [slow.rights[0]!.id] });
    await refuse(slow, { rightIds: [slow.rights[1]!.id] });
    const year = await figures({ from: '2026-11', to: '2026-12' });
    expect(year).toMatchObject({
      open: 0,
      overdueByReceipt: 0,
      now: { total: 2, answered: 2, late: 1, medianDays: (1 + 48) / 2 },
      before: { total: 0, answered: 0, medianDays: null },
      grounds: expect.arrayContaining([{ code: 'ACCESS', ground: 'NO_DATA', rights: 2 }]),
      applications: [{ id: applicationId, requests: 2 }],
      months: [
        { month: '2026-11', received: 2, rejected: 2, late: 1 },
        { month: '2026-12', received: 0 },
      ],
    });
    expect(await figures({ from: '2026-12', to: '2026-12' })).toMatchObject({
      now: { total: 0 },
      before: { total: 2, late: 1 },
    });
  });

  it('link to lists of exactly what they count', async () => {
    await offerOwn('สิทธิหนึ่ง', 'สิทธิสอง');
    const quick = await enter(['ACCESS'], '2026-11-01 09:00');
    const slow = await enter(['ACCESS', 'ERASURE'], '2026-11-01 23:59');
    // The last moment of October in Bangkok.
    const half = await enter(['ACCESS', 'OBJECTION', 'สิทธิหนึ่ง', 'สิทธิสอง'], '2026-10-31 23:59');
    await enter(['ERASURE'], '2026-10-31 12:00');
    await refuse(quick);
    at('2026-12-20 10:00');
    await refuse(slow, { rightIds: [slow.rights[0]!.id], groundCode: 'LAW_AND_HARM' });
    await refuse(slow, { rightIds: [slow.rights[1]!.id] });
    // Overdue, while the rest of its request is open.
    await refuse(half, { rightIds: [half.rights[0]!.id], groundCode: 'LAW_AND_HARM' });
    const { request } = await calls();
    const found = async (filters: object) => {
      const { meta, rights } = await request.list({ ws, ...filters });
      const counted = (await request.list({ ws, pageSize: 100, ...filters })).collection;
      expect(counted, JSON.stringify(filters)).toHaveLength(meta.totalItems);
      return { requests: meta.totalItems, rights };
    };
    for (const period of [{}, { from: '2026-11', to: '2026-11' }, { from: '2026-10', to: '2026-10' }]) {
      const data = await figures(period);
      expect((await found(drillDown.overdue())).rights).toBe(data.overdueByReceipt);
      expect((await found(drillDown.open())).rights).toBe(data.open);
      expect((await found(drillDown.late(data))).requests).toBe(data.now.late);
      for (const { month, received } of data.months)
        expect((await found(drillDown.month(month))).requests, month).toBe(received);
      for (const { stage, rights } of data.stages)
        expect((await found(drillDown.stage(stage))).rights, stage).toBe(rights);
      for (const { code, total } of data.rights)
        expect((await found(drillDown.right(data, code))).rights, code).toBe(total);
      for (const { id, requests } of data.applications)
        expect((await found(drillDown.application(data, id))).requests).toBe(requests);
      for (const { code, ground, rights } of data.grounds)
        expect((await found(drillDown.ground(data, code, ground))).rights, ground).toBe(rights);
    }
    const year = await figures();
    expect(year).toMatchObject({ open: 4, overdueByReceipt: 3, now: { total: 4, late: 1 } });
    expect(year.rights.find(({ code }) => code === 'CUSTOM')).toMatchObject({ total: 2 });
    expect(await found(drillDown.right(year, 'CUSTOM'))).toEqual({ requests: 1, rights: 2 });
    // The ground is that of the requested right, and of no other of the request.
    expect(await found({ right: 'ERASURE', ground: 'LAW_AND_HARM' })).toEqual({ requests: 0, rights: 0 });
    const { columns } = await request.board({ ws, stage: 'OPEN', right: 'CUSTOM' });
    expect(columns.map(({ stage, cards }) => [stage, cards.length])).toContainEqual(['ASSIGN', 2]);
  });

  it('forecast what is due within 30 days, by both clocks', async () => {
    await enter(['ACCESS'], '2026-11-01 09:00');
    await enter(['ERASURE'], '2026-11-02 09:00');
    expect((await figures()).forecast).toEqual([
      { date: '2026-12-01', byReceipt: 1, bySetting: 0 },
      { date: '2026-12-02', byReceipt: 0, bySetting: 1 },
    ]);
  });

  it('are returned over REST in the specified shapes, of one application too, and to Top Management', async () => {
    await refuse(await enter(['ACCESS'], '2026-11-01 09:00'));
    const { requestDashboard } = await calls(manager);
    expect(await requestDashboard.total({ ws })).toEqual({
      total: 1,
      byStatus: { NEW: 0, INPROGRESS: 0, PENDING: 0, COMPLETED: 0, REJECTED: 1 },
      onTime: 1,
      late: 0,
      due30: 0,
      medianDays: 1,
    });
    expect(await requestDashboard.rights({ ws })).toEqual([
      { code: 'ACCESS', total: 1, byStatus: { NEW: 0, INPROGRESS: 0, PENDING: 0, COMPLETED: 0, REJECTED: 1 }, late: 0 },
    ]);
    expect((await requestDashboard.months({ ws, applicationId })).at(-1)).toEqual({
      month: '2026-11',
      received: 1,
      completed: 0,
      rejected: 1,
      late: 0,
    });
    expect(await requestDashboard.total({ ws, applicationId: requestFormId })).toMatchObject({ total: 0 });
  });
});
