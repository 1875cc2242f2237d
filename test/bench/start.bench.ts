import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import getPort from 'get-port';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrator.ts';
import { ROOT, buildClient } from '../../scripts/client.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { median, timed } from '../../scripts/measure.ts';
import type { Figure } from '../../scripts/measure.ts';

const RUNS = 3;
/** The idle time after which a node has returned the memory used by its start. */
const IDLE_MS = Number(process.env.BENCH_IDLE_SECONDS ?? 150) * 1000;
/** MB, of a million bytes. */
const IDLE_GOAL = 180;

/** The time until the product responds to people and machines. */
export default async function bench(): Promise<Figure[]> {
  const cold: number[] = [];
  const second: number[] = [];
  const bareCold: number[] = [];
  const bareSecond: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await inFolder(async (dataDir) => {
      bareCold.push(await timed(() => bareDatabase(dataDir)));
      bareSecond.push(await timed(() => bareDatabase(dataDir)));
    });
    await inFolder(async (dataDir) => {
      cold.push(await startProduct(dataDir));
      second.push(await startProduct(dataDir));
    });
  }
  const server = await inFolder(serverStart);
  const build = await timed(buildClient);
  return [
    compare(
      'first start to ready, empty folder, client built',
      median(cold),
      'bare Postgres created and started',
      median(bareCold),
    ),
    {
      ...compare('second start to ready', median(second), 'bare Postgres started', median(bareSecond)),
      goal: 'under 3,000 ms',
      met: median(second) < 3000,
    },
    // `npm start` loads the server's code while Postgres starts, so this is the additional time.
    {
      ...compare(
        'server start once Postgres is up, code loaded',
        server.loaded,
        'bare Fastify route listens',
        server.bareLoaded,
      ),
      goal: 'under 300 ms',
      met: server.loaded < 300,
    },
    compare(
      'one more node: process to first answer',
      server.product,
      'process with one bare Fastify route',
      server.bare,
    ),
    {
      name: 'one more node, memory when idle',
      value: server.memory,
      unit: 'MB',
      limitName: 'process with one bare Fastify route',
      limit: server.bareMemory,
      ratio: server.memory / server.bareMemory,
      goal: `under ${IDLE_GOAL} MB`,
      met: server.memory < IDLE_GOAL,
    },
    compare('build of the client', build, 'first start to ready', median(cold)),
  ];
}

function compare(name: string, value: number, limitName: string, limit: number): Figure {
  return { name, value, unit: 'ms', limitName, limit, ratio: value / limit };
}

async function bareDatabase(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir });
  await embedded.stop();
}

/** Milliseconds from spawning `start` to its "Ready". */
async function startProduct(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0' },
  });
  let elapsed = NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Ready')) {
      elapsed = performance.now() - startedAt;
      break;
    }
  }
  await end(child);
  if (Number.isNaN(elapsed)) throw new Error('start ended without being ready');
  return elapsed;
}

interface ServerStart {
  product: number;
  bare: number;
  loaded: number;
  bareLoaded: number;
  /** MB. */
  memory: number;
  bareMemory: number;
}

async function serverStart(dataDir: string): Promise<ServerStart> {
  const embedded = await startEmbedded({ dataDir });
  try {
    await migrate(embedded.url);
    const serve = [join(ROOT, 'scripts', 'serve.ts')];
    const settings = { DATABASE_URL: embedded.url, DATA_DIR: dataDir };
    const product: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      product.push((await answers(serve, settings)).elapsed);
      bare.push((await answers(BARE)).elapsed);
    }
    const idle = await answers(serve, settings, IDLE_MS);
    const bareIdle = await answers(BARE, {}, IDLE_MS);
    return {
      product: median(product),
      bare: median(bare),
      memory: idle.memory,
      bareMemory: bareIdle.memory,
      ...(await loadedStart(embedded.url, dataDir)),
    };
  } finally {
    await embedded.stop();
  }
}

/** The same with preloaded code. */
async function loadedStart(databaseUrl: string, dataDir: string): Promise<{ loaded: number; bareLoaded: number }> {
  const { startServer } = await import('../../server/main.ts');
  const config = loadConfig({ NODE_ENV: 'development', LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: '0' });
  const bare = async () => {
    const app = Fastify();
    app.get('/healthz', () => ({ status: 'up' }));
    await fetch(`${await app.listen({ port: 0 })}/healthz`);
    await app.close();
  };
  await bare(); // loads what fetch itself needs
  const bareLoaded = await timed(bare);

  // Only once: a second start in one process would use warm caches.
  const startedAt = performance.now();
  const server = await startServer(config, { databaseUrl });
  await fetch(`${server.address}/healthz`);
  const loaded = performance.now() - startedAt;
  await server.close();
  return { loaded, bareLoaded };
}

/** A server with one route and nothing else. */
const BARE = [
  '--input-type=module',
  '-e',
  `
  import Fastify from 'fastify';
  const app = Fastify();
  app.get('/healthz', () => ({ ok: true }));
  await app.listen({ port: Number(process.env.PORT) });`,
];

/**
 * Milliseconds from spawning a server to its first response at /healthz, and its memory (MB; NaN if the system does not
 * provide it) after it was idle for `idleMs`.
 */
async function answers(
  args: string[],
  env: Record<string, string> = {},
  idleMs = 0,
): Promise<{ elapsed: number; memory: number }> {
  const port = await getPort({ host: '127.0.0.1' });
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', ...env, PORT: String(port) },
  });
  while (child.exitCode === null) {
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    await sleep(2);
  }
  if (child.exitCode !== null) throw new Error('the server ended without answering');
  const elapsed = performance.now() - startedAt;
  await sleep(idleMs);
  const memory = residentMemory(child);
  await end(child);
  return { elapsed, memory };
}

function residentMemory({ pid }: ChildProcess): number {
  try {
    return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;
  } catch {
    return NaN;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function inFolder<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pokpong-bench-'));
  try {
    return await work(join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
