import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlanStatus } from '../../shared/treatmentPlan/status.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildUpload } from '../helpers/answers.ts';
import { timesLeft } from '../helpers/clocks.ts';
import { completeDpiaDraft } from '../helpers/dpiaContents.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { pdf } from '../helpers/samples.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let staff: Person;
let other: Person;
let applicationId: string;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:00:00+07:00');
  ({ ws, dpo, admin, staff, other } = await buildTeam(server, {
    dpo: 'DPO',
    admin: 'Admin',
    staff: 'Staff',
    other: 'Staff',
  }));
  const { id: dataControllerId } = await buildDataController(server, ws);
  const { application } = await callerFor(server, dpo);
  ({ id: applicationId } = await application.create({ ws, name: 'ระบบตรวจ', description: 'ตรวจ', dataControllerId }));
});

// The clock of these tests advances by days: no session lasts that long.
const callerOf = async (person: Person) => callerFor(server, await signInAgain(server, person));
const api = async (person: Person) => (await callerOf(person)).treatmentPlan;
/** Notifications addressed to a person, the newest first. */
const bellOf = async ({ personnelId }: Person) =>
  (
    await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
      .select('l.event')
      .where('n.personnelId', '=', personnelId)
      .orderBy('l.createdAt', 'desc')
      .execute()
  ).map(({ event }) => event);
const publish = (
  plans: readonly { title: string; responsibleId?: string | null; expectedOn?: string }[],
  more: { id?: string; version?: number; variant?: 'OLDER' } = {},
) =>
  buildPublishedDpia(server, {
    ws,
    applicationId,
    plans: plans.map((plan) => ({ responsibleId: staff.personnelId, expectedOn: '2026-12-01', ...plan })),
    ...more,
  });
const plansOf = async (id: string) => (await (await api(dpo)).listOf({ ws, id })).collection;
const treatmentOf = async (id: string) =>
  (await server.owner.selectFrom('dpias').select('treatmentStatus').where('id', '=', id).executeTakeFirstOrThrow())
    .treatmentStatus;

/** Connections that wait for a lock of another one. */
const blocked = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(server.owner);
  return rows[0]!.n;
};

const ACTION = { date: '2026-11-01', time: '09:30', detail: 'ปิดสิทธิที่ไม่ได้ใช้' };
const FOUND = { p: 'LOW', m: 'LOW', d: 'LOW', detail: 'ทดสอบการเข้าถึงแล้ว' } as const;
/** More than the plans expect. */
const ABOVE_EXPECTED = { ...FOUND, m: 'MEDIUM' } as const;

/** A plan assigned to Staff, moved to this status. */
async function planAt(status: PlanStatus): Promise<{ id: string; dpiaId: string }> {
  const { id: dpiaId } = await publish([{ title: 'ฐานข้อมูลรั่ว' }]);
  const { id } = (await plansOf(dpiaId))[0]!;
  const [mine, theirs] = [await api(staff), await api(dpo)];
  const steps: [PlanStatus, () => Promise<unknown>][] = [
    ['INPROGRESS', () => mine.changeStatus({ ws, id, status: 'INPROGRESS' })],
    [
      'PENDING',
      async () => {
        await mine.addAction({ ws, id, ...ACTION });
        await mine.resolve({ ws, id, ...FOUND });
      },
    ],
    ['RESOVLED', () => theirs.changeStatus({ ws, id, status: 'RESOVLED' })],
  ];
  if (status === 'REJECTED') await theirs.changeStatus({ ws, id, status, reason: 'ไม่คุ้มค่า' });
  else
    for (const [to, step] of steps.slice(0, ['NEW', ...steps.map(([to]) => to)].indexOf(status))) {
      await step();
      expect((await theirs.get({ ws, id })).status).toBe(to);
    }
  return { id, dpiaId };
}

