import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '../../db/embedded.ts';
import { productionSettings } from '../../db/embedded/server.ts';
import { processIdentity } from '../../db/embedded/processes.ts';
import { until } from '../helpers/until.ts';

let folder: string;
let dataDir: string;
const holders: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-embedded-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that runs an embedded Postgres over the same folder. */
async function hold(): Promise<{ holder: ChildProcess; url: string; postgres: number }> {
  const holder = spawnHolder();
  const [line] = (await once(createInterface({ input: holder.stdout! }), 'line')) as [string];
  return { holder, ...(JSON.parse(line) as { url: string; postgres: number }) };
}

function spawnHolder(): ChildProcess {
  const holder = spawn(process.execPath, [join(import.meta.dirname, '../helpers/hold-embedded.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  holders.push(holder);
  return holder;
}

async function kill(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null) throw new Error(`it ended by itself: ${String(holder.stderr?.read())}`);
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
}

/** Starts here what an earlier process left, and returns the content of its table. */
async function survivors(): Promise<unknown> {
  const embedded = await startEmbedded({ dataDir, fast: true });
  try {
    return (await query(embedded.url, 'select word from kept'))[0]?.word;
  } finally {
    await embedded.stop();
  }
}

test('the second start finds the data of the first one', async () => {
  const first = await startEmbedded({ dataDir, fast: true });
  await query(first.url, "create table kept as select 'ปกป้อง' as word");
  await first.stop();
  await first.stop();
  expect(await survivors()).toBe('ปกป้อง');
});

test('the database supports Thai, sorts by ICU, and uses UTC', async () => {
  const embedded = await startEmbedded({ dataDir, fast: true });
  const [database] = await query(
    embedded.url,
    `
    select datlocprovider as provider, datlocale as locale, datctype as ctype, pg_encoding_to_char(encoding) as encoding,
      current_setting('server_version_num')::int / 10000 as version, current_setting('TimeZone') as zone
    from pg_database where datname = current_database()`,
  );
  expect(database).toMatchObject({ provider: 'i', locale: 'th-TH', encoding: 'UTF8', version: 18, zone: 'UTC' });
  await query(embedded.url, 'create extension pg_trgm');
  const [trigrams] = await query(embedded.url, "select cardinality(show_trgm('ทะเบียนผู้ป่วย')) as count");
  expect(trigrams?.count).toBeGreaterThan(5);
  const words = await query(
    embedded.url,
    "select word from unnest(array['ไข', 'กา', 'ขา', 'แก', 'ก', 'เก']) as word order by word",
  );
  expect(words.map(({ word }) => word)).toEqual(['ก', 'กา', 'เก', 'แก', 'ขา', 'ไข']);
  await embedded.stop();
});

test('its password is readable by the owner only and it listens only on this machine', async () => {
  const embedded = await startEmbedded({ dataDir, fast: true });
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  await expect(query(embedded.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);
  if (outside !== undefined) {
    const refused = await new Promise((resolve) => {
      connect(embedded.port, outside.address)
        .once('connect', () => resolve(false))
        .once('error', () => resolve(true));
    });
    expect(refused).toBe(true);
  }
  await embedded.stop();
});

test('a second one on the same folder reports who uses it', async () => {
  const { holder } = await hold();
  await expect(startEmbedded({ dataDir, fast: true })).rejects.toThrow(
    new RegExp(`in use by another Pokpong \\(process ${holder.pid}\\)`),
  );
  const other = spawnHolder();
  const [[output], [code]] = (await Promise.all([once(other.stderr!, 'data'), once(other, 'exit')])) as [
    [Buffer],
    [number],
  ];
  expect(output.toString()).toContain(`process ${holder.pid}`);
  expect(code).toBe(1);
});

test('when its process is killed, Postgres ends too, and the next start has all committed data', async () => {
  const { holder, url, postgres } = await hold();
  await query(url, "create table kept as select 'kept' as word");
  await kill(holder);
  await until(() => processIdentity(postgres) === undefined);
  expect(await survivors()).toBe('kept');
});

test('a start immediately after a kill succeeds', async () => {
  const { holder, url } = await hold();
  await query(url, "create table kept as select 'kept' as word");
  await kill(holder);
  expect(await survivors()).toBe('kept');
});

test('an unattended running Postgres is stopped by the next start', async () => {
  const { holder, url, postgres } = await hold();
  await query(url, "create table kept as select 'kept' as word");
  for (const watcher of watchers(postgres)) process.kill(watcher, 'SIGKILL');
  await kill(holder);
  await sleep(300);
  expect(processIdentity(postgres)).toBeDefined();
  expect(await survivors()).toBe('kept');
  expect(processIdentity(postgres)).toBeUndefined();
});

test('a database of the product uses a quarter of the memory, and writes checkpoints rarely', async () => {
  const settings = async (options: { fast?: true }) => {
    const embedded = await startEmbedded({ dataDir, ...options });
    const rows = await query(
      embedded.url,
      "select name, setting::bigint * case unit when '8kB' then 8192 when 'MB' then 1048576 else 1 end as value from pg_settings where name in ('shared_buffers', 'max_wal_size', 'min_wal_size', 'checkpoint_timeout')",
    );
    await embedded.stop();
    return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
  };
  const quarter = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 4 / 2 ** 20) * 2 ** 20;
  const buffers = Math.min(8 * 2 ** 30, Math.max(128 * 2 ** 20, quarter));
  expect(await settings({})).toEqual({
    shared_buffers: buffers,
    max_wal_size: 4 * 2 ** 30,
    min_wal_size: 2 ** 30,
    checkpoint_timeout: 900,
  });
  // Those of tests stay small, because there are many.
  expect(await settings({ fast: true })).toMatchObject({ shared_buffers: 128 * 2 ** 20, checkpoint_timeout: 300 });
});

test.each([
  [512 * 2 ** 20, '128MB'],
  [4 * 2 ** 30, '1024MB'],
  [256 * 2 ** 30, '8192MB'],
])('of %i bytes of memory it uses %s', (memory, buffers) => {
  expect(productionSettings(memory).shared_buffers).toBe(buffers);
});

test('a killed Postgres comes back on the same port', async () => {
  const embedded = await startEmbedded({ dataDir });
  await query(embedded.url, "create table kept as select 'kept' as word");
  const before = await embedded.pid();
  process.kill(before!, 'SIGKILL');
  await until(
    async () =>
      (await embedded.pid()) !== before &&
      (await query(embedded.url, 'select word from kept').then(
        () => true,
        () => false,
      )),
  );
  expect(await query(embedded.url, 'select word from kept')).toEqual([{ word: 'kept' }]);
  await embedded.stop();
});

test('a killed Postgres that cannot start is tried again until it can, and the reason is reported', async () => {
  const reports: string[] = [];
  const embedded = await startEmbedded({ dataDir, report: (text) => reports.push(text) });
  await query(embedded.url, "create table kept as select 'kept' as word");
  const settings = join(dataDir, 'postgres', 'postgresql.conf');
  const before = await readFile(settings, 'utf8');
  await writeFile(settings, `${before}\nno_such_setting = on\n`);
  process.kill((await embedded.pid())!, 'SIGKILL');
  // More than once.
  await until(() => reports.filter((text) => text.includes('no_such_setting')).length > 1);
  await writeFile(settings, before);
  await until(() =>
    query(embedded.url, 'select word from kept').then(
      () => true,
      () => false,
    ),
  );
  expect(await query(embedded.url, 'select word from kept')).toEqual([{ word: 'kept' }]);
  await embedded.stop();
});

test('what ended Postgres is reported without what people typed', async () => {
  const reports: string[] = [];
  const embedded = await startEmbedded({ dataDir, fast: true, report: (text) => reports.push(text) });
  await expect(query(embedded.url, "select 'somying'::uuid")).rejects.toThrow(/somying/);
  process.kill((await embedded.pid())!, 'SIGKILL');
  const [report] = await until(() => reports.length > 0 && reports);
  expect(report).toContain('is ready to accept connections');
  expect(report).not.toContain('somying');
  await embedded.stop();
});

test('a start killed while it creates the database is repaired by the next one', async () => {
  for (const patience of [60, 150, 250]) {
    const holder = spawnHolder();
    await sleep(patience);
    await kill(holder);
  }
  const embedded = await startEmbedded({ dataDir, fast: true });
  expect((await query(embedded.url, 'select 1 as one'))[0]?.one).toBe(1);
  expect((await readdir(dataDir)).filter((name) => name.includes('.new'))).toEqual([]);
  await embedded.stop();
});

test('a process id that now belongs to another program blocks nobody', async () => {
  const first = await startEmbedded({ dataDir, fast: true });
  await query(first.url, "create table kept as select 'kept' as word");
  await first.stop();
  await writeFile(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n127.0.0.1\n`,
  );
  await writeFile(join(dataDir, 'instance.json'), JSON.stringify({ pid: process.pid, identity: 'an earlier life' }));
  expect(await survivors()).toBe('kept');
});

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'as root it works in a folder that only root can enter',
  async () => {
    await mkdir(join(folder, 'private'), { mode: 0o700 });
    dataDir = join(folder, 'private', 'data');
    const embedded = await startEmbedded({ dataDir, fast: true });
    const owner = (await stat(join(dataDir, 'postgres'))).uid;
    expect(owner).not.toBe(0);
    await query(embedded.url, "create table kept as select 'kept' as word");
    await embedded.stop();
    expect(await survivors()).toBe('kept');
  },
);

/** The shells that stop Postgres when its starter ends. */
function watchers(postgres: number): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const supervisor = list.find(([pid]) => pid === postgres)?.[1];
  if (supervisor === undefined) throw new Error('Postgres runs without a supervisor');
  return [
    ...list.filter(([pid, parent]) => parent === supervisor && pid !== postgres).map(([pid]) => pid!),
    supervisor,
  ];
}
