import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import {
  bellOf,
  buildApplication,
  buildApprovalLine,
  buildCrew,
  buildFinishedExport,
  eventsOf,
} from '../helpers/approvals.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-02T02:00:00.000Z');
const at = (ms: number) => new Date(START + ms);
const iso = (ms: number) => at(ms).toISOString();

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'deputy', Person>;

beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  server.clock.run();
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'deputy');
  server.clock.set(at(0));
});
afterEach(async () => {
  await server.owner.deleteFrom('deadlines').execute();
  server.clock.run();
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const idsOf = (...named: Person[]) => named.map(({ personnelId }) => personnelId);
const kindsTo = async (person: Person) => (await mailsOf(server, person.email)).map(({ kind }) => kind);
const build = (approverIds: string[], more = {}) =>
  buildApprovalLine(server, ws, { requesterId: people.staff.personnelId, approverIds, at: at(0), ...more });
const newLine = async (...approvers: Person[]) => {
  const { id: applicationId } = await buildApplication(server, ws);
  await buildFinishedExport(server, ws, { applicationId, requestedBy: people.staff.personnelId });
  return (await as(people.staff)).create({ ws, reportType: 'ROPA', applicationId, approverIds: idsOf(...approvers) });
};
const ringAt = async (ms: number) => {
  server.clock.set(at(ms));
  return (await server.deps.alarm.ring()).handled;
};

/** Events of absences in a person's bell. */
const noticesOf = async ({ personnelId }: Person) =>
  (
    await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as a', (join) =>
        join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
      )
      .select('a.event')
      .where('n.personnelId', '=', personnelId)
      .where('a.event', 'like', 'approvalAbsence.%')
      .execute()
  ).map(({ event }) => event.replace('approvalAbsence.', ''));

describe('a substitute', () => {
  const away = async (person: Person, delegate: Person, from = 0, until = DAY) =>
    (await as(person)).absences.create({
      ws,
      delegateId: delegate.personnelId,
      fromAt: iso(from),
      untilAt: iso(until),
      note: 'ลาพัก',
    });

  it('sees the line, is notified of the turn, and acts in the name of the absent approver', async () => {
    await away(people.board, people.deputy);
    const line = await newLine(people.dpo, people.board);
    expect(await refusedWith((await as(people.deputy)).act({ ws, id: line.id, status: 'APPROVED' }))).toBe('FORBIDDEN');
    await (await as(people.dpo)).act({ ws, id: line.id, status: 'APPROVED' });
    expect(await kindsTo(people.board)).toEqual(['approval.turn']);
    expect(await kindsTo(people.deputy)).toEqual(['approval.turn']);
    expect((await mailsOf(server, people.deputy.email))[0]!.text).toMatch(/แทน/);
    expect(await bellOf(server, line.id, people.deputy.personnelId)).toEqual(['stepApproved']);
    const [item] = (await (await as(people.deputy)).list({ ws, waitingForMe: true })).collection;
    expect(item).toMatchObject({
      id: line.id,
      yourTurn: true,
      current: { approver: { name: 'Boonmee' }, delegate: { name: 'Deputy' } },
    });
    const { recipients } = await server.owner
      .selectFrom('outbox')
      .select('recipients')
      .where('entityId', '=', line.id)
      .where('event', '=', 'approvalLine.stepApproved')
      .executeTakeFirstOrThrow();
    expect(recipients).toContain(people.deputy.personnelId);

    const done = await (await as(people.deputy)).act({ ws, id: line.id, status: 'APPROVED', comment: 'แทน' });
    expect(done).toMatchObject({ status: 'APPROVED' });
    expect(done.history[1]).toMatchObject({
      approver: { name: 'Boonmee' },
      actedBy: { name: 'Deputy' },
      comment: 'แทน',
    });
    // A substitute who acted still sees what they did once the absence is over.
    server.clock.set(at(2 * DAY));
    expect((await (await as(people.deputy)).get({ ws, id: line.id })).status).toBe('APPROVED');
  });

  it('acts only during the absence, and never through a third person', async () => {
    const line = await build(idsOf(people.board));
    await away(people.board, people.deputy, HOUR, 2 * HOUR);
    await away(people.deputy, people.dpo, 3 * HOUR, 4 * HOUR);
    const act = async (person: Person) => (await as(person)).act({ ws, id: line.id, status: 'REWORKED', comment: 'x' });
    expect(await refusedWith((await as(people.deputy)).get({ ws, id: line.id }))).toBe('NOT_FOUND');
    server.clock.set(at(2 * HOUR));
    expect(await refusedWith(act(people.deputy))).toBe('NOT_FOUND');
    server.clock.set(at(HOUR));
    await (await as(people.deputy)).get({ ws, id: line.id });
    // Later absent themselves: their substitute does not substitute for the first.
    await server.owner
      .updateTable('approvalAbsences')
      .set({ untilAt: at(4 * HOUR) })
      .where('personnelId', '=', people.board.personnelId)
      .execute();
    server.clock.set(at(3 * HOUR));
    expect(await refusal(act(people.dpo))).toMatchObject({ code: 'approvalLine.notYourTurn' });
    expect((await act(people.deputy)).history[0]!.actedBy?.name).toBe('Deputy');
  });

  it('is notified immediately of pending steps', async () => {
    const line = await build(idsOf(people.board));
    await away(people.board, people.deputy);
    expect(await kindsTo(people.deputy)).toEqual(['approval.turn']);
    expect(await bellOf(server, line.id, people.deputy.personnelId)).toEqual(['updated']);
  });

  it('is named by the person themselves, or on their behalf by users who manage the settings', async () => {
    const caller = await as(people.admin);
    const input = {
      ws,
      personnelId: people.board.personnelId,
      delegateId: people.deputy.personnelId,
      fromAt: iso(0),
      untilAt: iso(DAY),
    };
    expect(await refusal((await as(people.deputy)).absences.create(input))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'approvalLine.notYours',
    });
    const created = await caller.absences.create(input);
    expect(created).toMatchObject({
      person: { name: 'Boonmee' },
      delegate: { name: 'Deputy' },
      active: true,
      endedAt: null,
      yours: true,
    });
    const refusedAt = async (more: object) => (await refusal(caller.absences.create({ ...input, ...more }))).fields;
    expect(await refusedAt({})).toEqual(['fromAt']);
    expect(await refusedAt({ delegateId: people.board.personnelId })).toEqual(['delegateId']);
    expect(await refusedAt({ personnelId: people.dpo.personnelId, delegateId: people.board.personnelId })).toEqual([
      'delegateId',
    ]);
    expect(await refusedAt({ fromAt: iso(-2 * DAY), untilAt: iso(-DAY) })).toEqual(['untilAt']);
    const removed = await buildPerson(server, { workspaceId: ws, status: 'inactive' });
    expect(await refusedAt({ personnelId: people.dpo.personnelId, delegateId: removed.personnelId })).toEqual([
      'delegateId',
    ]);
    expect((await (await as(people.deputy)).absences.list({ ws })).collection).toMatchObject([
      { id: created.id, yours: false },
    ]);
    expect((await (await as(people.staff)).absences.list({ ws })).collection).toEqual([]);
    expect(await refusedWith((await as(people.deputy)).absences.end({ ws, id: created.id }))).toBe('FORBIDDEN');
    const ended = await (await as(people.board)).absences.end({ ws, id: created.id });
    expect(ended).toMatchObject({ active: false, yours: false });
    expect(await refusedWith((await as(people.board)).absences.end({ ws, id: created.id }))).toBe('CONFLICT');
  });
});

