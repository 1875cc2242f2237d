// Submissions of consent over HTTP, each answered once it is durable, at 1, 64 and 256 connections: compared with the
// same route without a database, plain Fastify routes that insert a row per request, micro-batches, or record by record
// as c15t does, and plain multi-row INSERTs.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { withScope } from '../../db/client.ts';
import { type Figure, median } from '../../scripts/measure.ts';
import type { Statements } from '../../server/platform/trpc/context.ts';
import { type NewUserConsent, sealedIdentity, uidHash } from '../../server/modules/userConsent/record.ts';
import { recordStatement } from '../../server/modules/userConsent/statement.ts';
import { type BenchForm, bodyOf, listenBench, publishBenchForm } from '../helpers/consentBench.ts';
import { type LoadDone, startLoad } from '../helpers/consentLoad.ts';
import { microBatch, oneRowARequest, recordByRecord } from '../helpers/consentRivals.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CONNECTIONS = [1, 64, 256];
/** Rows of a call, if only calls of the database are measured. */
const ROWS = 256;
const CALLS = 120;

export default async function bench(): Promise<Figure[]> {
  // Waiting for the disk is part of the guarantee.
  const world = await startBenchWorld({ durable: true });
  try {
    return [...(await overHttp(world)), ...(await inTheDatabase(world))];
  } finally {
    await world.close();
  }
}

async function overHttp(world: BenchWorld): Promise<Figure[]> {
  const form = await publishBenchForm(world);
  const load = startLoad();
  const nothing: Statements = {
    query: async () => ({ rows: [{ unshown: true, places: null, outcomes: null, earlier: null }] }),
  };
  const product = await listenBench(world);
  const without = await listenBench(world, nothing);
  const rivals = {
    bare: await oneRowARequest(world.databaseUrl),
    batch: await microBatch(world.databaseUrl),
    byRecord: await recordByRecord(world.databaseUrl),
  };
  const path = `/api/v1/${form.workspaceId}/user-consents`;
  const ways = {
    product: { port: product.port, path },
    without: { port: without.port, path },
    bare: { port: rivals.bare.port, path: '/' },
    batch: { port: rivals.batch.port, path: '/' },
    byRecord: { port: rivals.byRecord.port, path: '/' },
  };
  let first = 0;
  const run = async (
    way: keyof typeof ways,
    connections: number,
    more: { rate?: number; seconds?: number } = {},
  ): Promise<LoadDone> => {
    const done = await load.run({ ...ways[way], connections, seconds: SECONDS, body: bodyOf(form), first, ...more });
    if (done.failed > 0) throw new Error(`${done.failed} calls of ${way} failed`);
    first += 1_000_000;
    return done;
  };
  const figures: Figure[] = [];
  try {
    await recycleLog(world);
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) await run(way, 64, { seconds: 2 });
    const reached = new Map<string, LoadDone[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const connections of CONNECTIONS) {
        for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
          const name = `${way} ${connections}`;
          reached.set(name, [...(reached.get(name) ?? []), await run(way, connections)]);
        }
      }
    }
    const of = (way: keyof typeof ways, connections: number, pick: (done: LoadDone) => number) =>
      median(reached.get(`${way} ${connections}`)!.map(pick));
    const perSecond = ({ perSecond: value }: LoadDone) => value;
    for (const connections of CONNECTIONS) {
      const value = of('product', connections, perSecond);
      const at = connections === 256;
      const limit = of('without', connections, perSecond);
      const one = of('bare', connections, perSecond);
      const batch = of('batch', connections, perSecond);
      const byRecord = of('byRecord', connections, perSecond);
      const name = `${connections} ${connections === 1 ? 'connection' : 'connections'}, submissions a second`;
      figures.push({
        name,
        value,
        unit: '1/s',
        limitName: 'the same route without a database',
        limit,
        ratio: value / limit,
        ...(at ? { goal: 'at least 60 %', met: value >= 0.6 * limit } : {}),
      });
      figures.push({
        name,
        value,
        unit: '1/s',
        limitName: 'bare Fastify route, one row a request',
        limit: one,
        ratio: value / one,
      });
      figures.push({
        name,
        value,
        unit: '1/s',
        limitName: 'bare Fastify route, the same rows in micro-batches',
        limit: batch,
        ratio: value / batch,
        ...(at ? { goal: 'at least 70 %', met: value >= 0.7 * batch } : {}),
      });
      figures.push({
        name,
        value,
        unit: '1/s',
        limitName: 'the way of c15t, a record a statement',
        limit: byRecord,
        ratio: value / byRecord,
        ...(at ? { goal: 'at least 40x', met: value >= 40 * byRecord } : {}),
      });
      for (const which of ['p50', 'p99'] as const) {
        const [own, beside] = [
          of('product', connections, (done) => done[which]),
          of('bare', connections, (done) => done[which]),
        ];
        figures.push({
          name: `${connections === 1 ? '1 connection' : `${connections} connections`}, ${which}`,
          value: own,
          unit: 'ms',
          limitName: 'bare Fastify route, one row a request',
          limit: beside,
          ratio: own / beside,
        });
      }
    }
    const rate = of('product', 256, perSecond) / 2;
    await recycleLog(world);
    await run('product', 256);
    const half = await run('product', 256, { rate, seconds: 2 * SECONDS });
    figures.push({
      name: 'p99 at half of that load',
      value: half.p99,
      unit: 'ms',
      limitName: 'p50 of the same',
      limit: half.p50,
      ratio: half.p99 / half.p50,
      goal: 'at most 4x',
      met: half.p99 <= 4 * half.p50,
    });
    const { rows } = await sql<{ counted: number; stored: number }>`
      select (select submissions from consent_counters where consent_id = ${form.id})::int as counted,
        (select count(*) from user_consents where consent_id = ${form.id})::int as stored`.execute(world.owner);
    if (rows[0]!.counted !== rows[0]!.stored) throw new Error('the counts differ from what was stored');
  } finally {
    load.stop();
    await product.close();
    await without.close();
    for (const rival of Object.values(rivals)) await rival.close();
  }
  return figures;
}

