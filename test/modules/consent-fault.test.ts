import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrator.ts';
import { createTestDatabase } from '../database.ts';
import { buildPerson, buildServer, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';
import { folder, killAll, killed, MASTER_KEY, type Node, removeFolders, startNode } from '../helpers/killedNode.ts';
import { sized } from '../size.ts';
import { PATIENCE_MS, until } from '../helpers/until.ts';

const KILLS = sized(1, 20);
const WRITERS = 24;

afterEach(killAll);
afterAll(removeFolders);

/**
 * Submits continuously, and records what was acknowledged. Half of the writers send an Idempotency-Key and repeat
 * failed submissions until they are acknowledged; the others continue.
 */
function submitters(port: number, form: BuiltForm) {
  const ledger = {
    byKey: new Map<string, string>(),
    without: new Set<string>(),
    statuses: new Map<number, number>(),
    retryAfter: new Set<string | null>(),
    lastGood: 0,
  };
  let stopped = false;
  let number = 0;
  const send = async (body: object, key?: string): Promise<string | null> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${form.workspaceId}/user-consents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const received = (await answer.json()) as { id: string };
      ledger.statuses.set(answer.status, (ledger.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503) ledger.retryAfter.add(answer.headers.get('retry-after'));
      if (!answer.ok) return null;
      ledger.lastGood = Date.now();
      return received.id;
    } catch {
      // Interrupted before the response: nobody has confirmed that it was written.
      return null;
    }
  };
  const writer = async (keyed: boolean) => {
    while (!stopped) {
      const body = {
        uid: `person-${(number += 1) % 500}`,
        consentUUID: form.id,
        consentVersion: 1,
        action: number % 3 === 0 ? 'NONE' : 'ALL',
        source: 'www.example.co.th',
      };
      const key = keyed ? randomUUID() : undefined;
      let id = await send(body, key);
      // Started submissions are completed, also once the writers are told to stop.
      while (keyed && id === null) {
        await sleep(30);
        id = await send(body, key);
      }
      if (id === null) await sleep(30);
      else if (key) ledger.byKey.set(key, id);
      else ledger.without.add(id);
    }
  };
  const done = Promise.all([...Array(WRITERS).keys()].map((index) => writer(index % 2 === 0)));
  return {
    ledger,
    count: () => ledger.byKey.size + ledger.without.size,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

async function expectLedger(
  server: TestServer,
  form: BuiltForm,
  ledger: ReturnType<typeof submitters>['ledger'],
): Promise<void> {
  const rows = await server.owner.selectFrom('userConsents').select('id').where('consentId', '=', form.id).execute();
  const stored = new Set(rows.map(({ id }) => id));
  const lost = [...ledger.byKey.values(), ...ledger.without].filter((id) => !stored.has(id));
  expect(lost).toEqual([]);
  // With a key: one submission per key, however often it was sent.
  const keys = await server.owner
    .selectFrom('consentSubmissionKeys')
    .select('userConsentId')
    .where('consentId', '=', form.id)
    .execute();
  expect(keys.length).toBe(ledger.byKey.size);
  expect(new Set(keys.map(({ userConsentId }) => userConsentId))).toEqual(new Set(ledger.byKey.values()));
  // Without one, interrupted submissions may have been written; nothing else may.
  const counters = await server.owner
    .selectFrom('consentCounters')
    .select(['submissions', 'subjects'])
    .where('consentId', '=', form.id)
    .executeTakeFirstOrThrow();
  const { subjects } = await server.owner
    .selectFrom('consentSubjects')
    .select((eb) => eb.fn.countAll<number>().as('subjects'))
    .where('consentId', '=', form.id)
    .executeTakeFirstOrThrow();
  expect([counters.submissions, counters.subjects]).toEqual([stored.size, Number(subjects)]);
}

describe('a server killed while it accepts submissions', () => {
  it(
    'has lost none that it acknowledged, and duplicated none that came with a key',
    async () => {
      const database = await createTestDatabase();
      const server = await buildServer({ MASTER_KEY }, { databaseUrl: database.url });
      try {
        const form = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }));
        const port = await getPort({ host: '127.0.0.1' });
        const dataDir = folder();
        let node = await startNode(database.url, port, dataDir);
        const writers = submitters(port, form);
        for (let kill = 0; kill < KILLS; kill += 1) {
          const before = writers.count();
          await until(() => writers.count() >= before + 150 + 37 * kill, 'submissions');
          await killed(node.child);
          node = await startNode(database.url, port, dataDir);
        }
        const before = writers.count();
        await until(() => writers.count() > before + 100, 'submissions after the last restart');
        await writers.stop();
        await expectLedger(server, form, writers.ledger);
      } finally {
        await killAll();
        await server.close();
        await database.drop();
      }
    },
    60_000 + KILLS * 30_000,
  );
});

