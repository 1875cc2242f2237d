import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { prepareJobs } from '../../db/jobs.ts';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { headingOf } from '../../shared/ropa/sheet.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  type Person,
  type TestServer,
} from '../factories.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { sized } from '../size.ts';
import { api, startedImport, checked, workbook } from '../helpers/recordFiles.ts';
import { until } from '../helpers/until.ts';

const HEADER = [
  'applicationName',
  'description',
  'titleTh',
  'lawfulBases',
  'flowGroup',
  'channel',
  'attributes',
  'internalApplications',
] as const;
/** The number of applications in progress when the node is killed. */
const MANY = sized(30, 100);
const nameOf = (place: number) => `ระบบ ${String(place).padStart(3, '0')}`;
/** Applications of two lines each; every tenth sends data to the one five positions after it. */
const register = (applications: number): Promise<Buffer> =>
  workbook([
    HEADER.map((key) => headingOf(key, 'th')),
    ...Array.from({ length: applications }, (_, place) =>
      ['กลุ่มใหม่', 'อีกกลุ่ม'].map((group) => [
        nameOf(place),
        'คำอธิบาย',
        `วัตถุประสงค์ ${place}`,
        'สัญญา',
        group,
        'ช่องทางใหม่',
        'หมวดใหม่: ชื่อ; นามสกุล',
        place % 10 === 0 ? nameOf(place + 5) : '',
      ]),
    ).flat(),
  ]);

