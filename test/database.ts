import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE, databaseUrl } from './setup-global.ts';

/** A database of a test's own. */
export interface TestDatabase {
  /** Superuser's connection. */
  url: string;
  /** Drops it, closing whatever is still connected. */
  drop(): Promise<void>;
}

/**
 * Makes a database as `npm start` would find it after migrating: empty, every
 * table there. A copy of the template takes some 50 ms; make one for a test file,
 * not for a test. It is dropped with the cluster at the end of the run at the latest.
 * @example
 * let database: TestDatabase;
 * beforeAll(async () => { database = await createTestDatabase(); });
 * afterAll(() => database.drop());
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(`TEMPLATE ${TEMPLATE}`);
}

/** Makes a database without any table, for tests of migrations and of restoring. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('TEMPLATE template0');
}

async function create(origin: string): Promise<TestDatabase> {
  const cluster = inject('clusterUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(cluster, async (client) => {
    // Copies of one template exclude each other: they queue here rather than fail there.
    await client.query("SELECT pg_advisory_lock(hashtext('copy the template'))");
    await client.query(`CREATE DATABASE ${name} ${origin} STRATEGY FILE_COPY`);
  });
  return {
    url: databaseUrl(cluster, name),
    drop: () =>
      asAdmin(cluster, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
