import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Trx, withScope } from '../../db/client.ts';
import { STORAGE_KINDS } from '../../shared/workspace/usage.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';

let server: TestServer;
let full: string;
let empty: string;
let admin: Person;
beforeAll(async () => {
  server = await buildServer();
  const flags = { adminConsoleEnable: true };
  const first = await buildWorkspace(server, { name: 'ก ใหญ่', tier: 'Basic', flags });
  const { organizationId } = first;
  full = first.id;
  admin = await buildPerson(server, { workspaceId: full, role: 'Admin' });
  ({ id: empty } = await buildWorkspace(server, { name: 'ข เล็ก', tier: 'Pro', flags, organizationId }));
  await buildPerson(server, { workspaceId: empty, userId: admin.userId, email: admin.email, role: 'Admin' });
  for (let count = 0; count < 7; count += 1) await buildPerson(server, { workspaceId: full, role: 'Staff' });
  for (const size of [1000, 24]) await buildFile(full, size);
});
afterAll(() => server.close());

const usage = async (input: object = {}, person = admin) =>
  (await callerFor(server, person)).workspace.usage({ ws: full, currentPage: 1, pageSize: 10, ...input });
const names = async (input: object) => (await usage(input)).collection.map(({ name }) => name);

async function buildFile(workspaceId: string, size: number, ownerKind: string | null = null): Promise<void> {
  const id = randomUUIDv7();
  await server.owner
    .insertInto('files')
    .values({
      id,
      workspaceId,
      name: 'file.txt',
      type: 'text/plain',
      size,
      sha256: 'a'.repeat(64),
      storageKey: id,
      ownerKind,
    })
    .execute();
}

/** Mails sent on a day in Thailand, so many days before today. */
async function mailed(mails: number, limits: object = {}, daysAgo = 0): Promise<void> {
  const values = { mails, day: sql<string>`(now() at time zone 'Asia/Bangkok')::date - ${daysAgo}::int`, ...limits };
  await server.owner
    .insertInto('mailQuotas')
    .values({ workspaceId: full, ...values })
    .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(values))
    .execute();
}