describe('a server whose Postgres', () => {
  async function over(
    work: (parts: {
      postgres: Embedded;
      restart: () => Promise<void>;
      server: TestServer;
      form: BuiltForm;
      port: number;
      node: Node;
    }) => Promise<void>,
  ): Promise<void> {
    // It waits for the disk, as in production.
    const options = { dataDir: folder(), port: await getPort({ host: '127.0.0.1' }) };
    let postgres = await startEmbedded(options);
    let server: TestServer | undefined;
    try {
      await migrate(postgres.url);
      server = await buildServer({ MASTER_KEY }, { databaseUrl: postgres.url });
      const form = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }));
      const port = await getPort({ host: '127.0.0.1' });
      const node = await startNode(postgres.url, port, folder());
      await work({
        postgres,
        restart: async () => void (postgres = await startEmbedded(options)),
        server,
        form,
        port,
        node,
      });
    } finally {
      await killAll();
      await server?.close();
      await postgres.stop();
    }
  }

  it(
    'is killed again and again has lost none that it acknowledged, and duplicated none that came with a key',
    async () => {
      await over(async ({ postgres, server, form, port, node }) => {
        const writers = submitters(port, form);
        // The supervisor gives up on a Postgres that dies more than five times a minute.
        for (let kill = 0; kill < KILLS; kill += 1) {
          const before = writers.count();
          await until(() => writers.count() >= before + 150, 'submissions');
          const pid = (await postgres.pid())!;
          process.kill(pid, 'SIGKILL');
          await until(async () => ![undefined, pid].includes(await postgres.pid()), 'another Postgres');
          if (KILLS > 4) await sleep(13_000);
        }
        const before = writers.count();
        await until(() => writers.count() > before + 100, 'submissions after the last restart');
        await writers.stop();
        expect(node.child.exitCode, node.output()).toBeNull();
        await until(
          () =>
            expectLedger(server, form, writers.ledger).then(
              () => true,
              (error: Error & { code?: string }) => (error.name === 'AssertionError' ? Promise.reject(error) : false),
            ),
          'the database',
        );
        expect([...writers.ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      });
    },
    120_000 + KILLS * 40_000,
  );

  it('is unavailable returns 503 and Retry-After, keeps running, and accepts submissions again afterwards', async () => {
    await over(async ({ postgres, restart, server, form, port, node }) => {
      const writers = submitters(port, form);
      await until(() => writers.count() >= 100, 'submissions');
      await postgres.stop();
      await until(() => (writers.ledger.statuses.get(503) ?? 0) >= 50, 'the word that it is away');
      expect(node.child.exitCode, node.output()).toBeNull();
      expect(writers.ledger.retryAfter).toEqual(new Set(['1']));
      const before = writers.count();
      await restart();
      await until(() => writers.count() > before, 'submissions after the return');
      await until(() => writers.count() > before + 100, 'many more');
      await writers.stop();
      expect(node.child.exitCode, node.output()).toBeNull();
      expect([...writers.ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      await expectLedger(server, form, writers.ledger);
    });
  });
});
