import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MigrationError, currentMigration, migrate, migrateTo, pendingMigrations } from '../../db/migrator.ts';
import { createEmptyDatabase, createTestDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';

let database: TestDatabase;
let path: string;
let folder: URL;

beforeEach(async () => {
  database = await createEmptyDatabase();
  path = await mkdtemp(join(tmpdir(), 'pokpong-migrations-'));
  folder = pathToFileURL(`${path}/`);
});
afterEach(async () => {
  await database.drop();
  await rm(path, { recursive: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(path, name), sql);
}

async function query(sql: string, url = database.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('files run once, in the order of their numbers', async () => {
  await write({
    '002_b.sql': 'alter table a add column second int;',
    '001_a.sql': 'create table a (first int); insert into a values (1);',
  });
  expect(await pendingMigrations(database.url, { folder })).toEqual(['001_a', '002_b']);
  expect(await migrate(database.url, { folder })).toEqual({ applied: ['001_a', '002_b'] });
  expect(await migrate(database.url, { folder })).toEqual({ applied: [] });
  expect(await pendingMigrations(database.url, { folder })).toEqual([]);
  expect(await currentMigration(database.url, { folder })).toBe('002_b');
  expect(await query('select * from a')).toEqual([{ first: 1, second: null }]);
});

test('a failing file leaves nothing of itself, keeps those before it, and is named with the line', async () => {
  await write({
    '001_a.sql': 'create table a (first int);',
    '002_b.sql': 'create table b (x int);\n\ninsert into b values (1);\nselect nonsense;',
  });
  const failure = await migrate(database.url, { folder }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toBe('002_b.sql line 4: column "nonsense" does not exist');
  expect(await query("select tablename from pg_tables where tablename in ('a', 'b')")).toEqual([{ tablename: 'a' }]);
  await write({ '002_b.sql': 'create table b (x int);' });
  expect(await migrate(database.url, { folder })).toEqual({ applied: ['002_b'] });
});

test('one can stop at an earlier migration, and go on from there', async () => {
  await write({
    '001_a.sql': 'create table a ();',
    '002_b.sql': 'create table b ();',
    '003_c.sql': 'create table c ();',
  });
  expect(await migrateTo(database.url, '002_b', { folder })).toEqual({ applied: ['001_a', '002_b'] });
  expect(await migrateTo(database.url, '002_b', { folder })).toEqual({ applied: [] });
  await expect(migrateTo(database.url, '001_a', { folder })).rejects.toThrow(/already past 001_a: it has 002_b/);
  await expect(migrateTo(database.url, '009_z', { folder })).rejects.toThrow(/no migration 009_z/);
  expect(await migrate(database.url, { folder })).toEqual({ applied: ['003_c'] });
});

test('a file with another kind of name is refused', async () => {
  await write({ '1_a.sql': 'create table a ();' });
  await expect(migrate(database.url, { folder })).rejects.toThrow(/1_a\.sql is not named like 001_noun\.sql/);
});

test('a database that is newer than the program is refused', async () => {
  await write({ '001_a.sql': 'create table a ();', '002_b.sql': 'create table b ();' });
  await migrate(database.url, { folder });
  await rm(join(path, '002_b.sql'));
  await expect(migrate(database.url, { folder })).rejects.toThrow(/002_b/);
});

test('nodes that start together on one database take turns', async () => {
  await write({
    '001_a.sql': 'create table a (x int); select pg_sleep(0.1);',
    '002_b.sql': 'insert into a values (1);',
  });
  const results = await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })));
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['001_a', '002_b']);
  expect(await query('select * from a')).toEqual([{ x: 1 }]);
});

test('databases of one cluster migrate at once in spite of the roles they share', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createEmptyDatabase()));
  const results = await Promise.all(others.map(({ url }) => migrate(url)));
  expect(new Set(results.map(({ applied }) => applied.join())).size).toBe(1);
  await Promise.all(others.map((other) => other.drop()));
});

test('the schema that grew migration by migration is the one a new database gets', async () => {
  const columns = `
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`;
  const all = await pendingMigrations(database.url);
  for (const name of all) await migrateTo(database.url, name);
  const fresh = await createTestDatabase();
  expect(await query(columns)).toEqual(await query(columns, fresh.url));
  await fresh.drop();
});