describe('a delegate who cannot act', () => {
  const absence = (person: Person, delegate: Person) => ({
    ws,
    personnelId: person.personnelId,
    delegateId: delegate.personnelId,
    fromAt: iso(0),
    untilAt: iso(DAY),
  });

  it('does not go away without another being appointed: lines would await two people who are away', async () => {
    const { absences } = await as(people.admin);
    const { id } = await absences.create(absence(people.board, people.deputy));
    const own = { ...absence(people.deputy, people.dpo), fromAt: iso(HOUR) };
    expect(await refusal((await as(people.deputy)).absences.create(own))).toMatchObject({
      code: 'approvalLine.delegateOfAnother',
      fields: ['fromAt'],
    });
    await (await as(people.deputy)).absences.create({ ...own, fromAt: iso(DAY), untilAt: iso(2 * DAY) });
    await absences.end({ ws, id });
    await absences.create(absence(people.board, people.staff));
    expect(await (await as(people.deputy)).absences.create({ ...own, untilAt: iso(DAY) })).toMatchObject({
      delegateProblem: null,
    });
  });

  it('is marked in the list: who left, and who is away too', async () => {
    const { absences } = await as(people.admin);
    const left = await absences.create(absence(people.board, people.deputy));
    const both = await absences.create(absence(people.dpo, people.staff));
    await server.owner
      .updateTable('personnel')
      .set({ status: 'inactive' })
      .where('id', '=', people.deputy.personnelId)
      .execute();
    await server.owner
      .insertInto('approvalAbsences')
      .values({
        workspaceId: ws,
        id: randomUUIDv7(),
        personnelId: people.staff.personnelId,
        delegateId: people.admin.personnelId,
        fromAt: at(HOUR),
        untilAt: at(2 * HOUR),
        createdBy: people.admin.personnelId,
      })
      .execute();
    const problems = async () =>
      new Map((await absences.list({ ws })).collection.map(({ id, delegateProblem }) => [id, delegateProblem]));
    expect((await problems()).get(left.id)).toBe('inactive');
    expect((await problems()).get(both.id)).toBe('away');
    server.clock.set(at(2 * HOUR));
    expect((await problems()).get(both.id)).toBeNull();
    server.clock.set(at(2 * DAY));
    expect((await problems()).get(left.id)).toBeNull();
  });
});