describe('a published assessment', () => {
  it('creates a plan for each worst case with treatment, once, with its clock and a bell for the assignee', async () => {
    const { id } = await publish([
      { title: 'ฐานข้อมูลรั่ว' },
      { title: 'ส่งผิดกลุ่ม', responsibleId: null, expectedOn: '2026-11-20' },
    ]);
    const plans = await plansOf(id);
    expect(plans).toMatchObject([
      { title: { th: 'ส่งผิดกลุ่ม' }, status: 'NEW', assignee: null, expectedOn: '2026-11-20' },
      {
        title: { th: 'ฐานข้อมูลรั่ว' },
        status: 'NEW',
        assignee: { id: staff.personnelId },
        residualRisk: 'HIGH',
        expectedRisk: 'LOW',
        clock: { dueAt: '2026-12-01T16:59:59.000Z' },
      },
    ]);
    expect(await treatmentOf(id)).toBe('INPROGRESS');
    await publish([{ title: 'ฐานข้อมูลรั่ว' }], { id, version: 2 });
    expect(await plansOf(id)).toHaveLength(1);
    expect(await bellOf(staff)).toEqual(['treatmentPlan.created', 'treatmentPlan.created']);
  });

  it('without plans has no treatment status', async () => {
    const { id } = await publish([]);
    expect(await treatmentOf(id)).toBeNull();
  });
});

