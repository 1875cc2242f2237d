import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApprovalLine, buildCrew, eventsOf } from '../helpers/approvals.ts';
import { refusal } from '../helpers/refusal.ts';

const HOUR = 3_600_000;
let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'deputy', Person>;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'deputy');
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const build = (requester: Person, approvers: Person[], more = {}) =>
  buildApprovalLine(server, ws, {
    requesterId: requester.personnelId,
    approverIds: approvers.map(({ personnelId }) => personnelId),
    ...more,
  });
const act = async (person: Person, id: string) => (await as(person)).act({ ws, id, status: 'APPROVED' });
const away = async (person: Person, delegate: Person) =>
  (await as(person)).absences.create({
    ws,
    delegateId: delegate.personnelId,
    fromAt: new Date(Date.now() - HOUR).toISOString(),
    untilAt: new Date(Date.now() + HOUR).toISOString(),
  });
const approversOf = async (id: string) =>
  (await (await as(people.admin)).get({ ws, id })).approvers.map(({ name }) => name);

type Leave = (person: Person, successor: Person, by?: Person) => Promise<unknown>;
const suspend: Leave = async ({ personnelId }, successor, by = people.admin) =>
  (await callerFor(server, by)).personnel.suspend({
    ws,
    id: personnelId,
    reason: 'ลาออก',
    reassignTo: successor.personnelId,
  });
const deactivate: Leave = async ({ personnelId }, successor, by = people.admin) =>
  (await callerFor(server, by)).personnel.deactivate({ ws, id: personnelId, reassignTo: successor.personnelId });

describe.each([
  ['suspended', suspend],
  ['deactivated', deactivate],
] as const)('an approver who is %s', (_, leave) => {
  it('does not leave their step to the requester, if nobody else would sign', async () => {
    const { id } = await build(people.admin, [people.board]);
    // By the requester, and by another on their behalf.
    for (const by of [people.admin, people.dpo])
      expect(await refusal(leave(people.board, people.admin, by))).toMatchObject({
        status: 'BAD_REQUEST',
        code: 'approvalLine.heirAsked',
        fields: ['reassignTo'],
      });
    expect(await approversOf(id)).toEqual(['Boonmee']);
    const { status } = await server.owner
      .selectFrom('personnel')
      .select('status')
      .where('id', '=', people.board.personnelId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('active');
    expect(await eventsOf(server, id)).toEqual([]);
    // Anybody else can take it over.
    await leave(people.board, people.dpo);
    expect(await approversOf(id)).toEqual(['Direk']);
  });

  it('leaves it to them if somebody else has signed, or has still to sign', async () => {
    const signed = await build(people.admin, [people.dpo, people.board], { status: 'PENDING' });
    const coming = await build(people.admin, [people.board, people.dpo]);
    await leave(people.board, people.admin);
    expect(await approversOf(signed.id)).toEqual(['Direk', 'Anong']);
    expect(await approversOf(coming.id)).toEqual(['Anong', 'Direk']);
    expect((await act(people.admin, signed.id)).status).toBe('APPROVED');
    // The other is not removed from the line by the same way afterwards.
    expect(await refusal(leave(people.dpo, people.admin))).toMatchObject({ code: 'approvalLine.heirInLine' });
  });

  it('counts who actually signed: their substitute', async () => {
    await away(people.dpo, people.deputy);
    const { id } = await build(people.admin, [people.dpo, people.board]);
    await act(people.deputy, id);
    await leave(people.board, people.admin);
    expect((await act(people.admin, id)).status).toBe('APPROVED');
  });

  it('does not count their substitute: that ends with the absence', async () => {
    await away(people.board, people.deputy);
    await build(people.admin, [people.board]);
    expect(await refusal(leave(people.board, people.admin))).toMatchObject({ code: 'approvalLine.heirAsked' });
  });
});

describe('the last approval of a round that only its requester would sign', () => {
  it('is refused, however they obtained the step, until another approver is added', async () => {
    const { id } = await build(people.staff, [people.staff]);
    expect(await refusal(act(people.staff, id))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'approvalLine.onlySigner',
    });
    const line = await (await as(people.staff)).get({ ws, id });
    expect(line).toMatchObject({ status: 'NEW', yourTurn: true });
    await (
      await as(people.staff)
    ).update({
      ws,
      id,
      rowVersion: line.rowVersion,
      approverIds: [people.staff.personnelId, people.board.personnelId],
      description: '',
    });
    expect((await act(people.staff, id)).status).toBe('PENDING');
    expect((await act(people.board, id)).status).toBe('APPROVED');
  });

  it('is accepted from their substitute', async () => {
    await away(people.staff, people.deputy);
    const { id } = await build(people.staff, [people.staff]);
    expect((await act(people.deputy, id)).status).toBe('APPROVED');
  });
});