describe('the usage of workspaces', () => {
  test('is returned with the limits of their tier, only to Admins of the console', async () => {
    const { collection, meta } = await usage();
    expect(meta.totalItems).toBe(2);
    expect(collection).toMatchObject([
      {
        id: full,
        tier: 'Basic',
        // Eight of ten people.
        state: 'near',
        people: { used: 8, limit: 10 },
        applications: { used: 0, limit: 10 },
        storage: { files: 2, bytes: 1024 },
        flags: ['dashboardEnabled', 'privacyEnabled', 'ropaInventoryEnabled', 'consentEnabled', 'adminConsoleEnable'],
        recipients: 5000,
      },
      { id: empty, tier: 'Pro', state: 'free', people: { used: 1, limit: 500 }, storage: { files: 0, bytes: 0 } },
    ]);
    const staff = await buildPerson(server, { workspaceId: empty, role: 'DPO' });
    await expect(usage({ ws: empty }, staff)).rejects.toThrow();
    const { id: elsewhere } = await buildWorkspace(server, { name: 'ที่อื่น' });
    const stranger = await buildPerson(server, { workspaceId: elsewhere, role: 'Admin' });
    await expect(usage({}, stranger)).rejects.toThrow();
    expect((await usage({ ws: elsewhere }, stranger)).collection.map(({ id }) => id)).toEqual([elsewhere]);
  });

  test('is searched, filtered, sorted and paged', async () => {
    expect(await names({ query: 'เล็ก' })).toEqual(['ข เล็ก']);
    expect(await names({ tier: 'Basic' })).toEqual(['ก ใหญ่']);
    expect(await names({ state: 'full' })).toEqual([]);
    expect(await names({ state: 'free' })).toEqual(['ข เล็ก']);
    expect(await names({ sortBy: 'storage', sortDirection: 'ASC' })).toEqual(['ข เล็ก', 'ก ใหญ่']);
    expect(await names({ sortBy: 'people', sortDirection: 'DESC' })).toEqual(['ก ใหญ่', 'ข เล็ก']);
    expect(await names({ pageSize: 1, currentPage: 2 })).toEqual(['ข เล็ก']);
  });

  test("counts only today's mails, against the limit that the operator has set", async () => {
    await mailed(50, { mailsLimit: 50, invitationsLimit: 3, invitations: 1 });
    expect((await usage()).collection[0]).toMatchObject({
      state: 'full',
      mails: { used: 50, limit: 50 },
      invitations: { used: 1, limit: 3 },
    });
    await mailed(50, { recipientsLimit: 120 });
    expect((await usage()).collection[0]).toMatchObject({ recipients: 120 });
    await mailed(50, { recipientsLimit: null }, 1);
    expect((await usage()).collection[0]).toMatchObject({
      state: 'near',
      mails: { used: 0, limit: 50 },
      invitations: { used: 0, limit: 3 },
    });
  });

  test('of files is returned by kind, the largest first, only for a workspace of the caller', async () => {
    const call = async (id: string, person = admin) =>
      (await callerFor(server, person)).workspace.storage({ ws: person.workspaceId, id });
    expect(await call(full)).toEqual([{ kind: 'unattached', files: 2, bytes: 1024 }]);
    await buildFile(full, 5000, 'export.document');
    await buildFile(full, 70, 'unknown');
    await buildFile(full, 7, 'unknown');
    expect(await call(full)).toEqual([
      { kind: 'export.document', files: 1, bytes: 5000 },
      { kind: 'unattached', files: 2, bytes: 1024 },
      { kind: 'other', files: 2, bytes: 77 },
    ]);
    expect(await call(empty)).toEqual([]);
    const { id: elsewhere } = await buildWorkspace(server, { name: 'องค์กรอื่น' });
    const stranger = await buildPerson(server, { workspaceId: elsewhere, role: 'Admin' });
    await expect(call(full, stranger)).rejects.toThrow('workspace.notFound');
    await expect(call(elsewhere)).rejects.toThrow('workspace.notFound');
    const dpo = await buildPerson(server, { workspaceId: full, role: 'DPO' });
    await expect(call(full, dpo)).rejects.toThrow();
    expect(STORAGE_KINDS).toEqual(expect.arrayContaining([...server.deps.modules.fileOwners.keys()]));
  });

  test('of files stays exact over simultaneous uploads, attachments and deletions, and none waits for another', async () => {
    const id = (await buildWorkspace(server, { name: 'ค พร้อมกัน' })).id;
    const row = (size: number, ownerKind: string | null = null) => {
      const fileId = randomUUIDv7();
      const file = { type: 'text/plain', sha256: 'a'.repeat(64), name: 'file.txt', storageKey: fileId };
      return { ...file, id: fileId, workspaceId: id, size, ownerKind };
    };
    const inScope = <T>(work: (trx: Trx) => Promise<T>) =>
      withScope(server.deps.db, { workspaceId: id }, async (trx) => {
        // Whoever waits for a lock fails.
        await sql`set local lock_timeout = 1`.execute(trx);
        return work(trx);
      });
    const insert = (trx: Trx, ...rows: ReturnType<typeof row>[]) => trx.insertInto('files').values(rows).execute();
    const [kept, moved] = [row(100), row(7)];
    await inScope((trx) => insert(trx, kept, moved, row(1, 'unknown')));
    const abandoned = inScope(async (first) => {
      await insert(first, row(1000));
      await first.deleteFrom('files').where('id', '=', kept.id).execute();
      await inScope(async (second) => {
        await insert(second, row(10));
        await inScope((third) => insert(third, row(20), row(30, 'export.document')));
        await second.updateTable('files').set({ ownerKind: 'unknown' }).where('id', '=', moved.id).execute();
        await second.updateTable('files').set({ name: 'renamed.txt' }).where('id', '=', moved.id).execute();
      });
      throw new Error('abandoned');
    });
    await expect(abandoned).rejects.toThrow('abandoned');
    const sums = (table: 'files' | 'file_totals') =>
      sql<object>`
        select coalesce(owner_kind, '') as kind, sum(${sql.raw(table === 'files' ? '1' : 'files')})::int as files,
               sum(${sql.raw(table === 'files' ? 'size' : 'bytes')})::int as bytes
          from ${sql.raw(table)} where workspace_id = ${id} group by 1 having sum(${sql.raw(table === 'files' ? '1' : 'files')}) <> 0
         order by 1`
        .execute(server.owner)
        .then(({ rows }) => rows);
    expect(await sums('file_totals')).toEqual([
      { kind: '', files: 3, bytes: 130 },
      { kind: 'export.document', files: 1, bytes: 30 },
      { kind: 'unknown', files: 2, bytes: 8 },
    ]);
    // What is changed afterwards, one by one, leaves a row for each kind, however many files there are.
    for (let count = 0; count < 5; count += 1) await inScope((trx) => insert(trx, row(1), row(1, 'unknown')));
    await inScope((trx) => trx.deleteFrom('files').where('ownerKind', '=', 'export.document').execute());
    const { rows } = await sql`select owner_kind from file_totals where workspace_id = ${id} order by 1`.execute(
      server.owner,
    );
    expect(rows).toEqual([{ ownerKind: '' }, { ownerKind: 'unknown' }]);
    expect(await sums('file_totals')).toEqual(await sums('files'));
    await sql`delete from workspaces where id = ${id}`.execute(server.owner);
    expect(await sums('file_totals')).toEqual([]);
  });
});
