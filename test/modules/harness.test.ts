import pg from 'pg';
import { expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../database.ts';

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return rows.map((row) => row.tablename);
}

test('a test database has every table and no rows, and no longer exists once dropped', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  expect(new Set(databases.map((database) => database.url)).size).toBe(3);
  expect(await tables(databases[0].url)).toContain('workspaces');
  await Promise.all(databases.map((database) => database.drop()));
  await expect(tables(databases[0].url)).rejects.toThrow(/does not exist/);
});

test('an empty database has no table at all', async () => {
  const database = await createEmptyDatabase();
  expect(await tables(database.url)).toEqual([]);
  await database.drop();
});
