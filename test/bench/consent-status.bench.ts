// Looking up a data subject's current choice by uid, at 100,000 subjects and at many more (BENCH_SIZE, 1,000,000 by
// default; 10,000,000 manually), compared with a plain Fastify route with one prepared look-up over a plain pg pool.
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { withScope } from '../../db/client.ts';
import { type Figure, median } from '../../scripts/measure.ts';
import { uidHash } from '../../server/modules/userConsent/record.ts';
import { type BenchForm, listenBench, publishBenchForm } from '../helpers/consentBench.ts';
import { type LoadDone, startLoad } from '../helpers/consentLoad.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';

const SMALL = 100_000;
const LARGE = Number(process.env.BENCH_SIZE ?? 1_000_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CONNECTIONS = 64;
const CHUNK = 20_000;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const plain = new pg.Pool({ connectionString: world.databaseUrl, max: 10 });
  plain.on('error', () => {});
  const form = await publishBenchForm(world);
  await plain.query(
    'create table bare (uid text primary key, at timestamptz not null, version integer not null, action text not null, granted bigint not null)',
  );
  const product = await listenBench(world);
  const bare = Fastify();
  bare.post('/', async (request, reply) => {
    const { rows } = await plain.query({
      name: 'bare',
      text: 'select at, version, action, granted from bare where uid = $1',
      values: [(request.body as { uid: string }).uid],
    });
    return reply.send(rows[0]);
  });
  await bare.listen({ host: '127.0.0.1', port: 0 });
  const load = startLoad();
  const ways = {
    product: {
      port: product.port,
      path: `/api/v1/${form.workspaceId}/user-consents/consent/${form.id}/version/1/get-user-consent`,
    },
    bare: { port: (bare.server.address() as AddressInfo).port, path: '/' },
  };
  const run = async (way: keyof typeof ways, connections: number, below: number): Promise<LoadDone> => {
    const done = await load.run({
      ...ways[way],
      connections,
      seconds: SECONDS,
      body: JSON.stringify({ uid: 'customer-{n}' }),
      below,
    });
    if (done.failed > 0) throw new Error(`${done.failed} look-ups of ${way} failed`);
    return done;
  };
  const figures: Figure[] = [];
  const alone = new Map<number, number>();
  try {
    for (const [from, size] of [
      [0, SMALL],
      [SMALL, LARGE],
    ] as const) {
      await fill(world, form, plain, from, size);
      const reached: Record<keyof typeof ways, { many: LoadDone[]; one: LoadDone[] }> = {
        product: { many: [], one: [] },
        bare: { many: [], one: [] },
      };
      for (const way of ['product', 'bare'] as const) await run(way, CONNECTIONS, size);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const way of ['product', 'bare'] as const) {
          reached[way].many.push(await run(way, CONNECTIONS, size));
          reached[way].one.push(await run(way, 1, size));
        }
      }
      const rate = (way: keyof typeof ways) => median(reached[way].many.map(({ perSecond }) => perSecond));
      const p50 = (way: keyof typeof ways) => median(reached[way].one.map((done) => done.p50));
      const p99 = (way: keyof typeof ways) => median(reached[way].many.map((done) => done.p99));
      const name = `${size.toLocaleString('en')} subjects`;
      const limitName = 'bare Fastify and pg look-up';
      const ratio = rate('product') / rate('bare');
      figures.push({
        name: `${name}, ${CONNECTIONS} connections, look-ups a second`,
        value: rate('product'),
        unit: '1/s',
        limitName,
        limit: rate('bare'),
        ratio,
        goal: 'at least 60 %',
        met: ratio >= 0.6,
      });
      figures.push({
        name: `${name}, ${CONNECTIONS} connections, p99`,
        value: p99('product'),
        unit: 'ms',
        limitName,
        limit: p99('bare'),
        ratio: p99('product') / p99('bare'),
      });
      figures.push({
        name: `${name}, alone, p50`,
        value: p50('product'),
        unit: 'ms',
        limitName,
        limit: p50('bare'),
        ratio: p50('product') / p50('bare'),
      });
      alone.set(size, p50('product'));
    }
    const [small, large] = [alone.get(SMALL)!, alone.get(LARGE)!];
    figures.push({
      name: `alone, p50 at ${LARGE.toLocaleString('en')}`,
      value: large,
      unit: 'ms',
      limitName: `the same at ${SMALL.toLocaleString('en')}`,
      limit: small,
      ratio: large / small,
      goal: 'at most 1.5x',
      met: large <= 1.5 * small,
    });
  } finally {
    load.stop();
    await product.close();
    await bare.close();
    await plain.end();
    await world.close();
  }
  return figures;
}

/**
 * Subjects `customer-<from>` up to `customer-<to - 1>`, without the function that counts: only look-ups are measured.
 */
async function fill(
  { deps, owner, workspaceId }: BenchWorld,
  form: BenchForm,
  plain: pg.Pool,
  from: number,
  to: number,
): Promise<void> {
  const key = await withScope(deps.db, { workspaceId }, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  for (let start = from; start < to; start += CHUNK) {
    const names = Array.from({ length: Math.min(CHUNK, to - start) }, (_, index) => `customer-${start + index}`);
    const uids = names.map((name) => uidHash(key, name).toString('hex'));
    await plain.query(
      `insert into consent_subjects (workspace_id, uid, consent_id, user_consent_id, at, version, action, granted, submissions)
      select $1, decode(uid, 'hex'), $2, uuidv7(), now(), 1, 'ACCEPT', 7, 1 from unnest($3::text[]) as uid`,
      [workspaceId, form.id, uids],
    );
    await plain.query("insert into bare select name, now(), 1, 'ACCEPT', 7 from unnest($1::text[]) as name", [names]);
  }
  await sql`vacuum analyze consent_subjects`.execute(owner);
  await sql`vacuum analyze bare`.execute(owner);
}
