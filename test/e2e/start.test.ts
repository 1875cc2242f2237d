import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { processIdentity } from '../../db/embedded/processes.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const ROOT = join(import.meta.dirname, '../..');
// The tests build on one another over one folder and one running product, like a newcomer's starts: the demo is created
// once, and tests that need a running product use the existing one.
let folder: string;
let dataDir: string;

interface Start {
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Resolves once it printed `words`; rejects if it ends before. */
  says(words: string): Promise<void>;
  /** Its exit code. */
  ended: Promise<number | null>;
}

const started: Start[] = [];
let running: Start | undefined;
let database: TestDatabase | undefined;
const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost:1',
  DATA_DIR: join(folder, 'production'),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-start-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0).filter((product) => product !== running)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  await database?.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
});

/** Runs `npm start` with its own folder and port. */
function start(env: Record<string, string> = {}): Start {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: '0',
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const product: Start = {
    child,
    ended,
    output: () => output,
    async says(words) {
      while (!output.includes(words)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`it ended without saying ${words}:\n${output}`);
        await sleep(20);
      }
    },
  };
  started.push(product);
  return product;
}

/** The product with `dataDir`: started unless it is running, and left running for the tests that follow. */
async function runningProduct(): Promise<Start> {
  if (running === undefined || running.child.exitCode !== null || running.child.signalCode !== null) running = start();
  await running.says('Ctrl-C');
  return running;
}

function address(output: string): string {
  return /http:\/\/\S+/.exec(output)?.[0] ?? '';
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function ended(pid: number): Promise<void> {
  for (let tries = 0; processIdentity(pid) !== undefined; tries++) {
    if (tries > 200) throw new Error(`process ${pid} still runs`);
    await sleep(50);
  }
}

test('one command starts a working product, with demo accounts', async () => {
  const product = await runningProduct();
  for (const email of [
    'admin@demo.example',
    'dpo@demo.example',
    'staff@demo.example',
    'audit@demo.example',
    'admin@other.example',
  ]) {
    expect(product.output()).toContain(email);
  }
  expect(product.output()).toContain('pokpong-demo-2026');
  const url = address(product.output());
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<div id="root"');
});

test('a second one on the same data names the process that uses it', async () => {
  const first = await runningProduct();
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`process ${first.child.pid}`);
  expect((await fetch(`${address(first.output())}/healthz`)).status).toBe(200);
});

test('a port in use, and an invalid setting, are reported in a sentence', async () => {
  const { port } = new URL(address((await runningProduct()).output()));
  database = await createTestDatabase();
  const file = join(folder, 'file');
  await writeFile(file, '');
  const ready = {
    ...production(),
    DATA_DIR: join(folder, 'wrong'),
    DATABASE_URL: database.url,
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  for (const [env, sentence] of [
    [{ ...production(), PORT: port }, `Port ${port} is used by another program`],
    [{ PORT: 'many' }, 'PORT: must be a whole number, 0 to 65,535'],
    [{ ...ready, HOST: '192.0.2.1' }, 'HOST: the product cannot listen at 192.0.2.1'],
    [{ ...production(), DATA_DIR: join(file, 'data') }, `DATA_DIR: ${join(file, 'data')} cannot be written (ENOTDIR)`],
    [
      { ...ready, DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' },
      'DATABASE_URL: nothing answers at 127.0.0.1:1 (ECONNREFUSED)',
    ],
  ] as const) {
    const wrong = start(env);
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain(sentence);
    expect(wrong.output()).not.toContain('    at ');
  }
});

test('after a kill it starts again with all data; Ctrl-C stops all of it', async () => {
  const first = await runningProduct();
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await runningProduct();
  expect(second).not.toBe(first);
  expect(second.output()).toContain('admin@demo.example');
  expect((await fetch(`${address(second.output())}/readyz`)).status).toBe(200);
  const postgres = await postmaster();
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
  await ended(postgres);
});

test('in production there is no demo, and a link for the first organisation until there is one; it stops on request', async () => {
  const product = start(production());
  await product.says('Ctrl-C');
  expect(product.output()).not.toContain('demo.example');
  await product.says('http://localhost:1/signup#token=');
  product.child.kill('SIGTERM');
  expect(await product.ended).toBe(0);
});
