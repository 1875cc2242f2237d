import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded.ts';
import { findPrograms, programsIn } from '../db/embedded/programs.ts';
import type { Embedded } from '../db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's connection to the maintenance database of the cluster that all tests share. */
    clusterUrl: string;
    /** For files of tests; removed when the run ends. */
    runFolder: string;
  }
}

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'pokpong_template';

/** The folder that Linux has in memory. */
const MEMORY = '/dev/shm';
/** Bytes: a run keeps a gigabyte of Postgres's log of changes at most, and a few databases at a time. */
const PLENTY = 6 * 2 ** 30;
const NAME = 'pokpong-test-';
const DAY = 86_400_000;

interface Cluster {
  ready: Promise<{ embedded: Embedded; folder: string }>;
  users: number;
}

// Each project loads this file anew, yet one cluster serves them all.
const holder = globalThis as { pokpongTestCluster?: Cluster };

/** Starts one Postgres for the whole run, with a migrated template database; the last project to end stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = (holder.pokpongTestCluster ??= { ready: startCluster(), users: 0 });
  cluster.users++;
  const { embedded, folder } = await cluster.ready;
  project.provide('clusterUrl', databaseUrl(embedded.localUrl, 'postgres'));
  project.provide('runFolder', folder);
  return async () => {
    if (--cluster.users > 0) return;
    delete holder.pokpongTestCluster;
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function startCluster(): Promise<{ embedded: Embedded; folder: string }> {
  const folder = await mkdtemp(join(await roomForRun(), NAME));
  const programs = await (process.env.TEST_POSTGRES ? programsIn(process.env.TEST_POSTGRES) : findPrograms());
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres'), fast: true, programs });
  if (programs.release < 18) await giveOwnIds(databaseUrl(embedded.url, 'template1'));
  const client = new pg.Client({ connectionString: databaseUrl(embedded.url, 'postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  // Loaded here alone: test files take no more of this file than names.
  const [{ modules }, { collectModules }, { prepareDatabase }, { keepSeededCatalogue }] = await Promise.all([
    import('../server/modules/index.ts'),
    import('../server/platform/modules/registry.ts'),
    import('../server/platform/modules/prepareDatabase.ts'),
    import('./seededCatalogue.ts'),
  ]);
  await prepareDatabase(databaseUrl(embedded.url, TEMPLATE), collectModules(modules));
  await keepSeededCatalogue(databaseUrl(embedded.url, TEMPLATE));
  // Nobody may be connected to a template while it is copied.
  await client.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false`);
  await client.end();
  return { embedded, folder };
}

/**
 * Where the databases of a run are: in memory where there is plenty, since each is a thousand files that are made and
 * deleted again. Those of large sizes may not fit there.
 */
async function roomForRun(): Promise<string> {
  if (process.env.TEST_LONG) return tmpdir();
  try {
    // What runs that were killed left there takes memory until somebody deletes it.
    for (const name of await readdir(MEMORY)) {
      const left = join(MEMORY, name);
      if (name.startsWith(NAME) && (await stat(left)).mtimeMs < Date.now() - DAY)
        await rm(left, { recursive: true, force: true });
    }
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) < PLENTY ? tmpdir() : MEMORY;
  } catch {
    // There is none, or it is not ours to write to.
    return tmpdir();
  }
}

/** Tests fill tables with ids that Postgres makes itself from 18 on; the product never asks it for one. */
async function giveOwnIds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create function uuidv7() returns uuid language sql volatile as $$
    select (lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$`);
  await client.end();
}

/** The same connection to another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
