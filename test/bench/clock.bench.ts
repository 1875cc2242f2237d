// The cost of 1,000 open countdowns watched by 1,000 sockets while nothing changes, compared with the same server and
// sockets without an open clock: CPU time of the server's process, its queries, and transactions at Postgres (including
// its own maintenance).
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../db/client.ts';
import type { Figure } from '../../scripts/measure.ts';
import { createSession } from '../../server/platform/auth/sessions.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { buildIncident } from '../helpers/incidents.ts';
import type { ServerReport } from '../helpers/serverProcess.ts';
import type { CrowdOrder } from '../helpers/socketCrowd.ts';

const CLOCKS = 1000;
const SOCKETS = 1000;
const SOCKETS_A_PERSON = 100;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
/** Postgres reports a connection's transactions some time after it has become idle. */
const SETTLE_MS = 4000;

interface Cost {
  cpuMs: number;
  queries: number;
  transactions: number;
}

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  // From another connection, because queries of the measurement must not count.
  const beside = openDatabase(world.databaseUrl.replace(/\/[^/?]+(\?|$)/, '/postgres$1'), 'owner', 1);
  const children: ChildProcess[] = [];
  try {
    const server = fork(
      new URL('../helpers/serverProcess.ts', import.meta.url),
      [world.databaseUrl, world.config.dataDir],
      { execArgv: [] },
    );
    children.push(server);
    const { port } = (await answer(server)) as { port: number };
    const crowd = fork(new URL('../helpers/socketCrowd.ts', import.meta.url), { execArgv: [] });
    children.push(crowd);
    crowd.send({
      open: 'live',
      port,
      tokens: await tokensOf(world),
      workspaceId: world.workspaceId,
    } satisfies CrowdOrder);
    await answer(crowd);
    for (let index = 0; index < CLOCKS; index += 1) {
      // Due at different moments, all of them after the measurement.
      await buildIncident(world, world.workspaceId, {
        number: index + 1,
        reporterId: world.personnelId,
        createdAt: new Date(Date.now() - index * 60_000),
      });
    }

    const costs = { open: [] as Cost[], none: [] as Cost[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // The first of one round is the last in the next.
      for (const way of round % 2 === 0 ? (['none', 'open'] as const) : (['open', 'none'] as const)) {
        await setOpen(world, way === 'open');
        await sleep(SETTLE_MS);
        costs[way].push(await measure(server, beside, world));
      }
    }
    const [{ count }] = (
      await sql<{
        count: number;
      }>`select count(*) as count from activity_logs where event in ('incident.dueSoon', 'incident.overdue')`.execute(
        world.owner,
      )
    ).rows as [{ count: number }];
    if (count > 0) throw new Error('a threshold was notified during the measurement');

    // The least disturbed round: other load of the machine has more influence than what is measured.
    const of = (way: keyof typeof costs, what: keyof Cost) => Math.min(...costs[way].map((cost) => cost[what]));
    const figure = (name: string, what: keyof Cost, unit: string, most?: number): Figure => {
      const [value, limit] = [of('open', what), of('none', what)];
      return {
        name: `${CLOCKS.toLocaleString('en')} open clocks before ${SOCKETS.toLocaleString('en')} sockets, ${name}`,
        value,
        unit,
        limitName: 'no open clock',
        limit,
        ratio: value / limit,
        ...(most === undefined ? {} : { goal: `at most ${most} ${unit} more`, met: value - limit <= most }),
      };
    };
    return [
      figure('CPU of the server', 'cpuMs', 'ms/s', 1),
      figure('queries of the server', 'queries', '1/s', 0.2),
      figure('transactions at Postgres', 'transactions', '1/s'),
    ];
  } finally {
    for (const child of children) {
      child.disconnect();
      await once(child, 'exit');
    }
    await beside.destroy();
    await world.close();
  }
}

/** Sessions of a few people of the workspace, each for many sockets. */
async function tokensOf({ owner, deps, workspaceId }: BenchWorld): Promise<string[]> {
  const tokens: string[] = [];
  for (let person = 0; person < SOCKETS / SOCKETS_A_PERSON; person += 1) {
    const [userId, id] = [randomUUIDv7(), randomUUIDv7()];
    const email = `${id}@bench.example`;
    await owner.insertInto('users').values({ id: userId, email, name: 'Watcher' }).execute();
    await owner
      .insertInto('personnel')
      .values({ workspaceId, id, userId, email, name: 'Watcher', role: 'DPO', status: 'active' })
      .execute();
    const { token } = await createSession(deps.authDb, deps.config, { userId, kind: 'api', now: deps.now() });
    tokens.push(...Array.from({ length: SOCKETS_A_PERSON }, () => token));
  }
  return tokens;
}

/** Removes all deadlines, or restores them. */
async function setOpen({ owner }: BenchWorld, open: boolean): Promise<void> {
  await (
    open
      ? sql`update deadlines set ended_at = null, outcome = null, fires_at = due_at - interval '1 hour'`
      : sql`update deadlines set ended_at = started_at, outcome = 'notNeeded', fires_at = null`
  ).execute(owner);
}

/** The cost of a second while nothing changes. */
async function measure(server: ChildProcess, beside: Db, { databaseUrl }: BenchWorld): Promise<Cost> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const read = async () => {
    server.send('cpu');
    const { cpuMs, queries } = (await answer(server)) as { cpuMs: number; queries: number };
    const { rows } = await sql<{
      transactions: number;
    }>`select xact_commit + xact_rollback as transactions from pg_stat_database where datname = ${name}`.execute(
      beside,
    );
    return { cpuMs, queries, transactions: rows[0]!.transactions };
  };
  const before = await read();
  const startedAt = performance.now();
  await sleep(SECONDS * 1000);
  const after = await read();
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / seconds,
    queries: (after.queries - before.queries) / seconds,
    transactions: (after.transactions - before.transactions) / seconds,
  };
}

async function answer(child: ChildProcess): Promise<ServerReport | unknown> {
  const [message] = await once(child, 'message');
  return message;
}