describe('the life of a plan', () => {
  it('runs from new via actions to the result, approval and the end, and its assessment displays it', async () => {
    const { id, dpiaId } = await planAt('NEW');
    const [mine, theirs] = [await api(staff), await api(dpo)];
    await mine.changeStatus({ ws, id, status: 'INPROGRESS' });
    // Whether or not it has an action: a submission needs a result.
    expect(await refusal(mine.changeStatus({ ws, id, status: 'PENDING' }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'treatmentPlan.resultNeeded',
      fields: ['status'],
    });
    expect(await codeOf(mine.resolve({ ws, id, ...FOUND }))).toBe('treatmentPlan.actionFirst');
    const acted = await mine.addAction({ ws, id, ...ACTION });
    expect(acted.actions).toMatchObject([
      { happenedAt: '2026-11-01T02:30:00.000Z', detail: ACTION.detail, createdBy: { id: staff.personnelId } },
    ]);
    const submitted = await mine.resolve({ ws, id, ...FOUND });
    expect(submitted).toMatchObject({
      status: 'PENDING',
      residual: { p: 'LOW', m: 'LOW', d: 'LOW', level: 'LOW' },
      submittedBy: { id: staff.personnelId },
      clock: { outcome: 'met' },
    });
    expect(await treatmentOf(dpiaId)).toBe('PENDING');
    expect(await bellOf(dpo)).toContain('treatmentPlan.submitted');
    const done = await theirs.changeStatus({ ws, id, status: 'RESOLVED' as 'RESOVLED' });
    expect(done).toMatchObject({ status: 'RESOVLED', closedBy: { id: dpo.personnelId }, allowed: [] });
    expect(await treatmentOf(dpiaId)).toBe('RESOLVED');
  });

  it('is sent back and rejected only with a reason, and continues when it is reopened', async () => {
    const { id, dpiaId } = await planAt('PENDING');
    const theirs = await api(dpo);
    expect(await codeOf(theirs.changeStatus({ ws, id, status: 'INPROGRESS' }))).toBe('treatmentPlan.reason');
    const reverted = await theirs.changeStatus({ ws, id, status: 'INPROGRESS', reason: 'ขาดหลักฐาน' });
    expect(reverted).toMatchObject({
      status: 'INPROGRESS',
      residual: null,
      reason: 'ขาดหลักฐาน',
      clock: { outcome: null },
    });
    await theirs.changeStatus({ ws, id, status: 'REJECTED', reason: 'ไม่คุ้มค่า' });
    expect(await treatmentOf(dpiaId)).toBe('REJECTED');
    expect(await theirs.changeStatus({ ws, id, status: 'NEW', reason: 'ทบทวนแล้ว' })).toMatchObject({
      status: 'NEW',
      closedBy: null,
      clock: { outcome: null, endedAt: null },
    });
  });

  it('is approved above the expected risk only with the reason why it is accepted', async () => {
    const { id, dpiaId } = await planAt('INPROGRESS');
    const [mine, theirs] = [await api(staff), await api(dpo)];
    await mine.addAction({ ws, id, ...ACTION });
    expect(await mine.resolve({ ws, id, ...ABOVE_EXPECTED })).toMatchObject({
      expectedRisk: 'LOW',
      residual: { level: 'MEDIUM' },
    });
    expect(await codeOf(theirs.move({ ws, id, action: 'approve' }))).toBe('treatmentPlan.aboveExpected');
    expect(await codeOf(theirs.changeStatus({ ws, id, status: 'RESOVLED' }))).toBe('treatmentPlan.aboveExpected');
    expect(await treatmentOf(dpiaId)).toBe('PENDING');
    const reason = 'ความเสี่ยงที่เหลืออยู่ในระดับที่ผู้บริหารรับได้';
    expect(await theirs.changeStatus({ ws, id, status: 'RESOVLED', reason })).toMatchObject({
      status: 'RESOVLED',
      reason,
      closedBy: { id: dpo.personnelId },
    });
  });

  it('cannot be approved by its submitter, unless nobody else could', async () => {
    const { id } = await planAt('INPROGRESS');
    const theirs = await api(dpo);
    await theirs.addAction({ ws, id, ...ACTION });
    await theirs.resolve({ ws, id, ...FOUND });
    expect(await codeOf(theirs.changeStatus({ ws, id, status: 'RESOVLED' }))).toBe('treatmentPlan.ownApproval');
    await server.owner
      .updateTable('personnel')
      .set({ status: 'inactive' })
      .where('id', '=', admin.personnelId)
      .execute();
    expect(await theirs.changeStatus({ ws, id, status: 'RESOVLED' })).toMatchObject({ status: 'RESOVLED' });
  });

  it('approved at the same time as another plan of its assessment leaves that assessment resolved', async () => {
    const { id: dpiaId } = await publish([{ title: 'ฐานข้อมูลรั่ว' }, { title: 'ส่งผิดกลุ่ม' }]);
    const [mine, theirs] = [await api(staff), await api(dpo)];
    const plans = await plansOf(dpiaId);
    for (const { id } of plans) {
      await mine.changeStatus({ ws, id, status: 'INPROGRESS' });
      await mine.addAction({ ws, id, ...ACTION });
      await mine.resolve({ ws, id, ...FOUND });
    }
    // While another transaction has locked the assessment, both approvals have written their plans and wait for it.
    const approvals = await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('dpias').select('id').where('id', '=', dpiaId).forNoKeyUpdate().execute();
      const pending: Promise<unknown>[] = [];
      for (const { id } of plans) {
        pending.push(theirs.changeStatus({ ws, id, status: 'RESOVLED' }));
        await expect.poll(blocked).toBe(pending.length);
      }
      return pending;
    });
    await Promise.all(approvals);
    expect(await treatmentOf(dpiaId)).toBe('RESOLVED');
  });

  it('ends with the resolution: nothing of it can be changed', async () => {
    const { id } = await planAt('RESOVLED');
    const [mine, theirs] = [await api(staff), await api(dpo)];
    const actionId = (await mine.get({ ws, id })).actions[0]!.id;
    for (const call of [
      () => mine.addAction({ ws, id, ...ACTION }),
      () => mine.updateAction({ ws, id, actionId, rowVersion: 1, ...ACTION }),
      () => mine.removeAction({ ws, id, actionId }),
      () => mine.resolve({ ws, id, ...FOUND }),
      () => theirs.changeStatus({ ws, id, status: 'INPROGRESS', reason: 'แก้' }),
      () => theirs.changeStatus({ ws, id, status: 'REJECTED', reason: 'แก้' }),
      () => theirs.reassign({ ws, id, assigneeId: other.personnelId }),
    ])
      expect(await codeOf(call())).toBe('illegalMove');
  });

  it('accepts only actions in the past, corrected and removed while it is in progress', async () => {
    const { id } = await planAt('INPROGRESS');
    const mine = await api(staff);
    expect(await codeOf(mine.addAction({ ws, id, ...ACTION, date: '2026-11-03' }))).toBe('treatmentPlan.future');
    const { actions } = await mine.addAction({ ws, id, ...ACTION });
    const actionId = actions[0]!.id;
    const changed = { ...ACTION, detail: 'ปิดสิทธิ 12 บัญชี' };
    const { actions: corrected } = await mine.updateAction({ ws, id, actionId, rowVersion: 1, ...changed });
    expect(corrected).toMatchObject([{ id: actionId, detail: 'ปิดสิทธิ 12 บัญชี' }]);
    expect((await mine.removeAction({ ws, id, actionId })).actions).toEqual([]);
    expect(await codeOf(mine.removeAction({ ws, id, actionId }))).toBe('NOT_FOUND');
  });

  it('records an action once, however often it is sent with its key, and not over one of somebody else', async () => {
    const { id } = await planAt('INPROGRESS');
    const [mine, theirs] = [await api(staff), await api(dpo)];
    const key = randomUUID();
    const plan = await mine.addAction({ ws, id, ...ACTION, key });
    expect(await mine.addAction({ ws, id, ...ACTION, key })).toEqual(plan);
    expect(plan.actions).toMatchObject([{ id: key }]);
    expect(await codeOf(theirs.addAction({ ws, id, ...ACTION, key }))).toBe('NOT_FOUND');
    const other = await planAt('INPROGRESS');
    expect(await codeOf(mine.addAction({ ws, id: other.id, ...ACTION, key }))).toBe('NOT_FOUND');
    expect((await mine.addAction({ ws, id, ...ACTION })).actions).toHaveLength(2);
  });

  it('saves an action that was corrected after a lost answer, but not over a later change', async () => {
    const { id } = await planAt('INPROGRESS');
    const [mine, theirs] = [await api(staff), await api(dpo)];
    const key = randomUUID();
    await mine.addAction({ ws, id, ...ACTION, key });
    const fileId = await buildUpload(server, staff, { name: 'log.pdf', type: 'application/pdf', bytes: pdf() });
    const corrected = { ...ACTION, time: '09:45', detail: 'ปิดสิทธิ 12 บัญชี', fileId };
    const saved = { id: key, happenedAt: '2026-11-01T02:45:00.000Z', detail: corrected.detail, file: { id: fileId } };
    expect((await mine.addAction({ ws, id, ...corrected, key })).actions).toMatchObject([{ ...saved, rowVersion: 2 }]);
    expect((await mine.addAction({ ws, id, ...corrected, key })).actions).toMatchObject([{ ...saved, rowVersion: 2 }]);
    const changed = { ...corrected, detail: 'ปิดสิทธิ 9 บัญชี' };
    await theirs.updateAction({ ws, id, actionId: key, rowVersion: 2, ...changed });
    expect(await refusal(mine.addAction({ ws, id, ...corrected, key }))).toMatchObject({
      code: 'staleEdit',
      details: { current: { id: key, rowVersion: 3, detail: changed.detail } },
    });
  });

  it('refuses an edit of an action based on an older version, with the newer action: its file stays', async () => {
    const { id } = await planAt('INPROGRESS');
    const [mine, theirs] = [await api(staff), await api(dpo)];
    const { actions } = await mine.addAction({ ws, id, ...ACTION });
    const [{ id: actionId, rowVersion }] = actions as [(typeof actions)[number]];
    const file = await buildUpload(server, staff, { name: 'log.pdf', type: 'application/pdf', bytes: pdf() });
    const first = { ...ACTION, detail: 'ปิดสิทธิ 12 บัญชี', fileId: file };
    await mine.updateAction({ ws, id, actionId, rowVersion, ...first });
    expect(
      await refusal(theirs.updateAction({ ws, id, actionId, rowVersion, ...ACTION, detail: 'ปิดสิทธิ 9 บัญชี' })),
    ).toMatchObject({
      code: 'staleEdit',
      details: { current: { id: actionId, rowVersion: rowVersion + 1, detail: first.detail, file: { id: file } } },
    });
    expect(await codeOf(theirs.removeAction({ ws, id, actionId, rowVersion }))).toBe('staleEdit');
    expect((await theirs.get({ ws, id })).actions).toMatchObject([{ detail: first.detail, file: { id: file } }]);
  });

  it('refuses an edit based on an older version, with the current state', async () => {
    const { id } = await planAt('NEW');
    const { rowVersion } = await (await api(dpo)).get({ ws, id });
    await (await api(staff)).changeStatus({ ws, id, status: 'INPROGRESS' });
    expect(await codeOf((await api(dpo)).reassign({ ws, id, assigneeId: other.personnelId, rowVersion }))).toBe(
      'staleEdit',
    );
  });
});

