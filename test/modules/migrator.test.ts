import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, withScope } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { MigrationError, currentMigration, migrate, migrateTo, pendingMigrations } from '../../db/migrator.ts';
import { dropOutboxDays, preparePartitions } from '../../server/platform/database/partitions.ts';
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

async function query(text: string, url = database.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Of several statements the result of the last one.
    return [await client.query<Record<string, unknown>>(text)].flat().at(-1)!.rows;
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

test('a failing file leaves none of its changes, preserves previous ones, and is named with the line', async () => {
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

test('one can stop at an earlier migration, and continue from there', async () => {
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

test('a migration of a lower number than the last is run when it appears, and the others are not run again', async () => {
  await write({
    '001_a.sql': 'create table a (x int); insert into a values (1);',
    '003_c.sql': 'insert into a values (3);',
  });
  expect(await migrate(database.url, { folder })).toEqual({ applied: ['001_a', '003_c'] });
  await write({ '002_b.sql': 'insert into a values (2);', '004_d.sql': 'insert into a values (4);' });
  expect(await pendingMigrations(database.url, { folder })).toEqual(['002_b', '004_d']);
  expect(await migrateTo(database.url, ['001_a', '003_c'], { folder })).toEqual({ applied: [] });
  expect(await migrateTo(database.url, '003_c', { folder })).toEqual({ applied: ['002_b'] });
  await expect(migrateTo(database.url, ['001_a', '003_c'], { folder })).rejects.toThrow(
    /already past 003_c: it has 002_b/,
  );
  expect(await migrate(database.url, { folder })).toEqual({ applied: ['004_d'] });
  expect(await query('select x from a')).toEqual([1, 3, 2, 4].map((x) => ({ x })));
  expect(await currentMigration(database.url, { folder })).toBe('004_d');
});

test('a file with an invalid name is refused', async () => {
  await write({ '1_a.sql': 'create table a ();' });
  await expect(migrate(database.url, { folder })).rejects.toThrow(/1_a\.sql is not named like 001_noun\.sql/);
});

test('a database that is newer than the program is refused', async () => {
  await write({ '001_a.sql': 'create table a ();', '002_b.sql': 'create table b ();' });
  await migrate(database.url, { folder });
  await rm(join(path, '002_b.sql'));
  await expect(migrate(database.url, { folder })).rejects.toThrow(/002_b/);
});

test('a migration that was changed after it was run is refused, by its name', async () => {
  await write({ '001_a.sql': 'create table a ();', '002_b.sql': 'create table b ();' });
  await migrateTo(database.url, '001_a', { folder });
  await write({ '001_a.sql': 'create table a (more text);' });
  await expect(migrate(database.url, { folder })).rejects.toThrow(/^001_a\.sql: not what was run on this database/);
  expect(await query("select to_regclass('b') as b")).toEqual([{ b: null }]);
  await write({ '001_a.sql': 'create table a ();' });
  expect(await migrate(database.url, { folder })).toEqual({ applied: ['002_b'] });
});

test('a database from before checksums gets them if it has the tables, and is refused if it lacks some', async () => {
  await write({
    '001_a.sql': 'create table a ();\ncreate table gone ();',
    '002_b.sql': 'alter table a rename to b;\ndrop table gone;\ncreate table c ();',
  });
  await migrate(database.url, { folder });
  await query('drop table migration_checksums, c');
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    /lacks the table c: it was made by a version between/,
  );
  await query('create table c ()');
  expect(await migrate(database.url, { folder })).toEqual({ applied: [] });
  expect(await query('select name from migration_checksums order by name')).toEqual([
    { name: '001_a' },
    { name: '002_b' },
  ]);
});

test('an owner without createrole migrates if the roles exist, and otherwise gets the statements', async () => {
  const owner = `plain_${Date.now()}`;
  const address = new URL(database.url);
  await query(
    `create role ${owner} login password 'owner'; alter database ${address.pathname.slice(1)} owner to ${owner}`,
  );
  address.username = owner;
  address.password = 'owner';
  await expect(migrate(address.href)).rejects.toThrow(
    `${owner} may not make the roles of the product. Let an administrator of the database run: grant pokpong_app, pokpong_auth, pokpong_system, pokpong_search, pokpong_ingest, pokpong_rekey to "${owner}";`,
  );
  await query(
    `grant pokpong_app, pokpong_auth, pokpong_system, pokpong_search, pokpong_ingest, pokpong_rekey to ${owner}`,
  );
  const { applied } = await migrate(address.href);
  expect(applied[0]).toBe('001_foundation');
});

test('in a dedicated cluster an owner with createrole creates the roles, one without names what is missing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pokpong-roles-'));
  const cluster = await startEmbedded({ dataDir, fast: true });
  const as = (user: string) => {
    const address = new URL(cluster.url);
    [address.username, address.password, address.pathname] = [user, user, `/${user}`];
    return address.href;
  };
  try {
    for (const [user, right] of [
      ['maker', 'createrole'],
      ['plain', 'nocreaterole'],
    ] as const) {
      await query(`create role ${user} login ${right} password '${user}'`, cluster.url);
      await query(`create database ${user} owner ${user} template template0`, cluster.url);
    }
    await expect(migrate(as('plain'))).rejects.toThrow(
      'Let an administrator of the database run: create role pokpong_app nologin; create role pokpong_auth nologin;',
    );
    expect((await migrate(as('maker'))).applied[0]).toBe('001_foundation');
    for (const role of ['pokpong_app', 'pokpong_auth', 'pokpong_system'] as const) {
      const db = openDatabase(as('maker'), role, 1);
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
      expect(rows).toEqual([{ role }]);
      await db.destroy();
    }
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
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

test('databases of one cluster migrate at once despite their shared roles', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createEmptyDatabase()));
  const results = await Promise.all(others.map(({ url }) => migrate(url)));
  expect(new Set(results.map(({ applied }) => applied.join())).size).toBe(1);
  await Promise.all(others.map((other) => other.drop()));
});

test('the schema after all migrations equals that of a new database', async () => {
  const columns = `
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public'
      and not exists (select from pg_inherits where inhrelid = to_regclass(quote_ident(table_name))) order by 1, 2`;
  const all = await pendingMigrations(database.url);
  for (const name of all) await migrateTo(database.url, name);
  // Partitions of the coming months; which those are may change between the two databases.
  expect(await migrate(database.url)).toEqual({ applied: [] });
  const fresh = await createTestDatabase();
  expect(await query(columns)).toEqual(await query(columns, fresh.url));
  await fresh.drop();
});

const [WORKSPACE, PERSON, EARLIER, TODAY] = [1, 2, 3, 4].map((n) => `01890000-0000-7000-8000-00000000000${n}`);
const FILL = `
  insert into organizations (id, name) values ('${WORKSPACE}', 'โรงพยาบาล');
  insert into workspaces (id, organization_id, name, package, flags) values ('${WORKSPACE}', '${WORKSPACE}', 'สำนักงานใหญ่', 'Pro', '{}');
  insert into personnel (workspace_id, id, email, name, role, status) values ('${WORKSPACE}', '${PERSON}', 'a@test.example', 'ก', 'DPO', 'invited');`;

/** Migrates the empty database to the point where `name` is the next migration. */
async function migrateBefore(name: string, url = database.url): Promise<void> {
  const all = await pendingMigrations(url);
  await migrateTo(url, all[all.indexOf(name) - 1]!);
}

test('events and the log of an older database are partitioned into days and years without loss', async () => {
  await migrateBefore('016_events_by_time');
  await query(`${FILL}
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, subject, created_at) values
      ('${WORKSPACE}', '${EARLIER}', 'BUSINESS', 'purpose.created', 'purpose', '${WORKSPACE}', 'การรักษา', '2023-05-01'),
      ('${WORKSPACE}', '${TODAY}', 'BUSINESS', 'purpose.updated', 'purpose', '${WORKSPACE}', 'การรักษา', now());
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, created_at)
      select '${WORKSPACE}', uuidv7(), 'BUSINESS', 'purpose.updated', 'purpose', '${WORKSPACE}', now() from generate_series(1, 10);
    insert into personal_notices (workspace_id, personnel_id, activity_id, created_at) values ('${WORKSPACE}', '${PERSON}', '${EARLIER}', now());
    insert into outbox (workspace_id, event, entity, entity_id, created_at)
      select '${WORKSPACE}', 'purpose.updated', 'purpose', '${WORKSPACE}', now() - make_interval(days => n) from generate_series(6, 0, -1) as n;`);
  const log = 'select workspace_id, id, event, subject, created_at from activity_logs order by id';
  const stored = `select seq, xid::text as xid, entity_id, created_at from outbox where created_at at time zone 'UTC' >= (now() at time zone 'UTC')::date - 3 order by seq`;
  const [logged, events] = [await query(log), await query(stored)];
  await migrate(database.url);
  expect(await query(log)).toEqual(logged);
  expect(await query(stored)).toEqual(events);
  expect(await query('select count(*)::int as n from outbox_other')).toEqual([{ n: 0 }]);
  // Readers of the oldest remaining row continue after it; numbers continue above the newest.
  expect(await query('select seq from outbox_horizon')).toEqual([{ seq: events[0]!.seq }]);
  const [{ seq } = {}] = await query(
    `insert into outbox (workspace_id, event, entity, entity_id) values ('${WORKSPACE}', 'x', 'x', '${WORKSPACE}') returning seq`,
  );
  expect(Number(seq)).toBeGreaterThan(Number(events.at(-1)!.seq));
  await query(`delete from activity_logs where id = '${EARLIER}'`);
  expect(await query('select * from personal_notices')).toEqual([]);
});

/** Gives the database an owner without superuser, as on managed Postgres. */
async function ownWithoutSuperuser(): Promise<{ url: string; asOwner: typeof query }> {
  // It is deleted with the cluster: its objects are deleted with the database.
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  const address = new URL(database.url);
  const name = address.pathname.slice(1);
  // The roles belong to the cluster; in a dedicated one the owner creates them itself.
  await query(`create role ${owner} login createrole password 'owner'; alter database ${name} owner to ${owner}`);
  const roles = (await query("select rolname as name from pg_roles where rolname like 'pokpong%'")).map((row) =>
    String(row.name),
  );
  await query(`grant ${roles.join(', ')} to ${owner}`);
  address.username = owner;
  address.password = 'owner';
  return { url: address.href, asOwner: (text) => query(text, address.href) };
}

/** `FILL` as such an owner writes it, and more in the same transaction. */
async function fillAs(asOwner: typeof query, more: string): Promise<void> {
  await asOwner(`set role pokpong_auth; insert into organizations (id, name) values ('${WORKSPACE}', 'x'); reset role`);
  const fill = FILL.replace(/insert into organizations [^;]*;/, '');
  await asOwner(`begin; set local app.workspace_id = '${WORKSPACE}'; ${fill} ${more}; commit`);
}

test('an owner without superuser adopts the kinds of all deadlines', async () => {
  const { url, asOwner } = await ownWithoutSuperuser();
  await migrateBefore('021_deadline_kinds', url);
  // One has ended: no role of the product reads it from outside its workspace.
  await fillAs(
    asOwner,
    `insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, ended_at, outcome, fires_at) values
      ('${WORKSPACE}', '${EARLIER}', 'incident.authority', '${PERSON}', now(), now(), now(), 'met', null),
      ('${WORKSPACE}', '${TODAY}', 'approval.step', '${PERSON}', now(), now(), null, null, now())`,
  );
  await migrateTo(url, '021_deadline_kinds');
  expect(await query('select name from deadline_kinds order by name')).toEqual([
    { name: 'approval.step' },
    { name: 'incident.authority' },
  ]);
  const forced = `select relforcerowsecurity as forced from pg_class where oid = 'deadlines'::regclass`;
  expect(await query(forced)).toEqual([{ forced: true }]);
});

test('an owner without superuser, as on managed Postgres, migrates, searches and maintains partitions', async () => {
  const { url, asOwner } = await ownWithoutSuperuser();
  await migrateBefore('016_events_by_time', url);
  // Row-level security applies to this owner: it writes as the roles that it may assume.
  await fillAs(
    asOwner,
    `insert into activity_logs (workspace_id, id, module, event, entity, entity_id, subject)
      select '${WORKSPACE}', uuidv7(), 'BUSINESS', 'purpose.updated', 'purpose', '${WORKSPACE}', 'ทะเบียนผู้ป่วย ' || n from generate_series(1, 50) as n;
    insert into outbox (workspace_id, event, entity, entity_id) values ('${WORKSPACE}', 'purpose.updated', 'purpose', '${WORKSPACE}')`,
  );
  await migrate(url);
  expect(await query('select count(*)::int as n from activity_logs')).toEqual([{ n: 50 }]);
  expect(await query('select count(*)::int as n from outbox')).toEqual([{ n: 1 }]);

  const db = openDatabase(url, 'pokpong_app', 1);
  const systemDb = openDatabase(url, 'pokpong_system', 1);
  try {
    const found = (pattern: string) =>
      withScope(db, { workspaceId: WORKSPACE }, async (trx) => {
        const { rows } = await sql`select activity_logs_search(${pattern}, null)`.execute(trx);
        return rows.length;
      });
    expect(await found('%ผู้ป่วย%')).toBe(50);
    expect(await found('%ผู้ป่วย 7%')).toBe(1);
    // The function's query, as the role it runs as: through the index, where row-level security would prevent it.
    const plan = await asOwner(
      `set enable_seqscan = off; set role pokpong_search; explain select id from activity_logs where search_text like '%ผู้ป่วย 7%'`,
    );
    expect(JSON.stringify(plan)).toMatch(/Index Cond: \(search_text ~~/);
    expect(await preparePartitions(systemDb, new Date('2041-06-01'))).toContain('activity_logs_2041');
    await query('update outbox set day = current_date - 6');
    await dropOutboxDays(systemDb, new Date());
    expect(await query('select * from outbox')).toEqual([]);
    expect(await query('select seq from outbox_horizon where seq > 0')).toHaveLength(1);
  } finally {
    await Promise.all([db.destroy(), systemDb.destroy()]);
  }
});
