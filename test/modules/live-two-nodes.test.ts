import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrator.ts';
import { announceRevocation, EVENTS_CHANNEL } from '../../server/platform/live/revoke.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { emitOn, type LiveNode, makeReader, makeWorkspace, startLiveNode } from '../helpers/liveNode.ts';
import type { NodeReport } from '../helpers/liveNodeProcess.ts';
import { FaithfulReader, LiveSocket } from '../helpers/liveSocket.ts';
import { sized } from '../size.ts';
import { until } from '../helpers/until.ts';

const EVENTS = sized(500, 10_000);

let database: TestDatabase;
let owner: Db;
let first: LiveNode;
let second: LiveNode;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase(database.url, 'owner', 4);
  [first, second] = await Promise.all([startLiveNode(database.url), startLiveNode(database.url)]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([first?.stop(), second?.stop()]);
  await owner?.destroy();
  await database?.drop();
});

/** Ids of a workspace's records in the order of their commits: the expected order. */
async function committed(db: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{
    entityId: string;
  }>`select entity_id from outbox where workspace_id = ${workspaceId} order by outbox.xid, outbox.seq`.execute(db);
  return rows.map(({ entityId }) => entityId);
}

test('what is committed on one node is pushed by both, and no node wakes another without need', async () => {
  const ws = await makeWorkspace(owner);
  const reader = await makeReader(owner, ws);
  const here = await LiveSocket.open(first.port, reader.token);
  const there = await LiveSocket.open(second.port, reader.token);
  await Promise.all([here.subscribe(ws), there.subscribe(ws)]);
  const listener = await LiveSocket.open(second.port, reader.token);
  const ear = new pg.Client({ connectionString: database.url });
  await ear.connect();
  let announced = 0;
  ear.on('notification', () => void (announced += 1));
  await ear.query(`listen ${EVENTS_CHANNEL}`);
  const ids: string[] = [];
  for (let index = 0; index < 50; index += 1) ids.push(await emitOn(index % 2 ? first : second, ws));
  await until(() => here.records.length === 50 && there.records.length === 50);
  expect(here.records).toEqual(ids);
  expect(there.records).toEqual(ids);
  await sleep(1500);
  // Each write is announced at most once: by the node that wrote it, never by one that was notified of it.
  expect(announced).toBeGreaterThan(0);
  expect(announced).toBeLessThanOrEqual(50);
  await ear.end();
  for (const socket of [here, there, listener]) await socket.close();
});

test('a suspension, and the end of a session, close the sockets of a person immediately on every node', async () => {
  const ws = await makeWorkspace(owner);
  for (const end of ['suspended', 'signed out'] as const) {
    const reader = await makeReader(owner, ws);
    const witness = await makeReader(owner, ws);
    const own = await Promise.all([first, second].map((node) => LiveSocket.open(node.port, reader.token)));
    const others = await Promise.all([first, second].map((node) => LiveSocket.open(node.port, witness.token)));
    await Promise.all([...own, ...others].map((socket) => socket.subscribe(ws)));
    await owner.transaction().execute(async (trx) => {
      if (end === 'suspended')
        await trx.updateTable('personnel').set({ status: 'suspended' }).where('id', '=', reader.personnelId).execute();
      else await trx.deleteFrom('sessions').where('handle', '=', reader.token).execute();
      await announceRevocation(trx, { userId: reader.userId });
    });
    await until(() => own.every(({ closed }) => closed !== null));
    expect(own.map(({ closed }) => closed!.code)).toEqual(end === 'suspended' ? [4403, 4403] : [4401, 4401]);
    expect(others.map(({ closed }) => closed)).toEqual([null, null]);
    for (const socket of others) await socket.close();
    if (end === 'signed out')
      await expect(LiveSocket.open(second.port, reader.token)).rejects.toThrow('refused with 401');
  }
});

test(`a node killed during ${EVENTS.toLocaleString('en')} events causes no gap, no repetition and no other order for its readers`, async () => {
  const ws = await makeWorkspace(owner);
  const child = fork(new URL('../helpers/liveNodeProcess.ts', import.meta.url), [database.url], {
    execArgv: [],
    execPath: process.execPath,
  });
  children.push(child);
  const [{ port }] = (await once(child, 'message')) as [Extract<NodeReport, { port: number }>];
  const acknowledged: string[] = [];
  child.on('message', (report: NodeReport) => {
    if ('committed' in report) acknowledged.push(report.committed);
  });
  const onKilled = await Promise.all(
    Array.from(
      { length: 5 },
      async () => new FaithfulReader((await makeReader(owner, ws)).token, ws, [port, first.port, second.port]),
    ),
  );
  const onOthers = await Promise.all(
    [first, second].map(async (node) => new FaithfulReader((await makeReader(owner, ws)).token, ws, [node.port])),
  );
  const readers = [...onKilled, ...onOthers];
  await until(() => readers.every(({ following }) => following));

  child.send({ write: EVENTS, workspaceId: ws });
  const writers = Array.from({ length: 4 }, async () => {
    for (let count = 0; count < EVENTS / 8; count += 1) {
      await emitOn(first, ws);
    }
  });
  await until(() => acknowledged.length >= EVENTS / 3);
  child.kill('SIGKILL');
  await Promise.all(writers);
  // Written after the kill, so that the readers of the killed node need another one to have everything.
  for (let count = 0; count < 20; count += 1) await emitOn(first, ws);

  const truth = await committed(owner, ws);
  for (const id of acknowledged) expect(truth.includes(id)).toBe(true);
  await until(() => readers.every(({ records }) => records.length >= truth.length));
  for (const reader of readers) {
    expect(reader.resyncs).toBe(0);
    expect(reader.records).toEqual(truth);
  }
  expect(onKilled.every(({ drops }) => drops > 0)).toBe(true);
  for (const reader of readers) reader.stop();
});

test('Postgres is killed and comes back: no node ends, calls meanwhile return 503, readers miss nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pokpong-test-'));
  // Not `fast`, which loses the last commits when it is killed.
  const postgres = await startEmbedded({ dataDir });
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, 'owner', 2);
  const node = await startLiveNode(postgres.url);
  let reader: FaithfulReader | undefined;
  try {
    const ws = await makeWorkspace(db);
    const { token } = await makeReader(db, ws);
    reader = new FaithfulReader(token, ws, [node.port]);
    await until(() => reader!.following);
    for (let index = 0; index < 10; index += 1) await emitOn(node, ws);
    await until(() => reader!.records.length === 10);
    const statuses = new Set<number>();
    for (let round = 0; round < 2; round += 1) {
      process.kill((await postgres.pid())!, 'SIGKILL');
      let written = 0;
      await until(async () => {
        const url = `http://127.0.0.1:${node.port}/trpc/sample.mine?input=${encodeURIComponent(JSON.stringify({ ws }))}`;
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        statuses.add(response.status);
        if (response.status === 503) expect(response.headers.get('retry-after')).toBe('1');
        written += await emitOn(node, ws).then(
          () => 1,
          () => 0,
        );
        return written >= 5;
      });
      const truth = await committed(db, ws);
      await until(() => reader!.records.length >= truth.length);
      expect(reader.records).toEqual(truth);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(reader.resyncs).toBe(0);
  } finally {
    reader?.stop();
    await node.stop();
    await db.destroy();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