describe('access to a plan', () => {
  it('follows its assignee: other staff neither see nor list it, until it is assigned to them', async () => {
    const { id } = await planAt('NEW');
    const [mine, others, theirs] = [await api(staff), await api(other), await api(dpo)];
    expect(await codeOf(others.get({ ws, id }))).toBe('treatmentPlan.notFound');
    expect((await others.list({ ws })).collection).toEqual([]);
    expect((await mine.list({ ws })).collection).toMatchObject([{ id, mine: true }]);
    const given = await theirs.reassign({ ws, id, assigneeId: other.personnelId });
    expect(given).toMatchObject({ assignee: { id: other.personnelId }, assignedBy: { id: dpo.personnelId } });
    expect((await others.list({ ws })).collection).toMatchObject([{ id }]);
    expect((await mine.list({ ws })).collection).toEqual([]);
    expect((await bellOf(staff)).toSorted()).toEqual(['treatmentPlan.created', 'treatmentPlan.released']);
    expect(await bellOf(other)).toEqual(['treatmentPlan.assigned']);
    // Whoever passes on their own plan knows.
    await theirs.reassign({ ws, id, assigneeId: dpo.personnelId });
    await theirs.reassign({ ws, id, assigneeId: other.personnelId });
    expect(await bellOf(dpo)).toEqual([]);
    const manager = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    expect(await codeOf(theirs.reassign({ ws, id, assigneeId: manager.personnelId }))).toBe('treatmentPlan.assignee');
  });

  it('counts as open work of a person, and is handed over with it', async () => {
    const { id } = await planAt('NEW');
    const { personnel } = await callerFor(server, admin);
    expect(await personnel.taskOverview({ ws, id: staff.personnelId })).toEqual({
      total: 1,
      modules: [{ module: 'DPIA', pending: 0, active: 1 }],
    });
    await personnel.suspend({ ws, id: staff.personnelId, reason: 'ลาออก', reassignTo: other.personnelId });
    expect(await (await api(other)).get({ ws, id })).toMatchObject({ assignee: { id: other.personnelId } });
  });
});