/**
 * As many files of the log as `min_wal_size` keeps for use again, as in a database that has been written to for a
 * while.
 */
async function recycleLog({ owner }: BenchWorld): Promise<void> {
  for (let file = 0; file < 64; file += 1) {
    await sql`select pg_logical_emit_message(true, '', 'x')`.execute(owner);
    await sql`select pg_switch_wal()`.execute(owner);
  }
  await sql`checkpoint`.execute(owner);
}

/** The function alone, called with 256 rows over one connection, compared with one plain INSERT of as many. */
async function inTheDatabase(world: BenchWorld): Promise<Figure[]> {
  const form = await publishBenchForm(world);
  const { deps, workspaceId } = world;
  const key = await withScope(deps.db, { workspaceId }, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(
    'create table bare_batch (id uuid primary key, uid bytea not null, identity bytea not null, granted bigint not null)',
  );
  const rowsOf = (form: BenchForm): NewUserConsent[] =>
    Array.from({ length: ROWS }, () => randomUUIDv7()).map((id) => ({
      id,
      at: new Date(),
      version: 1,
      uid: randomBytes(32),
      identity: sealedIdentity.seal(key, id, { uid: form.id, name: 'สมหญิง ใจดี', guardian: null }),
      action: 'ACCEPT',
      granted: 7,
      hasGuardian: false,
      language: 'th',
      channel: 'JS Web Form',
      knownBy: 'uid',
      source: 'www.example.co.th',
    }));
  if (uidHash(key, 'a').length !== 32) throw new Error('a uid is looked up by 32 bytes');
  try {
    const rates: Record<'own' | 'bare' | 'one', number[]> = { own: [], bare: [], one: [] };
    for (let round = 0; round < CALLS; round += 1) {
      const rows = rowsOf(form);
      const statement = recordStatement({ workspaceId, consentId: form.id, now: new Date(), rows });
      let startedAt = performance.now();
      await deps.ingestDb.query(statement);
      rates.own.push(ROWS / ((performance.now() - startedAt) / 1000));
      const [ids, uids, identities, granted] = [
        rows.map(({ id }) => id),
        rows.map(({ uid }) => uid),
        rows.map(({ identity }) => identity),
        rows.map(({ granted: bits }) => bits),
      ];
      startedAt = performance.now();
      await client.query({
        name: 'bare',
        text: 'insert into bare_batch select * from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bigint[])',
        values: [ids, uids, identities, granted],
      });
      rates.bare.push(ROWS / ((performance.now() - startedAt) / 1000));
      const single = recordStatement({
        workspaceId,
        consentId: form.id,
        now: new Date(),
        rows: rowsOf(form).slice(0, 1),
      });
      startedAt = performance.now();
      await deps.ingestDb.query(single);
      rates.one.push(performance.now() - startedAt);
    }
    const [own, bare] = [median(rates.own), median(rates.bare)];
    return [
      {
        name: `the database alone, ${ROWS} rows a call, with every count`,
        value: own,
        unit: '1/s',
        limitName: 'bare multi-row INSERT into a plain table',
        limit: bare,
        ratio: own / bare,
      },
      {
        name: 'the database alone, one row a call',
        value: median(rates.one),
        unit: 'ms',
        limitName: `${ROWS} rows a call`,
        limit: (ROWS / own) * 1000,
        ratio: median(rates.one) / ((ROWS / own) * 1000),
      },
    ];
  } finally {
    await client.end();
  }
}
