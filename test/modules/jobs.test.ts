import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, withScope } from '../../db/client.ts';
import { prepareJobs } from '../../db/jobs.ts';
import { startServer } from '../../server/main.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { createJobs, type Job, type Jobs, type ScheduledWork } from '../../server/platform/jobs/engine.ts';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { ended, fillLog } from '../helpers/exports.ts';
import { holdTable } from '../helpers/pausedTable.ts';
import { sized } from '../size.ts';
import { until } from '../helpers/until.ts';

const QUEUE = 'export.run';
const jobsOf = async (server: Pick<TestServer, 'owner'>, key: string) =>
  (
    await sql<{
      state: string;
      retryCount: number;
      output: unknown;
    }>`select state, retry_count, output from pgboss.job where singleton_key = ${key}`.execute(server.owner)
  ).rows;
const rowOf = (server: Pick<TestServer, 'owner'>, id: string) =>
  server.owner.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a job', () => {
  let server: TestServer;
  let nodes: Jobs[];
  let person: Person;
  beforeAll(async () => {
    server = await buildServer();
    person = await buildPerson(server);
    nodes = [];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await server.close();
  });
  const node = (handler: (job: Job) => Promise<void>, options: { graceMs?: number; pollSeconds?: number } = {}) => {
    const jobs = createJobs({ databaseUrl: server.databaseUrl, log: server.deps.log, graceMs: 200, ...options });
    jobs.work(QUEUE, handler);
    nodes.push(jobs);
    return jobs;
  };
  const scope = () => ({ workspaceId: person.workspaceId });

  it('exists exactly if the transaction is committed, which wakes the worker', async () => {
    const done: string[] = [];
    // It polls once an hour: afterwards it works on what it was woken for.
    const worker = node(async ({ data }) => void done.push((data as { id: string }).id), { pollSeconds: 3600 });
    worker.start();
    const [first, stored, lost] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const leave = (id: string) =>
      withScope(server.deps.db, scope(), (trx) => server.deps.jobs.send(trx, QUEUE, { id }, { key: id }));
    await leave(first);
    await until(async () => (await jobsOf(server, first))[0]?.state === 'completed', 'the first look');
    await expect(
      withScope(server.deps.db, scope(), async (trx) => {
        await server.deps.jobs.send(trx, QUEUE, { id: lost }, { key: lost });
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await leave(stored);
    await until(async () => done.length > 1, 'the job');
    expect(done).toEqual([first, stored]);
    expect(await jobsOf(server, lost)).toEqual([]);
    await until(async () => (await jobsOf(server, stored))[0]?.state === 'completed', 'its end');
    await worker.stop();
  });

  it('is run once, however many nodes there are', async () => {
    const done: string[] = [];
    const workers = [1, 2, 3].map(() =>
      node(async ({ data }) => {
        await sleep(5);
        done.push((data as { id: string }).id);
      }),
    );
    for (const worker of workers) worker.start();
    const ids = Array.from({ length: 60 }, () => randomUUIDv7());
    await Promise.all(
      ids.map((id) =>
        withScope(server.deps.db, scope(), (trx) => server.deps.jobs.send(trx, QUEUE, { id }, { key: id })),
      ),
    );
    await until(async () => done.length >= ids.length, 'sixty jobs');
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(done.sort()).toEqual(ids.sort());
  });

  it('running when its node stopped is told to stop, and restarted on another', async () => {
    const id = randomUUIDv7();
    const received: string[] = [];
    const first = node(async ({ signal }) => {
      received.push('started');
      await once(signal, 'abort');
      received.push('aborted');
      throw signal.reason as Error;
    });
    first.start();
    await withScope(server.deps.db, scope(), (trx) => server.deps.jobs.send(trx, QUEUE, { id }, { key: id }));
    await until(async () => received.includes('started'), 'the start');
    await first.stop();
    expect(received).toEqual(['started', 'aborted']);
    const second = node(async () => void received.push('done'));
    second.start();
    await until(async () => received.includes('done'), 'the second start');
    await until(async () => (await jobsOf(server, id))[0]?.state === 'completed', 'its end');
    expect(await jobsOf(server, id)).toMatchObject([{ state: 'completed', retryCount: 1 }]);
    await second.stop();
  });

  it('that is short completes before its node stops', async () => {
    const id = randomUUIDv7();
    let state = '';
    const worker = node(
      async () => {
        state = 'begun';
        await sleep(700);
        state = 'done';
      },
      { graceMs: 5000 },
    );
    worker.start();
    await withScope(server.deps.db, scope(), (trx) => server.deps.jobs.send(trx, QUEUE, { id }, { key: id }));
    await until(async () => state === 'begun', 'the start');
    await worker.stop();
    expect(state).toBe('done');
    expect(await jobsOf(server, id)).toMatchObject([{ state: 'completed' }]);
  });

  it('can be created by the request role, but neither read, claimed, changed nor removed by it, and nobody can change the tables', async () => {
    const app = server.deps.db;
    for (const statement of [
      'select data from pgboss.job_common',
      'select * from pgboss.job',
      'delete from pgboss.job_common',
      "update pgboss.job_common set state = 'cancelled'",
      'select * from pgboss.schedule',
      "insert into pgboss.queue (name) values ('x')",
    ]) {
      await expect(sql.raw(statement).execute(app), statement).rejects.toThrow(/permission denied/);
    }
    for (const statement of [
      'create table pgboss.mine ()',
      'drop table pgboss.job_common',
      'alter table pgboss.job add column x int',
      'select pgboss.create_queue(\'x\', \'{"policy":"standard"}\')',
    ]) {
      await expect(sql.raw(statement).execute(server.deps.systemDb), statement).rejects.toThrow(
        /permission denied|must be owner|violates row-level security/,
      );
    }
    const auth = server.deps.authDb;
    await expect(sql.raw('select id from pgboss.job_common').execute(auth)).rejects.toThrow(/permission denied/);
  });
});

describe('scheduled work', () => {
  let database: TestDatabase;
  let server: TestServer;
  const nodes: Jobs[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    server = await buildServer({}, { databaseUrl: database.url });
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    await server.close();
    await database.drop();
  });
  const node = (...works: ScheduledWork[]) => {
    const jobs = createJobs({ databaseUrl: database.url, log: server.deps.log, graceMs: 200 });
    jobs.schedule(works);
    nodes.push(jobs);
    return jobs;
  };
  const names = async () =>
    (await sql<{ key: string }>`select key from pgboss.schedule order by key`.execute(server.owner)).rows.map(
      ({ key }) => key,
    );

  it('is run by one node of several, and not again while it is running', async () => {
    let under = 0;
    let runs = 0;
    const release = Promise.withResolvers<void>();
    const work: ScheduledWork = {
      name: 'rows.count',
      cron: '* * * * *',
      async run() {
        runs += 1;
        under += 1;
        expect(under).toBe(1);
        await release.promise;
        under -= 1;
      },
    };
    for (const each of [node(work), node(work), node(work)]) each.start();
    await until(async () => runs > 0, 'the first run');
    const again = () =>
      withScope(server.deps.db, {}, (trx) =>
        server.deps.jobs.send(trx, 'schedule.run', { name: work.name }, { key: work.name }),
      );
    await expect(again()).rejects.toThrow('no job was left');
    release.resolve();
    await until(async () => (await again().catch(() => null)) === undefined, 'its end');
    await until(async () => runs > 1, 'the next run');
  });

  it('due while no node was running is run once when one is', async () => {
    const other = (new Date().getUTCMinutes() + 30) % 60;
    let runs = 0;
    const work: ScheduledWork = { name: 'rows.count', cron: `${other} * * * *`, run: async () => (runs += 1) };
    const first = node(work);
    first.start();
    await until(async () => (await names()).length === 1, 'its schedule');
    await first.stop();
    expect(runs).toBe(0);
    await sql`update pgboss.schedule set created_on = now() - interval '1 day', updated_on = now() - interval '1 day'`.execute(
      server.owner,
    );
    await sql`update pgboss.version set cron_on = now() - interval '3 hours'`.execute(server.owner);
    node(work).start();
    await until(async () => runs > 0, 'the run');
    expect(runs).toBe(1);
  });

  it('of an earlier release is deleted, and a failure is left to the next time', async () => {
    const old = node({ name: 'old.work', cron: '0 0 1 1 *', run: async () => {} });
    old.start();
    await until(async () => (await names()).includes('old.work'), 'the old schedule');
    await old.stop();
    await sql`update pgboss.version set cron_on = now() - interval '1 hour'`.execute(server.owner);
    let failed = false;
    node(
      {
        name: 'new.work',
        cron: '* * * * *',
        async run() {
          failed = true;
          throw new Error('away');
        },
      },
      { name: 'other.work', cron: '0 0 1 1 *', run: async () => {} },
    ).start();
    await until(async () => failed, 'the run');
    expect(await names()).toEqual(['new.work', 'other.work']);
    const state = () => jobsOf(server, 'new.work').then(([job]) => job?.state);
    await until(async () => (await state()) === 'failed', 'its end');
  });

  it('of the product is complete once a node has started', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pokpong-schedules-'));
    const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir });
    const running = await startServer(config, { databaseUrl: database.url });
    try {
      await until(async () => (await names()).length > 5, 'the schedules');
      await until(async () => (await jobsOf(server, 'mails.send')).some(({ state }) => state === 'completed'), 'a run');
    } finally {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe('exports and their jobs', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'pokpong-jobs-'));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('a node killed half way leaves its export to another, which repeats it: one file, two attempts', async () => {
    const quiet = await buildServer({ DATA_DIR: dataDir }, { databaseUrl: database.url });
    onTestFinished(() => quiet.close());
    const asker = await buildPerson(quiet);
    const entries = sized(8_000, 60_000);
    await fillLog(quiet, asker, entries);
    const { id } = await (
      await callerFor(quiet, asker)
    ).export.start({ ws: asker.workspaceId, kind: 'activity-logs', format: 'xlsx' });
    // Between two pages, so that the node is killed during the export however fast it is.
    const lock = await holdTable(quiet.databaseUrl, 'activity_logs');
    const child = fork(join(import.meta.dirname, '../helpers/exportNodeProcess.ts'), [database.url, dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    await lock.letUntil(async () => (await rowOf(quiet, id)).done > 0 || undefined);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await lock.release();
    expect(await rowOf(quiet, id)).toMatchObject({ status: 'running', attempts: 1 });
    // As if its heartbeat had been missing for a while.
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where singleton_key = ${id}`.execute(
      quiet.owner,
    );
    quiet.deps.jobs.start();
    const item = await ended(quiet, asker, id);
    expect(item).toMatchObject({ status: 'done', attempts: 2, done: entries + 1 });
    expect(
      await quiet.owner.selectFrom('files').select('id').where('workspaceId', '=', asker.workspaceId).execute(),
    ).toEqual([{ id: item.file!.id }]);
    expect(
      (
        await quiet.owner
          .selectFrom('outbox')
          .select('event')
          .where('entityId', '=', id)
          .where('event', '=', 'export.finished')
          .execute()
      ).length,
    ).toBe(1);
    expect(await jobsOf(quiet, id)).toMatchObject([{ retryCount: 1 }]);
  });

  it('one that crashes nodes again and again is given up, and reported', async () => {
    const server = await buildServer();
    const asker = await buildPerson(server);
    const { id } = await (
      await callerFor(server, asker)
    ).export.start({ ws: asker.workspaceId, kind: 'activity-logs' });
    await server.owner
      .updateTable('exports')
      .set({ status: 'running', attempts: 3, startedAt: new Date() })
      .where('id', '=', id)
      .execute();
    server.deps.jobs.start();
    expect(await ended(server, asker, id)).toMatchObject({ status: 'failed', errorCode: 'interrupted', attempts: 4 });
    await server.close();
  });

  it('an unavailable file store is retried, then reported as a failure', async () => {
    const server = await buildServer();
    const asker = await buildPerson(server);
    const { id } = await (
      await callerFor(server, asker)
    ).export.start({ ws: asker.workspaceId, kind: 'activity-logs' });
    // The folder of this workspace's files is a file: nothing can be stored there.
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(join(server.deps.config.dataDir, 'files'), { recursive: true });
    writeFileSync(join(server.deps.config.dataDir, 'files', asker.workspaceId), 'in the way');
    server.deps.jobs.start();
    expect(await ended(server, asker, id)).toMatchObject({
      status: 'failed',
      errorCode: 'unavailable',
      attempts: 3,
      file: null,
    });
    rmSync(join(server.deps.config.dataDir, 'files', asker.workspaceId));
    await (await callerFor(server, asker)).export.retry({ ws: asker.workspaceId, id });
    expect(await ended(server, asker, id)).toMatchObject({ status: 'done', attempts: 1 });
    await server.close();
  });

  it('one that waits without a job, as after a restore or a new version of the job tables, receives one', async () => {
    const server = await buildServer();
    const asker = await buildPerson(server);
    const { id } = await (
      await callerFor(server, asker)
    ).export.start({ ws: asker.workspaceId, kind: 'activity-logs' });
    expect(await findLostJobs(server.deps)).toBe(0);
    await server.deps.jobs.stop();
    await sql`update pgboss.version set version = version - 1`.execute(server.owner);
    await prepareJobs(server.databaseUrl, server.deps.modules.jobs.keys());
    expect(await jobsOf(server, id)).toEqual([]);
    await server.owner
      .updateTable('exports')
      .set({ createdAt: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute();

    const next = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    expect(await findLostJobs(next.deps)).toBe(1);
    expect(await findLostJobs(next.deps)).toBe(0);
    next.deps.jobs.start();
    expect(await ended(next, asker, id)).toMatchObject({ status: 'done' });
    await next.close();
    await server.close();
  });

  it('a node that starts while the database is unavailable begins when it is back', async () => {
    const address = new URL(database.url);
    address.pathname += `_${randomBytes(4).toString('hex')}`;
    const server = await buildServer();
    onTestFinished(() => server.close());
    const jobs = createJobs({ databaseUrl: address.href, log: server.deps.log });
    onTestFinished(async () => {
      await jobs.stop();
      await sql.raw(`drop database if exists ${address.pathname.slice(1)} with (force)`).execute(server.owner);
    });
    const done: unknown[] = [];
    jobs.work(QUEUE, async ({ data }) => void done.push(data));
    jobs.start();
    await sleep(300);
    await sql.raw(`create database ${address.pathname.slice(1)} template pokpong_template`).execute(server.owner);
    const db = openDatabase(address.href, 'pokpong_app', 1);
    const key = randomUUIDv7();
    await withScope(db, {}, (trx) => jobs.send(trx, QUEUE, { key }, { key }));
    await db.destroy();
    await until(async () => done.length === 1, 'the job');
  });
});