describe('a reminder', () => {
  it('is sent once per period, to the current approver and their substitute, until they act', async () => {
    const line = await newLine(people.board, people.dpo);
    await (
      await as(people.board)
    ).absences.create({ ws, delegateId: people.deputy.personnelId, fromAt: iso(DAY), untilAt: iso(30 * DAY) });
    // The absence starts, then the period ends.
    expect(await ringAt(2 * DAY)).toBe(1);
    expect(await ringAt(2 * DAY + 1000)).toBe(1);
    expect(await ringAt(2 * DAY + 2000)).toBe(0);
    expect(await kindsTo(people.board)).toEqual(['approval.turn', 'approval.reminder']);
    expect(await kindsTo(people.deputy)).toEqual(['approval.turn', 'approval.reminder']);
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['created', 'reminded']);
    expect(await ringAt(4 * DAY + 3000)).toBe(1);
    // It is the next one's turn: their period starts then.
    await (await as(people.deputy)).act({ ws, id: line.id, status: 'APPROVED' });
    expect(await ringAt(6 * DAY)).toBe(0);
    expect(await ringAt(6 * DAY + 5000)).toBe(1);
    expect(await kindsTo(people.dpo)).toEqual(['approval.turn', 'approval.reminder']);
    await (await as(people.dpo)).act({ ws, id: line.id, status: 'APPROVED' });
    // The absence ends; nobody is reminded.
    expect(await ringAt(60 * DAY)).toBe(1);
    expect((await eventsOf(server, line.id)).filter((event) => event === 'reminded')).toHaveLength(3);
  });

  it('follows the settings, also for pending steps', async () => {
    const line = await newLine(people.board);
    const settings = { ws, ROPA: idsOf(people.dpo), DPIA: [] };
    const saved = await (await as(people.dpo)).defaults.update({ ...settings, rowVersion: 0, remindAfterDays: 1 });
    expect(saved).toMatchObject({ ROPA: [{ name: 'Direk' }], DPIA: [], remindAfterDays: 1, rowVersion: 1 });
    expect(await ringAt(DAY + 1000)).toBe(1);
    await (await as(people.dpo)).defaults.update({ ...settings, rowVersion: 1, remindAfterDays: 0 });
    expect(await ringAt(30 * DAY)).toBe(0);
    expect((await eventsOf(server, line.id)).filter((event) => event === 'reminded')).toHaveLength(1);
  });

  it('is not sent for a line that ends while the settings are saved', async () => {
    const line = await newLine(people.board);
    const caller = await as(people.dpo);
    let saving: Promise<unknown> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      // In the order of a decision: the line, then its step and its deadline.
      await trx.selectFrom('approvalLines').select('id').where('id', '=', line.id).forUpdate().execute();
      saving = caller.defaults.update({ ws, rowVersion: 0, ROPA: [], DPIA: [], remindAfterDays: 1 });
      let saved = false;
      void saving.then(() => (saved = true));
      const waits = async () =>
        (
          await sql<{
            n: number;
          }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            server.owner,
          )
        ).rows[0]!.n > 0;
      await expect.poll(async () => saved || (await waits())).toBe(true);
      await trx.updateTable('approvalSteps').set({ status: 'APPROVED' }).where('lineId', '=', line.id).execute();
      await trx.updateTable('approvalLines').set({ status: 'APPROVED' }).where('id', '=', line.id).execute();
      await trx.deleteFrom('deadlines').where('subjectId', '=', line.id).execute();
      expect(saved).toBe(false);
    });
    await saving;
    expect(await server.owner.selectFrom('deadlines').select('id').where('subjectId', '=', line.id).execute()).toEqual(
      [],
    );
  });

  it('follows settings that are switched on, off and extended', async () => {
    const line = await newLine(people.board);
    const due = async () =>
      (await server.owner.selectFrom('deadlines').select('dueAt').where('subjectId', '=', line.id).execute()).map(
        ({ dueAt }) => String(dueAt),
      );
    let rowVersion = 0;
    for (const [days, expected] of [
      [0, []],
      [3, [iso(3 * DAY)]],
      [5, [iso(5 * DAY)]],
      [1, [iso(DAY)]],
    ] as const) {
      ({ rowVersion } = await (
        await as(people.dpo)
      ).defaults.update({ ws, rowVersion, ROPA: [], DPIA: [], remindAfterDays: days }));
      expect(await due()).toEqual(expected);
    }
    expect(await ringAt(DAY + 1000)).toBe(1);
  });

  it('pauses while the workspace has no approval lines, and resumes once it has them again', async () => {
    const line = await newLine(people.board);
    const enable = (on: boolean) =>
      sql`update workspaces set flags = jsonb_set(flags, '{approvalLineEnable}', ${JSON.stringify(on)}::jsonb) where id = ${ws}`.execute(
        server.owner,
      );
    await enable(false);
    await ringAt(2 * DAY + 1000);
    expect(await kindsTo(people.board)).toEqual(['approval.turn']);
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['created']);
    await enable(true);
    await ringAt(4 * DAY + 2000);
    expect(await kindsTo(people.board)).toEqual(['approval.turn', 'approval.reminder']);
  });

  it('sent manually is limited to one per hour and line', async () => {
    const line = await build(idsOf(people.board));
    await (await as(people.staff)).remind({ ws, id: line.id });
    expect(await kindsTo(people.board)).toEqual(['approval.reminder']);
    server.clock.set(at(HOUR - 1000));
    expect(await refusal((await as(people.admin)).remind({ ws, id: line.id }))).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
      code: 'approvalLine.remindedLately',
      details: { seconds: 1 },
    });
    server.clock.set(at(HOUR));
    expect((await (await as(people.admin)).remind({ ws, id: line.id })).history[0]!.remindedAt).toBe(iso(HOUR));
    expect(await refusedWith((await as(people.deputy)).remind({ ws, id: line.id }))).toBe('NOT_FOUND');
    const over = await build(idsOf(people.board), { status: 'APPROVED' });
    expect(await refusedWith((await as(people.staff)).remind({ ws, id: over.id }))).toBe('CONFLICT');
  });
});

