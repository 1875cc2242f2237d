import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '../../shared/registry/roles.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApprovalLine, buildCrew } from '../helpers/approvals.ts';
import { refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'other', Person>;
beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'other');
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const idsOf = (...named: Person[]) => named.map(({ personnelId }) => personnelId);

describe('who may read a line', () => {
  it('is the requester, its approvers, or users who manage all lines', async () => {
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: idsOf(people.board),
    });
    for (const person of [people.staff, people.board, people.admin, people.dpo]) {
      expect(
        (await (await as(person)).list({ ws })).collection.map(({ id }) => id),
        person.role,
      ).toEqual([line.id]);
      expect((await (await as(person)).report({ ws, id: line.id })).id).toBe(line.id);
    }
    expect((await (await as(people.other)).list({ ws })).meta.totalItems).toBe(0);
    expect(await refusedWith((await as(people.other)).get({ ws, id: line.id }))).toBe('NOT_FOUND');
  });

  it.each(ROLES)('a named approver who is %s may approve', async (role) => {
    const approver = await buildPerson(server, { workspaceId: ws, role });
    const line = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: idsOf(approver),
    });
    expect((await (await as(approver)).act({ ws, id: line.id, status: 'APPROVED' })).status).toBe('APPROVED');
  });

  it('finds lines by text, status, kind, application and role, in any order', async () => {
    const one = await buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: idsOf(people.dpo),
      applicationName: 'ก ระบบสมาชิก',
      status: 'APPROVED',
    });
    const two = await buildApprovalLine(server, ws, {
      requesterId: people.admin.personnelId,
      approverIds: idsOf(people.board),
      applicationName: 'ข ระบบบัญชี',
      reportType: 'DPIA',
    });
    const ids = async (input: object) =>
      (await (await as(people.admin)).list({ ws, ...input })).collection.map(({ id }) => id);
    expect(await ids({ query: 'สมาชิก' })).toEqual([one.id]);
    expect(await ids({ status: 'NEW' })).toEqual([two.id]);
    expect(await ids({ reportType: 'ROPA' })).toEqual([one.id]);
    expect(await ids({ applicationId: two.applicationId })).toEqual([two.id]);
    expect(await ids({ mine: true })).toEqual([two.id]);
    expect(await ids({ sortBy: 'applicationName', sortDirection: 'ASC' })).toEqual([one.id, two.id]);
    expect(await ids({ sortBy: 'number', pageSize: 1, currentPage: 2 })).toEqual([one.id]);
  });
});
