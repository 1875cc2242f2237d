import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../../db/embedded.ts';
import { modules } from '../../server/modules/index.ts';
import { prepareDatabase } from '../../server/platform/modules/prepareDatabase.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildPerson, buildServer, type Person, type TestServer } from '../factories.ts';
import { folder, killAll, MASTER_KEY, type Node, removeFolders, startNode } from '../helpers/killedNode.ts';
import { PATIENCE_MS, until } from '../helpers/until.ts';

afterEach(killAll);
afterAll(removeFolders);

/** A complete server in a separate process, ready to respond, which logs what it warns of. */
const start = (databaseUrl: string, port: number, dataDir: string): Promise<Node> =>
  startNode(databaseUrl, port, dataDir, { LOG_LEVEL: 'warn' });

const nameOf = (count: number) => `ผู้ควบคุม ${count}`;

/** Writes data controllers as fast as responses arrive, until told to stop; records every response. */
function writer(address: string, person: Person, ids: { next: number }) {
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  const retryAfter: (string | null)[] = [];
  let stopped = false;
  const done = (async () => {
    while (!stopped) {
      const name = nameOf(ids.next++);
      try {
        const answer = await fetch(`${address}/api/v1/${person.workspaceId}/data-controllers`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
          body: JSON.stringify({
            name: { th: name },
            contactPerson: 'สมชาย',
            address: 'กรุงเทพฯ',
            phone: '021234567',
            email: 'dpo@controller.example',
          }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 503) retryAfter.push(answer.headers.get('retry-after'));
        await answer.text();
        if (answer.status === 201) acknowledged.add(name);
        else await sleep(20);
      } catch {
        // The connection broke: nobody has confirmed that this one was written.
        await sleep(20);
      }
    }
  })();
  return {
    acknowledged,
    statuses,
    retryAfter,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

/** Names of all data controllers, read from the server page by page. */
async function listed(address: string, person: Person): Promise<Set<string>> {
  const names = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await fetch(
      `${address}/api/v1/${person.workspaceId}/data-controllers?pageSize=100&currentPage=${page}&sortBy=createdAt&sortDirection=ASC`,
      { headers: { authorization: `Bearer ${person.token}` } },
    );
    const body = (await answer.json()) as { collection: { name: { th: string } }[]; meta: { totalPage: number } };
    for (const { name } of body.collection) names.add(name.th);
    pages = body.meta.totalPage;
  }
  return names;
}

const missing = (wanted: Iterable<string>, found: Set<string>) => [...wanted].filter((name) => !found.has(name));

describe('a server killed while it writes', () => {
  let database: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await buildServer({ MASTER_KEY }, { databaseUrl: database.url });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it('has lost nothing that it acknowledged when it is restarted', async () => {
    const person = await buildPerson(server);
    const port = await getPort({ host: '127.0.0.1' });
    const dataDir = folder();
    const first = await start(database.url, port, dataDir);
    const ids = { next: 0 };
    const writers = [1, 2, 3, 4].map(() => writer(first.address, person, ids));
    const count = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    await until(() => count() >= 50, '50 acknowledged writes');
    // In the middle of it: the writers have not stopped.
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const second = await start(database.url, port, dataDir);
    const before = count();
    await until(() => count() > before, 'writes after the restart');
    await Promise.all(writers.map(({ stop }) => stop()));

    const acknowledged = writers.flatMap((one) => [...one.acknowledged]);
    const found = await listed(second.address, person);
    expect(missing(acknowledged, found)).toEqual([]);
    // Each with its entry in the activity log, and no entry for what was not written.
    const logged = new Set(
      (
        await server.owner
          .selectFrom('activityLogs')
          .select('subject')
          .where('workspaceId', '=', person.workspaceId)
          .where('event', '=', 'dataController.created')
          .execute()
      ).map(({ subject }) => subject),
    );
    expect(missing(found, logged)).toEqual([]);
    expect(missing(logged, found)).toEqual([]);
  });
});

describe('a server whose Postgres becomes unavailable', () => {
  it('keeps running, responds with 503, and recovers automatically', async () => {
    const dataDir = folder();
    const options = { dataDir, port: await getPort({ host: '127.0.0.1' }), fast: true };
    let postgres: Embedded = await startEmbedded(options);
    try {
      await prepareDatabase(postgres.url, collectModules(modules));
      const server = await buildServer({ MASTER_KEY }, { databaseUrl: postgres.url });
      const person = await buildPerson(server);
      await server.close();
      const { child, address, output } = await start(postgres.url, await getPort({ host: '127.0.0.1' }), folder());
      const ids = { next: 0 };
      const writers = [1, 2, 3, 4].map(() => writer(address, person, ids));
      const count = (status: number) => writers.reduce((sum, { statuses }) => sum + (statuses.get(status) ?? 0), 0);
      await until(() => count(201) >= 20, 'writes');

      await postgres.stop();
      await until(() => count(503) >= 8, 'the word that it is away');
      expect(child.exitCode, output()).toBeNull();
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      const ready = await fetch(`${address}/readyz`);
      expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);

      postgres = await startEmbedded(options);
      const before = count(201);
      await until(() => count(201) > before + 20, 'writes after the return');
      await until(async () => (await fetch(`${address}/readyz`)).status === 200, 'readiness');
      await Promise.all(writers.map(({ stop }) => stop()));

      expect(child.exitCode, output()).toBeNull();
      // One warning per outage, and not a stack for each request.
      const lines = output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { msg: string; err?: unknown });
      expect(lines.filter(({ msg }) => /does not answer; it is tried again/.test(msg))).toHaveLength(1);
      expect(lines.filter(({ err }) => err !== undefined)).toEqual([]);
      // An outage is reported as one, never as a fault of the request or of ours.
      const statuses = new Set(writers.flatMap((one) => [...one.statuses.keys()]));
      expect([...statuses].sort(), output().slice(-2000)).toEqual([201, 503]);
      expect(new Set(writers.flatMap(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
      expect(
        missing(
          writers.flatMap(({ acknowledged }) => [...acknowledged]),
          await listed(address, person),
        ),
      ).toEqual([]);
    } finally {
      await postgres.stop();
    }
  });
});
