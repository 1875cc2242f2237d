import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '../../db/client.ts';
import { isVisible, listIds, type Reader } from '../../server/modules/approvalLine/readers.ts';
import { listApprovalLines } from '../../shared/approvalLine/schema.ts';
import { buildPerson, sharedServer, buildWorkspace, type Person, type TestServer } from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { rowsReadBy } from '../helpers/rowsRead.ts';
import { sized } from '../size.ts';

const LINES = sized(2000, 4000);

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'head' | 'deputy' | 'other', Person>;
let own: string;
let deputys: string;

beforeAll(async () => {
  server = await sharedServer();
  ({ id: ws } = await buildWorkspace(server));
  const person = (role: Person['role']) => buildPerson(server, { workspaceId: ws, role });
  people = {
    staff: await person('Staff'),
    head: await person('Staff'),
    deputy: await person('Staff'),
    other: await person('Admin'),
  };
  const build = (approver: Person, applicationName: string) =>
    buildApprovalLine(server, ws, {
      requesterId: people.other.personnelId,
      approverIds: [approver.personnelId, people.other.personnelId],
      applicationName,
    });
  const { id: first } = await buildApprovalLine(server, ws, {
    requesterId: people.other.personnelId,
    approverIds: [people.other.personnelId, people.other.personnelId],
    applicationName: 'ทั่วไป',
  });
  ({ id: own } = await build(people.head, 'ระบบเวชระเบียน'));
  ({ id: deputys } = await build(people.staff, 'ระบบคลังยา'));
  const now = Date.now();
  await server.owner
    .insertInto('approvalAbsences')
    .values({
      workspaceId: ws,
      id: crypto.randomUUID(),
      personnelId: people.staff.personnelId,
      delegateId: people.deputy.personnelId,
      createdBy: people.staff.personnelId,
      fromAt: new Date(now - 60_000),
      untilAt: new Date(now + 3_600_000),
    })
    .execute();
  // As many of others, all like the first, with many approvers.
  const many = (await Promise.all(Array.from({ length: 80 }, () => person('DPO')))).map(
    ({ personnelId }) => personnelId,
  );
  await sql`
    with made as (
      insert into approval_lines (workspace_id, id, number, report_type, application_id, application_name, controller_name_th, controller_name_en, version, status, export_id, file_id, sha256, record_sha256, check_code, requester_id, requested_at)
      select workspace_id, gen_random_uuid(), 1000 + n, report_type, application_id, application_name, controller_name_th, controller_name_en, version, status, export_id, file_id, sha256, record_sha256, gen_random_uuid()::text, requester_id, requested_at
        from approval_lines cross join generate_series(1, ${LINES}::integer) n where id = ${first} returning workspace_id, id, number)
    insert into approval_steps (workspace_id, line_id, round, position, approver_id, status, since)
    select made.workspace_id, made.id, s.round, s.position, (${many}::uuid[])[1 + (made.number + s.position) % 80], s.status, s.since from made cross join approval_steps s where s.line_id = ${first}`.execute(
    server.owner,
  );
  await sql`analyze approval_lines, approval_steps, approval_absences`.execute(server.owner);
});
afterAll(() => server.close());

/** The result of `work`, and how many rows of approval lines its queries read. */
const costOf = <Result>(work: (trx: Trx) => Promise<Result>) =>
  rowsReadBy(server, { workspaceId: ws }, /^approval_/, work);

describe(`of ${LINES} lines of others`, () => {
  const reader = (person: Person, all = false): Reader => ({
    workspaceId: ws,
    personnelId: person.personnelId,
    all,
    at: new Date(),
  });
  const list = (of: Reader, more = {}) => costOf((trx) => listIds(trx, of, listApprovalLines.parse({ ws, ...more })));

  it('one reads only their own: as an approver, as a substitute, and pending ones', async () => {
    for (const [person, id] of [
      [people.head, own],
      [people.deputy, deputys],
    ] as const) {
      for (const more of [{}, { waitingForMe: true }]) {
        const { result, rows } = await list(reader(person), more);
        expect(result.collection).toEqual([id]);
        expect(rows).toBeLessThan(100);
      }
      expect(await costOf((trx) => isVisible(trx, reader(person), id))).toMatchObject({
        result: true,
        rows: expect.closeTo(0, -2),
      });
      expect(
        (await costOf((trx) => isVisible(trx, reader(person), person === people.head ? deputys : own))).result,
      ).toBe(false);
    }
  });

  it('a user who may read all finds one by its text without reading the others', async () => {
    const { result, rows } = await list(reader(people.other, true), { query: 'เวชระเบียน' });
    expect(result.collection).toEqual([own]);
    expect(rows).toBeLessThan(100);
    expect((await list(reader(people.other, true), { query: 'ทั่วไป' })).result.meta.totalItems).toBe(LINES + 1);
    expect((await list(reader(people.other, true), { query: 'คลัง', waitingForMe: true })).result.collection).toEqual(
      [],
    );
  });
});
