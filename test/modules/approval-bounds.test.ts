import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { bellOf, buildApprovalLine, buildCrew, eventsOf } from '../helpers/approvals.ts';
import { refusal } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-02T02:00:00.000Z');
const iso = (ms: number) => new Date(START + ms).toISOString();

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'deputy', Person>;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'deputy');
  server.clock.set(new Date(START));
});
afterEach(async () => {
  await server.owner.deleteFrom('deadlines').execute();
  server.clock.run();
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const idsOf = (...named: Person[]) => named.map(({ personnelId }) => personnelId);
const build = (approvers: Person[], more = {}) =>
  buildApprovalLine(server, ws, { requesterId: people.staff.personnelId, approverIds: idsOf(...approvers), ...more });
const kindsTo = async (person: Person) => (await mailsOf(server, person.email)).map(({ kind }) => kind);
const away = async (person: Person, delegate: Person, from: number, until: number, by = person) =>
  (await as(by)).absences.create({
    ws,
    personnelId: person.personnelId,
    delegateId: delegate.personnelId,
    fromAt: iso(from),
    untilAt: iso(until),
  });

describe('mails about one line', () => {
  it('are sent to a person at most once an hour, however often it becomes their turn; their bell rings each time', async () => {
    const { id } = await build([people.board, people.dpo]);
    const caller = await as(people.staff);
    const swap = async (...approvers: Person[]) =>
      caller.update({
        ws,
        id,
        rowVersion: (await caller.get({ ws, id })).rowVersion,
        approverIds: idsOf(...approvers),
        description: '',
      });
    for (let turn = 0; turn < 3; turn += 1) {
      await swap(people.dpo, people.board);
      await swap(people.board, people.dpo);
    }
    expect([await kindsTo(people.board), await kindsTo(people.dpo)]).toEqual([['approval.turn'], ['approval.turn']]);
    expect((await bellOf(server, id, people.dpo.personnelId)).length).toBeGreaterThanOrEqual(3);
    // A reminder is separate, and no way around it either.
    await caller.remind({ ws, id });
    await swap(people.dpo, people.board);
    await swap(people.board, people.dpo);
    await caller.remind({ ws, id });
    expect(await kindsTo(people.board)).toEqual(['approval.turn', 'approval.reminder']);
    server.clock.set(new Date(START + HOUR));
    await swap(people.dpo, people.board);
    expect(await kindsTo(people.dpo)).toEqual(['approval.turn', 'approval.turn']);
    // About another line they are notified immediately.
    const other = await build([people.board, people.dpo]);
    await (await as(people.board)).act({ ws, id: other.id, status: 'APPROVED' });
    expect(await kindsTo(people.dpo)).toHaveLength(3);
  });

  it('are not sent again to a substitute when the absence is cancelled and entered again', async () => {
    await build([people.board]);
    for (let turn = 0; turn < 4; turn += 1) {
      const { id } = await away(people.board, people.deputy, 0, DAY);
      await (await as(people.board)).absences.end({ ws, id });
    }
    expect(await kindsTo(people.deputy)).toEqual(['approval.turn']);
  });
});

describe('absences', () => {
  it('are limited to twenty current or future ones per person, whoever enters them', async () => {
    for (let day = 0; day < 20; day += 1) await away(people.staff, people.deputy, day * DAY, day * DAY + HOUR);
    const refused = { status: 'CONFLICT', code: 'approvalLine.tooManyAbsences' };
    expect(await refusal(away(people.staff, people.deputy, 30 * DAY, 31 * DAY))).toMatchObject(refused);
    expect(await refusal(away(people.staff, people.deputy, 30 * DAY, 31 * DAY, people.admin))).toMatchObject(refused);
    await away(people.board, people.deputy, 30 * DAY, 31 * DAY);
    // One has ended, so another is permitted.
    server.clock.set(new Date(START + HOUR));
    await away(people.staff, people.deputy, 30 * DAY, 31 * DAY);
  });

  it('start at most two years ahead', async () => {
    expect(await refusal(away(people.staff, people.deputy, 733 * DAY, 734 * DAY))).toMatchObject({
      code: 'approvalLine.absenceTooFar',
      fields: ['fromAt'],
    });
    await away(people.staff, people.deputy, 731 * DAY, 734 * DAY);
  });

  it('can be entered by one person thirty times an hour at most', async () => {
    const write = async () => {
      const { id } = await away(people.staff, people.deputy, 0, HOUR);
      await (await as(people.staff)).absences.end({ ws, id });
    };
    for (let turn = 0; turn < 30; turn += 1) await write();
    expect(await refusal(write())).toMatchObject({ status: 'TOO_MANY_REQUESTS' });
    await away(people.board, people.deputy, 0, HOUR);
  });

  it("are listed with current ones first, then the soonest, then past ones; the user's own always", async () => {
    const row = (person: Person, delegate: Person, from: number, until: number, more = {}) => ({
      workspaceId: ws,
      id: randomUUIDv7(),
      personnelId: person.personnelId,
      delegateId: delegate.personnelId,
      fromAt: new Date(START + from),
      untilAt: new Date(START + until),
      createdBy: person.personnelId,
      createdAt: new Date(START - 9 * DAY),
      ...more,
    });
    const over = row(people.board, people.deputy, -5 * DAY, -4 * DAY);
    const calledOff = row(people.board, people.deputy, -3 * DAY, DAY, { endedAt: new Date(START - HOUR) });
    const later = row(people.board, people.deputy, 3 * DAY, 4 * DAY);
    const soon = row(people.board, people.deputy, 2 * DAY, 9 * DAY);
    const now = row(people.board, people.deputy, -HOUR, HOUR);
    await server.owner.insertInto('approvalAbsences').values([over, later, calledOff, now, soon]).execute();
    const listed = async (person: Person) =>
      (await (await as(person)).absences.list({ ws })).collection.map(({ id }) => id);
    const order = [now, soon, later, calledOff, over].map(({ id }) => id);
    expect(await listed(people.admin)).toEqual(order);
    expect(await listed(people.board)).toEqual(order);
    expect(await listed(people.staff)).toEqual([]);
    // Even if somebody fills the list with current absences of others, participants still see their own.
    await server.owner
      .insertInto('approvalAbsences')
      .values(Array.from({ length: 504 }, (_, index) => row(people.staff, people.dpo, -2 * DAY - index, DAY)))
      .execute();
    const own = row(people.admin, people.dpo, 8 * DAY, 9 * DAY);
    await server.owner.insertInto('approvalAbsences').values(own).execute();
    const allListed = await listed(people.admin);
    expect(allListed).toHaveLength(501);
    expect(allListed.at(-1)).toBe(own.id);
    expect(await listed(people.board)).toEqual(order);
  });
});

describe('an application that is deleted', () => {
  const check = async (code: string) => (await callerFor(server, null)).approvalLine.check({ code });
  const remove = async (applicationId: string) =>
    (await callerFor(server, people.dpo)).application.remove({ ws, id: applicationId });

  it('leaves its line approved and marked, and the verification page and the line agree', async () => {
    const line = await build([people.board], { status: 'APPROVED' });
    expect(await check(line.checkCode)).toMatchObject({ status: 'APPROVED', reopenedAt: null, outdated: false });
    const older = await build([people.board], { status: 'REJECTED', applicationId: line.applicationId });
    await remove(line.applicationId);
    const fetched = await (await as(people.staff)).get({ ws, id: line.id });
    expect(fetched).toMatchObject({
      status: 'APPROVED',
      outdated: true,
      reopenedAt: iso(0),
      application: { id: null },
    });
    expect(await check(line.checkCode)).toMatchObject({ status: 'APPROVED', reopenedAt: iso(0), outdated: true });
    expect(await eventsOf(server, line.id)).toEqual(['updated']);
    expect(await bellOf(server, line.id, people.staff.personnelId)).toEqual(['updated']);
    // Refused changes have no effect.
    expect(await (await as(people.staff)).get({ ws, id: older.id })).toMatchObject({
      status: 'REJECTED',
      reopenedAt: null,
    });
  });

  it.each(['NEW', 'PENDING', 'REWORKED'] as const)(
    'cancels a line that is %s: there is nothing left to approve',
    async (status) => {
      const line = await build([people.board, people.dpo], { status });
      await remove(line.applicationId);
      const fetched = await (await as(people.staff)).get({ ws, id: line.id });
      expect(fetched).toMatchObject({ status: 'CANCEL', current: null, outdated: true });
      expect(await eventsOf(server, line.id)).toEqual(['cancelled']);
      expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['cancelled']);
      expect(await check(line.checkCode)).toMatchObject({ status: 'CANCEL', outdated: true });
    },
  );

  it('also marks an older approval as no longer matching its record', async () => {
    const older = await build([people.board], { status: 'APPROVED' });
    const newer = await build([people.board], { status: 'APPROVED', applicationId: older.applicationId });
    await server.owner
      .updateTable('applications')
      .set({ description: 'เปลี่ยนไปแล้ว' })
      .where('id', '=', older.applicationId)
      .execute();
    for (const { id, checkCode } of [older, newer]) {
      expect((await (await as(people.staff)).get({ ws, id })).outdated).toBe(true);
      expect((await check(checkCode)).outdated).toBe(true);
    }
  });
});