it('is assigned to nobody when it is reopened after its assignee has left', async () => {
  const { id } = await planAt('REJECTED');
  const { personnel } = await callerFor(server, admin);
  await personnel.suspend({ ws, id: staff.personnelId, reason: 'ลาออก' });
  const theirs = await api(dpo);
  expect(await theirs.changeStatus({ ws, id, status: 'NEW', reason: 'ทบทวนแล้ว' })).toMatchObject({
    status: 'NEW',
    assignee: null,
    assignedBy: null,
  });
  expect(await theirs.changeStatus({ ws, id, status: 'INPROGRESS' })).toMatchObject({
    assignee: { id: dpo.personnelId },
  });
});

describe('somebody who leaves at the same moment', () => {
  /** The result of a call that looks at Staff while their leaving is not committed. */
  async function whileLeaving<Result>(call: () => Promise<Result>): Promise<Result> {
    let isDone = false;
    const [result] = await server.owner.transaction().execute(async (trx) => {
      await trx.updateTable('personnel').set({ status: 'inactive' }).where('id', '=', staff.personnelId).execute();
      const pending = call().finally(() => (isDone = true));
      await expect.poll(async () => isDone || (await blocked()) === 1).toBe(true);
      return [pending] as const;
    });
    return result;
  }

  it('is assigned no plan of an assessment that is published then', async () => {
    const [worst] = completeDpiaDraft().worstCases;
    const treatment = {
      method: 'REDUCTION',
      detail: 'เข้ารหัส',
      measures: [],
      expected: { likelihood: 1, impact: 1 },
      expectedOn: '2030-01-31',
      responsibleId: staff.personnelId,
    };
    const { id } = await draftDpia(server, dpo, { ws, applicationId }, { worstCases: [{ ...worst, treatment }] });
    const { dpia } = await callerOf(dpo);
    expect(await whileLeaving(() => refusal(dpia.publish({ ws, id })))).toMatchObject({
      code: 'dpia.incomplete',
      fields: ['worstCases.0.treatment.responsibleId'],
    });
    expect(await plansOf(id)).toEqual([]);
  });

  it('is no longer assigned a plan that is reopened then', async () => {
    const { id } = await planAt('REJECTED');
    const theirs = await api(dpo);
    expect(await whileLeaving(() => theirs.changeStatus({ ws, id, status: 'NEW', reason: 'ทบทวนแล้ว' }))).toMatchObject({
      status: 'NEW',
      assignee: null,
    });
  });
});

