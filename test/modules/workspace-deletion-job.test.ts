import { fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { connectionConfig } from '../../db/client.ts';
import { deleteWorkspace, deletionSchedule } from '../../server/modules/workspace/deletionJob.ts';
import { FileMissing } from '../../server/platform/files/store.ts';
import { translate } from '../../server/platform/i18n.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { createTestDatabase } from '../database.ts';
import {
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { ended, fillLog } from '../helpers/exports.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { refusal } from '../helpers/refusal.ts';
import { sized } from '../size.ts';
import { buildWorld, hashesOf, workspaceTables, type World } from '../tenancy/world.ts';
import { until } from '../helpers/until.ts';

// Some log entries have the database's own time: the workspace is deleted after all of them.
const NOW = new Date();
const DAY = 86_400_000;
const DUE = new Date(NOW.getTime() + 7 * DAY);

let server: TestServer;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  // The workspaces of `buildWorld` have a mail server: the compared mails would be sent meanwhile.
  await server.deps.mailer.close();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Another workspace of the organisation with an Admin, in which the requester works as well. */
async function besides(at: TestServer, asker: Person, organizationId: string): Promise<Person> {
  const { id } = await buildWorkspace(at, { organizationId, name: 'สำนักงานใหญ่' });
  await buildPerson(at, { workspaceId: id, role: 'Admin', userId: asker.userId, email: asker.email });
  return buildPerson(at, { workspaceId: id, role: 'Admin' });
}
const job = (workspaceId: string, signal = new AbortController().signal) => ({
  id: randomUUIDv7(),
  data: { workspaceId },
  signal,
});
const rowOf = (at: TestServer, id: string) =>
  at.owner.selectFrom('workspaceDeletions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A workspace due for deletion, with `lines` in its log, and an Admin of another of its organisation. */
async function dueWorkspace(at: TestServer, lines: number, name = 'สาขาที่จะลบ') {
  const workspace = await buildWorkspace(at, { name });
  const admin = await buildPerson(at, { workspaceId: workspace.id, role: 'Admin', name: 'อารี ผู้ดูแล' });
  const reader = await besides(at, admin, workspace.organizationId);
  await fillLog(at, admin, lines);
  await (await callerFor(at, admin)).workspace.remove({ ws: workspace.id, confirmation: name });
  await sql`update workspace_deletions set due_at = requested_at, reminded_at = requested_at where id = ${workspace.id}`.execute(
    at.owner,
  );
  return { ws: workspace.id, admin, reader };
}

/** The owners of a task's proof, an answer's file and its package. */
async function requestFileOwners(ws: string): Promise<{ kind: string; ownerId: string }[]> {
  const ownerOf = async (table: 'requestTasks' | 'requestAnswers') =>
    (await server.owner.selectFrom(table).select('id').where('workspaceId', '=', ws).executeTakeFirstOrThrow()).id;
  const [task, answer] = [await ownerOf('requestTasks'), await ownerOf('requestAnswers')];
  return [
    { kind: 'requestTask.proof', ownerId: task },
    { kind: 'requestAnswer.redacted', ownerId: answer },
    { kind: 'requestAnswer.package', ownerId: answer },
  ];
}

/** Pauses the deletion after the first rows that it removed, until `go` is called. */
function gate(deps: Deps): { deps: Deps; reached: Promise<void>; go: () => void } {
  const reached = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if ((result.rows[0] as { copied?: number } | undefined)?.copied) {
        reached.resolve();
        await open.promise;
      }
      return result;
    },
  };
  return {
    deps: { ...deps, systemDb: deps.systemDb.withPlugin(plugin) },
    reached: reached.promise,
    go: () => open.resolve(),
  };
}

describe('a workspace whose deletion is due', () => {
  let removed: World;
  let stays: World;
  let reader: Person;
  let former: Person;
  let stranger: Person;
  let fileKey: string;
  const requestFiles: string[] = [];
  let lines: number;
  beforeAll(async () => {
    server.clock.set(NOW);
    removed = await buildWorld(server, 'GONEWORLD');
    stays = await buildWorld(server, 'STAYSWORLD');
    reader = await besides(server, removed.people.Admin, removed.organizationId);
    fileKey = `${removed.ws}/${randomUUIDv7()}`;
    await server.deps.files.put(fileKey, Buffer.from('%PDF-1.7'), { size: 8, type: 'application/pdf' });
    for (const { kind, ownerId } of await requestFileOwners(removed.ws)) {
      const id = randomUUIDv7();
      const storageKey = `${removed.ws}/${id}`;
      await server.deps.files.put(storageKey, Buffer.from('x'), { size: 1, type: 'text/plain' });
      await server.owner
        .insertInto('files')
        .values({
          workspaceId: removed.ws,
          id,
          name: kind,
          type: 'text/plain',
          size: 1,
          sha256: '0'.repeat(64),
          storageKey,
          ownerKind: kind,
          ownerId,
          createdAt: NOW,
        })
        .execute();
      requestFiles.push(storageKey);
    }
    const before = await hashesOf(server, stays);
    await (
      await callerFor(server, removed.people.Admin)
    ).workspace.remove({ ws: removed.ws, confirmation: removed.name });
    const run = () => deletionSchedule.run(server.deps, new AbortController().signal);
    server.clock.set(new Date(DUE.getTime() - DAY));
    expect(await run()).toMatchObject({ reminded: 1, started: 0 });
    server.clock.set(new Date(DUE.getTime() - 1));
    expect(await run()).toMatchObject({ reminded: 0, started: 0 });
    expect(await rowOf(server, removed.ws)).toMatchObject({ startedAt: null });
    ({ lines } = (
      await sql<{
        lines: number;
      }>`select count(*) as lines from activity_logs where workspace_id = ${removed.ws}`.execute(server.owner)
    ).rows[0]!);
    server.clock.set(DUE);
    expect(await run()).toMatchObject({ started: 1 });
    await until(async () => (await rowOf(server, removed.ws)).finishedAt !== null);
    expect(await run()).toMatchObject({ started: 0 });
    expect(await hashesOf(server, stays)).toEqual(before);
    reader = await signInAgain(server, reader);
    former = await signInAgain(server, removed.people.Admin);
    stranger = await signInAgain(server, stays.people.Admin);
  });

  it('is deleted with every row and file', async () => {
    for (const table of await workspaceTables(server)) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where workspace_id = ${removed.ws}`.execute(server.owner);
      expect(rows, table).toEqual([{ count: 0 }]);
    }
    expect(await server.owner.selectFrom('workspaces').select('id').where('id', '=', removed.ws).execute()).toEqual([]);
    await expect(server.deps.files.get(fileKey)).rejects.toBeInstanceOf(FileMissing);
    expect(requestFiles).toHaveLength(3);
    for (const key of requestFiles) await expect(server.deps.files.get(key)).rejects.toBeInstanceOf(FileMissing);
    const { deletion, get } = (await callerFor(server, former)).workspace;
    expect(await refusal(get({ ws: removed.ws }))).toMatchObject({ status: 'NOT_FOUND' });
    expect(await refusal(deletion.undo({ ws: removed.ws }))).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('is reported as deleted to the Admins of the organisation, and of no other', async () => {
    const list = async (person: Person) =>
      (await (await callerFor(server, person)).workspace.deletion.list({ ws: person.workspaceId })).collection;
    const [row] = await list(reader);
    expect(row).toMatchObject({
      uuid: removed.ws,
      name: removed.name,
      dueAt: DUE.toISOString(),
      finishedAt: DUE.toISOString(),
      member: false,
    });
    expect(row!.rowsTotal).toBeGreaterThan(lines);
    expect(row!.rowsRemoved).toBe(row!.rowsTotal);
    expect(await list(stranger)).toEqual([]);
    const bell = await (
      await callerFor(server, reader)
    ).notification.list({
      ws: reader.workspaceId,
      module: 'ORGANIZATION',
    });
    expect(bell.collection.map(({ event }) => event)).toContain('workspaceDeletion.finished');
  });

  it('leaves its activity log to the organisation, with the names of people, searched and filtered', async () => {
    const list = async (person: Person, more: object = {}) =>
      (await callerFor(server, person)).activityLog.organization({ ws: person.workspaceId, pageSize: 100, ...more });
    const all = await list(reader);
    // Its entries, and that it was deleted.
    expect(all.meta.totalItems).toBe(lines + 1);
    expect(all.collection[0]).toMatchObject({
      event: 'workspaceDeletion.finished',
      actor: null,
      subject: removed.name,
      workspace: { id: removed.ws, name: removed.name },
    });
    const requested = all.collection.find(({ event }) => event === 'workspaceDeletion.requested');
    const { personnelId } = removed.people.Admin;
    expect(requested?.actor).toEqual({ id: personnelId, name: expect.stringContaining('GONEWORLD') });
    expect((await list(reader, { query: requested!.actor!.name })).collection.map(({ id }) => id)).toContain(
      requested!.id,
    );
    expect((await list(reader, { query: 'ไม่มีคำนี้' })).meta.totalItems).toBe(0);
    expect((await list(reader, { module: 'DPIA' })).meta.totalItems).toBe(0);
    expect((await list(reader, { workspaceId: reader.workspaceId })).meta.totalItems).toBe(0);
    expect((await list(reader, { to: '2020-01-01' })).meta.totalItems).toBe(0);
    expect((await list(reader, { pageSize: 1, currentPage: 2 })).collection[0]!.id).toBe(all.collection[1]!.id);
    expect((await list(stranger)).meta.totalItems).toBe(0);
    expect(await refusal(list(await signInAgain(server, stays.people.DPO)))).toMatchObject({ status: 'FORBIDDEN' });
  });

  it('leaves its entries in the security log, as the dialog that deletes it says', async () => {
    const entries = await server.owner
      .selectFrom('securityLogs')
      .select('event')
      .where('sourceId', '=', removed.ws)
      .execute();
    expect(entries.map(({ event }) => event)).toContain('workspaceDeletion.requested');
    for (const [locale, log] of [
      ['th', 'บันทึกความปลอดภัย'],
      ['en', 'security log'],
    ] as const)
      expect(translate(locale, 'workspace:removeThenBody')).toContain(log);
  });

  it('has its log exported with permission to read it', async () => {
    const { id } = await (
      await callerFor(server, reader)
    ).export.start({ ws: reader.workspaceId, kind: 'organization-activity-logs', format: 'csv' });
    expect(await ended(server, reader, id)).toMatchObject({ status: 'done', done: lines + 1 });
  });

  it('protects both by row-level security: no role writes the log, and none claims a deletion of another organisation', async () => {
    const client = new pg.Client(connectionConfig(server.databaseUrl, 'pokpong_app') as pg.ClientConfig);
    await client.connect();
    try {
      const outcome = async (text: string): Promise<string | number> => {
        await client.query('begin');
        try {
          await client.query("select set_config('app.workspace_id', $1, true)", [stays.ws]);
          return (await client.query(text)).rowCount ?? 0;
        } catch (error) {
          return (error as { code: string }).code;
        } finally {
          await client.query('rollback');
        }
      };
      for (const table of ['workspace_deletions', 'organization_activity_logs'])
        expect(await outcome(`select 1 from ${table}`)).toBe(0);
      expect(await outcome('delete from organization_activity_logs')).toBe('42501');
      expect(await outcome("update organization_activity_logs set subject = 'x'")).toBe('42501');
      expect(await outcome('delete from workspace_deletions')).toBe(0);
      expect(await outcome('update workspace_deletions set requested_at = now()')).toBe('42501');
      expect(await outcome('update workspace_deletions set reminded_at = now(), due_at = now()')).toBe(0);
      const foreign = `insert into workspace_deletions (id, organization_id, name, requested_by, requested_by_name, requested_at, due_at)
        values ('${removed.ws}', '${removed.organizationId}', 'x', '${randomUUIDv7()}', 'x', now(), now())`;
      expect(await outcome(foreign)).toBe('42501');
      for (const call of ['start_workspace_deletion', 'finish_workspace_deletion', 'count_workspace_rows'])
        expect(
          await outcome(
            `select ${call}('${stays.ws}'${call === 'count_workspace_rows' ? '' : call.startsWith('finish') ? ', gen_random_uuid(), now()' : ', now()'})`,
          ),
        ).toBe('42501');
    } finally {
      await client.end();
    }
  });
});

describe('a running deletion', () => {
  it('delays no event of another workspace, and reports its progress', async () => {
    server.clock.run();
    const { ws, reader } = await dueWorkspace(server, sized(3000, 100_000));
    const socket = await LiveSocket.open((server.app.server.address() as AddressInfo).port, reader.token);
    await socket.subscribe(reader.workspaceId);
    const lock = gate(server.deps);
    const done = deleteWorkspace(lock.deps, job(ws));
    await lock.reached;
    const call = await callerFor(server, reader);
    await call.workspace.update({ ws: reader.workspaceId, name: 'ชื่อใหม่', package: 'Unlimit', rowVersion: 1 });
    await until(() => socket.events.some(({ event }) => event === 'workspace.updated'));
    await until(() => socket.events.some(({ event }) => event === 'workspaceDeletion.progressed'));
    const [row] = (await call.workspace.deletion.list({ ws: reader.workspaceId })).collection;
    expect(row).toMatchObject({ finishedAt: null, rowsRemoved: 1000 });
    expect(row!.rowsTotal).toBeGreaterThan(3000);
    lock.go();
    await done;
    await until(() => socket.events.some(({ event }) => event === 'workspaceDeletion.finished'));
    socket.socket.terminate();
  });

  it('stops with its node and continues where it was', async () => {
    server.clock.run();
    const { ws, reader } = await dueWorkspace(server, 3000);
    const lock = gate(server.deps);
    const stopping = new AbortController();
    const done = deleteWorkspace(lock.deps, job(ws, stopping.signal));
    await lock.reached;
    stopping.abort(new Error('the node stops'));
    lock.go();
    await expect(done).rejects.toThrow('the node stops');
    const { rowsTotal, finishedAt } = await rowOf(server, ws);
    expect(finishedAt).toBeNull();
    await deleteWorkspace(server.deps, job(ws));
    const row = await rowOf(server, ws);
    expect(row.finishedAt).not.toBeNull();
    expect([row.rowsTotal, row.rowsRemoved]).toEqual([rowsTotal, rowsTotal]);
    const log = await (await callerFor(server, reader)).activityLog.organization({ ws: reader.workspaceId });
    // Its entries, the request, and the completion: none twice, none missing.
    expect(log.meta.totalItems).toBe(3002);
    // A completed deletion has no further effect.
    await deleteWorkspace(server.deps, job(ws));
    expect(await rowOf(server, ws)).toEqual(row);
  });

  it('leaves to the organisation the names of the people between whom work passed', async () => {
    server.clock.run();
    const { ws, reader } = await dueWorkspace(server, 1);
    const { id, name } = await server.owner
      .selectFrom('personnel')
      .select(['id', 'name'])
      .where('workspaceId', '=', ws)
      .executeTakeFirstOrThrow();
    await server.owner
      .updateTable('activityLogs')
      .set({ changes: JSON.stringify(['assigneeId', 'approver'].map((field) => ({ field, old: null, new: id }))) })
      .where('workspaceId', '=', ws)
      .where('event', '=', 'application.updated')
      .execute();
    await deleteWorkspace(server.deps, job(ws));
    const { collection } = await (await callerFor(server, reader)).activityLog.organization({ ws: reader.workspaceId });
    const { changes } = collection.find(({ event }) => event === 'application.updated')!;
    expect(changes.map(({ newText }) => newText)).toEqual([name, name]);
  });

  it('leaves to the organisation by which API key a program acted for somebody', async () => {
    server.clock.run();
    const { ws, reader } = await dueWorkspace(server, 1);
    await server.owner
      .updateTable('activityLogs')
      .set({ program: 'ระบบทะเบียนผู้ป่วย' })
      .where('workspaceId', '=', ws)
      .where('event', '=', 'application.updated')
      .execute();
    await deleteWorkspace(server.deps, job(ws));
    const { collection } = await (await callerFor(server, reader)).activityLog.organization({ ws: reader.workspaceId });
    const actorOf = (of: string) => collection.find(({ event }) => event === of)?.actor?.name;
    expect(actorOf('application.updated')).toMatch(/ระบบทะเบียนผู้ป่วย.*อารี ผู้ดูแล/);
    expect(actorOf('workspaceDeletion.requested')).toBe('อารี ผู้ดูแล');
  });

  it('that is complete is reported to the other workspaces although its node dies at that moment', async () => {
    server.clock.run();
    const { ws, reader } = await dueWorkspace(server, 1);
    const dies: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if ((result.rows[0] as { finished?: boolean } | undefined)?.finished) throw new Error('the node dies');
        return result;
      },
    };
    const node = { ...server.deps, systemDb: server.deps.systemDb.withPlugin(dies) };
    await expect(deleteWorkspace(node, job(ws))).rejects.toThrow('the node dies');
    await deleteWorkspace(server.deps, job(ws));
    const { collection } = await (
      await callerFor(server, reader)
    ).notification.list({ ws: reader.workspaceId, module: 'ORGANIZATION' });
    expect(collection.filter(({ event }) => event === 'workspaceDeletion.finished')).toHaveLength(1);
    const events = server.owner
      .selectFrom('outbox')
      .select('workspaceId')
      .where('event', '=', 'workspaceDeletion.finished')
      .where('entityId', '=', ws);
    expect(await events.execute()).toEqual([{ workspaceId: reader.workspaceId }]);
  });

  it('of a node that is killed continues on another', async () => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'pokpong-deletion-'));
    const quiet = await buildServer({ DATA_DIR: dataDir }, { databaseUrl: database.url });
    const count = sized(15_000, 200_000);
    const { ws, reader } = await dueWorkspace(quiet, count);
    const child = fork(join(import.meta.dirname, '../helpers/exportNodeProcess.ts'), [database.url, dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    await deletionSchedule.run(quiet.deps, new AbortController().signal);
    await until(async () => Number((await rowOf(quiet, ws)).rowsRemoved) > 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await rowOf(quiet, ws)).toMatchObject({ finishedAt: null });
    // As if its heartbeat had been missing for a while.
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where singleton_key = ${ws}`.execute(
      quiet.owner,
    );
    quiet.deps.jobs.start();
    await until(async () => (await rowOf(quiet, ws)).finishedAt !== null);
    const log = await (await callerFor(quiet, reader)).activityLog.organization({ ws: reader.workspaceId });
    expect(log.meta.totalItems).toBe(count + 2);
    await quiet.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
