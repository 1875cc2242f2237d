import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type LiveNode, makeReader, makeWorkspace, startLiveNode } from '../helpers/liveNode.ts';
import { sized } from '../size.ts';
import type { CrowdOrder, CrowdReport } from '../helpers/socketCrowd.ts';
import { until } from '../helpers/until.ts';

const SOCKETS = sized(120, 1000);
const STALLED = 50;
const PERSON_SOCKETS = 100;

let database: TestDatabase;
let owner: Db;
let node: LiveNode;
let crowd: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase(database.url, 'owner', 2);
  node = await startLiveNode(database.url);
});
afterAll(async () => {
  crowd?.kill();
  await node?.stop();
  await owner?.destroy();
  await database?.drop();
});

async function ask(order: CrowdOrder): Promise<CrowdReport> {
  const answer = once(crowd!, 'message') as Promise<[CrowdReport]>;
  crowd!.send(order);
  return (await answer)[0];
}

test(`fifty readers that never read are closed and use little memory; the other ${SOCKETS - STALLED} receive everything`, async () => {
  const ws = await makeWorkspace(owner);
  const people = await Promise.all(
    Array.from({ length: Math.ceil(SOCKETS / PERSON_SOCKETS) }, () => makeReader(owner, ws)),
  );
  crowd = fork(new URL('../helpers/socketCrowd.ts', import.meta.url), { execArgv: [] });
  await ask({
    open: 'live',
    port: node.port,
    workspaceId: ws,
    tokens: Array.from({ length: SOCKETS }, (_, index) => people[Math.floor(index / PERSON_SOCKETS)]!.token),
  });
  const write = async (count: number) => {
    await sql`insert into outbox (workspace_id, event, entity, entity_id) select ${ws}, 'application.updated', 'application', gen_random_uuid() from generate_series(1, ${count}::int)`.execute(
      owner,
    );
    node.deps.poke();
    const { rows } = await sql<{
      newest: string;
    }>`select xid || '-' || seq as newest from outbox order by outbox.xid desc, outbox.seq desc limit 1`.execute(owner);
    await until(() => node.live.hub.position === rows[0]!.newest);
  };
  await write(2000); // the first events cost memory of their own
  await sleep(500);
  await ask({ pause: STALLED });
  const before = process.memoryUsage().rss;
  let peak = before;
  // The kernel buffers some megabytes for each before anything waits in the process.
  while (node.live.hub.size > SOCKETS - STALLED) {
    await write(2500);
    await ask({ drain: true }); // those that read are not to stall for want of the processor
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  expect(node.live.hub.size).toBe(SOCKETS - STALLED);
  expect(peak - before).toBeLessThan(64 * 1024 * 1024);
  await sleep(1000);
  const last = ask({ expect: 'live' });
  await sleep(50);
  await write(1);
  const report = await last;
  expect('reached' in report && report.reached.length).toBe(SOCKETS - STALLED);
});