it('is listed by status, date, person, application and text, on the board and in the calendar', async () => {
  const { id } = await publish([
    { title: 'ฐานข้อมูลรั่ว', expectedOn: '2026-12-10' },
    { title: 'ส่งผิดกลุ่ม', expectedOn: '2026-11-05', responsibleId: other.personnelId },
  ]);
  server.clock.set('2026-11-10T10:00:00+07:00');
  const theirs = await api(dpo);
  const titles = async (input: object) => (await theirs.list({ ws, ...input })).collection.map(({ title }) => title.th);
  expect(await titles({})).toEqual(['ส่งผิดกลุ่ม', 'ฐานข้อมูลรั่ว']);
  expect(await titles({ sortDirection: 'DESC' })).toEqual(['ฐานข้อมูลรั่ว', 'ส่งผิดกลุ่ม']);
  expect(await titles({ due: 'OVERDUE' })).toEqual(['ส่งผิดกลุ่ม']);
  expect(await titles({ assigneeId: other.personnelId })).toEqual(['ส่งผิดกลุ่ม']);
  expect(await titles({ query: 'ฐานข้อมูล' })).toEqual(['ฐานข้อมูลรั่ว']);
  // The application has a name that the assessment does not have.
  await server.owner.updateTable('applications').set({ name: 'HR payroll' }).where('id', '=', applicationId).execute();
  expect(await titles({ query: 'payroll' })).toEqual(['ส่งผิดกลุ่ม', 'ฐานข้อมูลรั่ว']);
  expect(await titles({ query: 'payroll', assigneeId: other.personnelId })).toEqual(['ส่งผิดกลุ่ม']);
  expect(await titles({ dpiaId: id, applicationId })).toHaveLength(2);
  expect(await titles({ status: 'PENDING' })).toEqual([]);
  const { columns } = await theirs.board({ ws });
  expect(columns.map(({ status, total }) => [status, total])).toEqual([
    ['NEW', 2],
    ['INPROGRESS', 0],
    ['PENDING', 0],
    ['RESOVLED', 0],
    ['REJECTED', 0],
  ]);
  const month = async (of: string) =>
    (await theirs.calendar({ ws, month: of })).collection.map(({ title }) => title.th);
  expect(await month('2026-11')).toEqual(['ส่งผิดกลุ่ม']);
  expect(await month('2026-12')).toEqual(['ฐานข้อมูลรั่ว']);
});