describe('an import and its job', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(path.join(tmpdir(), 'pokpong-import-job-'));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  async function place(server: TestServer): Promise<Person> {
    const { id } = await buildWorkspace(server);
    await buildDataController(server, id);
    return buildPerson(server, { workspaceId: id, role: 'DPO' });
  }
  const count = async (server: TestServer, table: 'applications' | 'purposes' | 'dataFlows', ws: string) =>
    Number(
      (
        await server.owner
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<string>().as('count'))
          .where('workspaceId', '=', ws)
          .executeTakeFirstOrThrow()
      ).count,
    );
  const rowOf = (server: TestServer, id: string) =>
    server.owner.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  for (const [when, reached] of [
    ['while applications are recorded ahead for others', 2],
    ['in the middle of the applications', Math.floor(MANY * 0.4)],
  ] as const) {
    it(`whose node is killed ${when} is finished by another: nothing duplicated, nothing missing`, async () => {
      const quiet = await buildServer({ DATA_DIR: dataDir }, { databaseUrl: database.url });
      onTestFinished(() => quiet.close());
      const person = await place(quiet);
      const ws = person.workspaceId;
      const ready = await checked(quiet, person, await register(MANY), 'register.xlsx', { addMissing: true });
      expect(ready.problems).toEqual([]);
      await (await api(quiet, person)).commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
      // Its jobs of reading and checking were run without the queue.
      await sql`delete from pgboss.job where singleton_key = ${ready.id} and id not in (select id from pgboss.job where singleton_key = ${ready.id} order by created_on desc limit 1)`.execute(
        quiet.owner,
      );

      const child = fork(path.join(import.meta.dirname, '../helpers/exportNodeProcess.ts'), [database.url, dataDir], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      await once(child, 'message');
      while ((await count(quiet, 'applications', ws)) < reached) await sleep(1);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const half = await rowOf(quiet, ready.id);
      const written = await count(quiet, 'applications', ws);
      expect(half).toMatchObject({ status: 'running', attempts: 1, total: MANY });
      expect(written).toBeLessThan(MANY);

      // As if its heartbeat had been missing for a while.
      await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where singleton_key = ${ready.id}`.execute(
        quiet.owner,
      );
      quiet.deps.jobs.start();
      await until(async () => (await rowOf(quiet, ready.id)).status !== 'running', 'the end');
      const done = await (await api(quiet, person)).get({ ws, id: ready.id });
      expect(done).toMatchObject({
        status: 'done',
        summary: {
          rows: MANY * 2,
          accepted: MANY * 2,
          rejected: 0,
          missingCount: 6,
          applications: { created: MANY, changed: 0, unchanged: 0 },
          purposes: { created: MANY, changed: 0, unchanged: 0 },
          lines: { created: MANY * 2, changed: 0, unchanged: 0, removed: 0 },
        },
      });
      expect(new Set(done.summary.outcomes.map(({ name, outcome }) => `${name} ${outcome}`)).size).toBe(MANY);
      expect([
        await count(quiet, 'applications', ws),
        await count(quiet, 'purposes', ws),
        await count(quiet, 'dataFlows', ws),
      ]).toEqual([MANY, MANY, MANY * 2]);
      const logged = await quiet.owner
        .selectFrom('activityLogs')
        .select('entityId')
        .where('workspaceId', '=', ws)
        .where('event', '=', 'application.created')
        .execute();
      expect([logged.length, new Set(logged.map(({ entityId }) => entityId)).size]).toEqual([MANY, MANY]);
      expect(
        await quiet.owner
          .selectFrom('outbox')
          .select('event')
          .where('entityId', '=', ready.id)
          .where('event', '=', 'import.finished')
          .execute(),
      ).toHaveLength(1);
      // Importing the same file again reports what is recorded.
      const again = await startedAndChecked(quiet, person);
      expect(again.summary).toMatchObject({
        applications: { created: 0, changed: 0, unchanged: MANY },
        lines: { created: 0, changed: 0, unchanged: MANY * 2, removed: 0 },
      });
    });
  }
  /** Checked by the jobs of the server itself. */
  async function startedAndChecked(server: TestServer, person: Person) {
    const { id } = await startedImport(server, person, await register(MANY), 'again.xlsx');
    const own = await api(server, person);
    const ws = person.workspaceId;
    const at = (status: string) =>
      until(async () => ((await rowOf(server, id)).status === status ? own.get({ ws, id }) : null), status);
    await own.check({ ws, id, rowVersion: (await at('ready')).rowVersion });
    return at('checked');
  }

  it('that waits for its next step without a job receives one', async () => {
    const server = await buildServer();
    const person = await place(server);
    const { id } = await startedImport(server, person, await register(10), 'a.xlsx');
    const own = await api(server, person);
    const ws = person.workspaceId;
    await own.check({ ws, id, rowVersion: (await own.get({ ws, id })).rowVersion });
    const waitsSince = (ms: number) =>
      server.owner
        .updateTable('imports')
        .set({ updatedAt: new Date(Date.now() - ms) })
        .where('id', '=', id)
        .execute();
    await waitsSince(60_000);
    expect(await findLostJobs(server.deps)).toBe(0);
    await server.deps.jobs.stop();
    await sql`update pgboss.version set version = version - 1`.execute(server.owner);
    await prepareJobs(server.databaseUrl, server.deps.modules.jobs.keys());

    const next = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    // A recent one may have a job that is not committed everywhere.
    await waitsSince(1000);
    expect(await findLostJobs(next.deps)).toBe(0);
    await waitsSince(60_000);
    expect(await findLostJobs(next.deps)).toBe(1);
    expect(await findLostJobs(next.deps)).toBe(0);
    next.deps.jobs.start();
    await until(async () => (await rowOf(next, id)).status === 'checked', 'the check');
    await waitsSince(60_000);
    expect(await findLostJobs(next.deps)).toBe(0);
    await next.close();
    await server.close();
  });

  it('that crashes its nodes again and again is given up, and reported; a superseded one writes nothing more', async () => {
    const server = await buildServer();
    const person = await place(server);
    const ready = await checked(server, person, await register(10), 'a.xlsx', { addMissing: true });
    const ws = person.workspaceId;
    const own = await api(server, person);
    await own.commit({ ws, id: ready.id, rowVersion: ready.rowVersion });
    const { step } = await import('../helpers/recordFiles.ts');
    const first = step(server, ready, ws);
    await until(async () => (await count(server, 'applications', ws)) >= 2, 'the first applications');
    await Promise.all([first, step(server, ready, ws)]);
    expect(await own.get({ ws, id: ready.id })).toMatchObject({
      status: 'done',
      summary: { applications: { created: 10, changed: 0 }, lines: { created: 20 } },
    });
    expect([
      await count(server, 'applications', ws),
      await count(server, 'purposes', ws),
      await count(server, 'dataFlows', ws),
    ]).toEqual([10, 10, 20]);

    const other = await checked(server, person, await register(10), 'b.xlsx');
    await own.commit({ ws, id: other.id, rowVersion: other.rowVersion });
    await server.owner.updateTable('imports').set({ attempts: 5 }).where('id', '=', other.id).execute();
    await step(server, other, ws);
    expect(await own.get({ ws, id: other.id })).toMatchObject({
      status: 'failed',
      errorCode: 'interrupted',
      written: 0,
    });
    await server.close();
  });
});
