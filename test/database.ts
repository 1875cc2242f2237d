import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE, databaseUrl } from './setup-global.ts';

/** A separate database for a test. */
export interface TestDatabase {
  /** Connection URL of the superuser. */
  url: string;
  /** Drops it, closing all open connections. */
  drop(): Promise<void>;
}

/**
 * Creates a database as `npm start` finds it after migrating: empty, with every table. Copying the template takes some
 * 50 ms; create one per test file, not per test. It is dropped with the cluster at the end of the run at the latest.
 * @example
 * let database: TestDatabase;
 * beforeAll(async () => { database = await createTestDatabase(); });
 * afterAll(() => database.drop());
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(`TEMPLATE ${TEMPLATE}`);
}

/** Creates a database without tables, for tests of migrations and of restoring. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('TEMPLATE template0');
}

async function create(origin: string): Promise<TestDatabase> {
  const cluster = inject('clusterUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(cluster, async (client) => {
    // Copies of one template are mutually exclusive: they are queued here instead of failing there.
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