describe('an approver who leaves', () => {
  it('hands their steps over; a step is never left out', async () => {
    const first = await build(idsOf(people.board, people.dpo));
    const later = await build(idsOf(people.dpo, people.board));
    const caller = await callerFor(server, people.admin);
    expect(
      await refusal(caller.personnel.suspend({ ws, id: people.board.personnelId, reason: 'ลาออก' })),
    ).toMatchObject({
      status: 'CONFLICT',
      code: 'personnel.openTasks',
      details: { overview: { total: 2, modules: [{ module: 'ApprovalLine', pending: 2, active: 0 }] } },
    });
    // Not to an approver of the line itself: two names, not one twice.
    expect(
      await refusal(
        caller.personnel.suspend({
          ws,
          id: people.board.personnelId,
          reason: 'ลาออก',
          reassignTo: people.dpo.personnelId,
        }),
      ),
    ).toMatchObject({ code: 'approvalLine.heirInLine', fields: ['reassignTo'] });
    await caller.personnel.suspend({
      ws,
      id: people.board.personnelId,
      reason: 'ลาออก',
      reassignTo: people.deputy.personnelId,
    });
    const standIns = async (id: string) =>
      (await caller.approvalLine.get({ ws, id })).history.map(({ approver, status }) => `${approver.name} ${status}`);
    expect(await standIns(first.id)).toEqual(['Deputy CURRENT', 'Direk WAITING']);
    expect(await standIns(later.id)).toEqual(['Direk CURRENT', 'Deputy WAITING']);
    expect(await kindsTo(people.deputy)).toEqual(['approval.turn']);
    expect(await bellOf(server, first.id, people.deputy.personnelId)).toEqual(['updated']);
  });

  it('also hands over whose delegate they are, for the time that remains', async () => {
    const awayFrom = (person: Person, delegate: Person, from: number, until: number) =>
      as(person).then(({ absences }) =>
        absences.create({ ws, delegateId: delegate.personnelId, fromAt: iso(from), untilAt: iso(until), note: 'ลาพัก' }),
      );
    const line = await build(idsOf(people.board));
    const current = await awayFrom(people.board, people.deputy, 0, 2 * DAY);
    await awayFrom(people.dpo, people.deputy, 4 * DAY, 5 * DAY);
    server.clock.set(at(DAY));
    const { personnel, approvalLine } = await callerFor(server, people.admin);
    const leaving = { ws, id: people.deputy.personnelId };
    expect(await refusal(personnel.deactivate(leaving))).toMatchObject({
      code: 'personnel.openTasks',
      details: { overview: { total: 2, modules: [{ module: 'ApprovalLine', pending: 2, active: 0 }] } },
    });
    // Neither the absent person themselves, nor somebody who is away then.
    for (const successor of [people.board, people.dpo])
      expect(await refusal(personnel.deactivate({ ...leaving, reassignTo: successor.personnelId }))).toMatchObject({
        code: 'approvalLine.heirAway',
        fields: ['reassignTo'],
      });
    await personnel.deactivate({ ...leaving, reassignTo: people.staff.personnelId });
    const { collection } = await approvalLine.absences.list({ ws });
    expect(collection.map((row) => [row.person.name, row.delegate.name, row.endedAt, row.fromAt])).toEqual([
      ['Boonmee', 'Somsri', null, iso(DAY)],
      ['Direk', 'Somsri', null, iso(4 * DAY)],
      ['Boonmee', 'Deputy', iso(DAY), iso(0)],
      ['Direk', 'Deputy', iso(DAY), iso(4 * DAY)],
    ]);
    expect(collection[0]).toMatchObject({ active: true, delegateProblem: null, note: 'ลาพัก' });
    expect(collection.map(({ id }) => id)).toContain(current.id);
    expect((await approvalLine.get({ ws, id: line.id })).current?.approver.name).toBe('Boonmee');
    // The absent people and their new delegate are notified, and each time turns for the new one.
    expect(await noticesOf(people.board)).toEqual(['changed']);
    expect(await noticesOf(people.staff)).toEqual(['changed', 'changed']);
    expect(await ringAt(5 * DAY + 1000)).toBe(2);
  });

  it('no longer has a task once the line is closed', async () => {
    for (const status of ['APPROVED', 'REJECTED', 'REWORKED', 'CANCEL'] as const)
      await build(idsOf(people.board), { status });
    expect(
      await (await callerFor(server, people.admin)).personnel.taskOverview({ ws, id: people.board.personnelId }),
    ).toMatchObject({ total: 0 });
  });
});