it('notifies a week, three days and a day before its date and once it has passed, until it is submitted', async () => {
  const { id } = await planAt('INPROGRESS');
  const bell = async () => {
    await server.deps.alarm.ring();
    return (await bellOf(staff)).filter((event) => /due|over/i.test(event));
  };
  const running = async () => (await (await callerOf(staff)).clock.running({ ws })).collection;
  expect(await bell()).toEqual([]);
  expect(await running()).toMatchObject([{ module: 'treatmentPlan', unit: 'days', part: { th: 'ฐานข้อมูลรั่ว' } }]);
  server.clock.set('2026-11-25T10:00:00+07:00');
  expect(await bell()).toEqual(['treatmentPlan.dueSoon']);
  // Ten hours less than the week of the threshold.
  expect(await timesLeft(server, ws, 'treatmentPlan.dueSoon')).toEqual([158]);
  server.clock.set('2026-12-02T10:00:00+07:00');
  expect(await bell()).toEqual(['treatmentPlan.overdue', 'treatmentPlan.dueSoon']);
  const mine = await api(staff);
  await mine.addAction({ ws, id, ...ACTION });
  expect(await mine.resolve({ ws, id, ...FOUND })).toMatchObject({ clock: { outcome: 'late' } });
  expect(await running()).toEqual([]);
});

it('notifies of its date nobody who is no longer active, even while it is assigned to them', async () => {
  await planAt('INPROGRESS');
  const become = (status: 'active' | 'inactive') =>
    server.owner.updateTable('personnel').set({ status }).where('id', '=', staff.personnelId).execute();
  const bell = async (person: Person) => (await bellOf(person)).filter((event) => event === 'treatmentPlan.dueSoon');
  await become('inactive');
  server.clock.set('2026-11-25T10:00:00+07:00');
  await server.deps.alarm.ring();
  await become('active');
  expect(await bell(staff)).toEqual([]);
  expect(await bell(dpo)).toEqual(['treatmentPlan.dueSoon']);
});

it('supports the calls of the older variant, named with its version or its assessment and no other', async () => {
  const { id, versionId } = await publish([{ title: 'ฐานข้อมูลรั่ว' }], { variant: 'OLDER' });
  const { id: tid } = (await plansOf(id))[0]!;
  const { older, changeStatus } = await api(staff);
  expect(await older.get({ ws, id: versionId, tid })).toMatchObject({ id: tid, dpia: { variant: 'OLDER' } });
  expect(await older.get({ ws, id, tid })).toMatchObject({ id: tid });
  expect(await codeOf(older.get({ ws, id: tid, tid }))).toBe('treatmentPlan.notFound');
  await changeStatus({ ws, id: tid, status: 'INPROGRESS' });
  const { actions } = await older.addAction({ ws, id: versionId, tid, ...ACTION });
  const aid = actions[0]!.id;
  const corrected = await older.updateAction({ ws, id: versionId, tid, aid, rowVersion: 1, ...ACTION, time: '10:00' });
  expect(corrected.actions).toMatchObject([{ id: aid, rowVersion: 2 }]);
  expect(await codeOf(older.removeAction({ ws, id: versionId, tid, aid, rowVersion: 1 }))).toBe('staleEdit');
  expect((await older.removeAction({ ws, id: versionId, tid, aid })).actions).toEqual([]);
  await older.addAction({ ws, id: versionId, tid, ...ACTION });
  expect(await older.resolve({ ws, id: versionId, tid, ...FOUND })).toMatchObject({ status: 'PENDING' });
});