describe('the default approvers', () => {
  it('are at most ten of each kind, active, and protected against concurrent saves', async () => {
    const caller = await as(people.dpo);
    expect(await caller.defaults.get({ ws })).toEqual({
      ROPA: [],
      DPIA: [],
      NOTICE: [],
      remindAfterDays: 2,
      rowVersion: 0,
    });
    const saved = await caller.defaults.update({
      ws,
      rowVersion: 0,
      ROPA: idsOf(people.board, people.dpo),
      DPIA: idsOf(people.admin),
      remindAfterDays: 2,
    });
    expect(saved.ROPA.map(({ name }) => name)).toEqual(['Boonmee', 'Direk']);
    const stale = await refusal(caller.defaults.update({ ws, rowVersion: 0, ROPA: [], DPIA: [], remindAfterDays: 2 }));
    expect(stale).toMatchObject({ status: 'CONFLICT', code: 'staleEdit' });
    expect(stale.details?.current).toEqual(saved);
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', people.board.personnelId)
      .execute();
    expect((await (await as(people.staff)).defaults.get({ ws })).ROPA.map(({ name }) => name)).toEqual(['Direk']);
    expect(
      (
        await refusal(
          caller.defaults.update({ ws, rowVersion: 1, ROPA: idsOf(people.board), DPIA: [], remindAfterDays: 2 }),
        )
      ).fields,
    ).toEqual(['ROPA.0']);
    await expect(
      caller.defaults.update({
        ws,
        rowVersion: 1,
        ROPA: Array.from({ length: 11 }, () => crypto.randomUUID()),
        DPIA: [],
        remindAfterDays: 2,
      }),
    ).rejects.toThrow();
    expect(
      await refusedWith(
        (await as(people.staff)).defaults.update({ ws, rowVersion: 1, ROPA: [], DPIA: [], remindAfterDays: 2 }),
      ),
    ).toBe('FORBIDDEN');
  });
});
