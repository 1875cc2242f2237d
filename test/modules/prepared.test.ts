import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase, withScope } from '../../db/client.ts';
import { StatementNames } from '../../db/statementNames.ts';
import { together } from '../../db/together.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 'owner', 1);
  await sql`create table samples (id int primary key, name text, at timestamptz default '2026-01-02 03:04:05.678+00',
    day date default '2026-01-02', size bigint default 9007199254740991, price numeric default 12.50, on_sale boolean default true,
    tags text[] default array['ก, "ข"', null], counts bigint[] default array[1, 2], data jsonb default '{"a": [1, null, "ค"]}', bytes bytea default '\\x00ff')`.execute(
    db,
  );
  await sql`insert into samples (id, name) values (1, 'หนึ่ง'), (2, null), (3, 'three "quoted", {x}')`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const preparedTexts = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements order by prepare_time`.execute(db))
    .rows;
const thrice = async (work: () => Promise<unknown>) => {
  for (let turn = 0; turn < 3; turn += 1) await work();
};

describe('a statement', () => {
  it('is prepared once it was sent repeatedly, a single one for lists of any length', async () => {
    const named = (ids: number[]) => sql`select name from samples where id = any(${ids}::int[])`.execute(db);
    const before = (await preparedTexts()).length;
    await named([1]);
    expect((await preparedTexts()).length).toBe(before);
    for (const ids of [[1], [1, 2], [], [3, 2, 1]]) await named(ids);
    const texts = (await preparedTexts()).map(({ statement }) => statement);
    expect(texts.filter((text) => text.includes('select name from samples where id = any'))).toHaveLength(1);
  });

  it('of the query builder has one text for lists of any length', async () => {
    const of = (ids: string[]) =>
      db.selectFrom('users').select('id').where('id', 'in', ids).where('id', 'not in', ids).compile().sql;
    expect(of(['a'])).toBe(of(['a', 'b', 'c']));
    const id = '01890000-0001-7000-8000-000000000001';
    const found = await db.selectFrom('users').select('id').where('id', 'in', [id]).execute();
    expect(found).toEqual([]);
  });

  it('recovers automatically when its tables change, outside of a transaction and at its start', async () => {
    const all = (executor: Db) => sql<{ id: number }>`select * from samples order by id`.execute(executor);
    await thrice(() => all(db));
    await sql`alter table samples add column added int default 7`.execute(db);
    expect((await all(db)).rows[0]).toMatchObject({ id: 1, added: 7 });
    await thrice(() => all(db));
    await sql`alter table samples drop column added`.execute(db);
    const rows = await withScope(db, { workspaceId: '01890000-0001-7000-8000-000000000001' }, async (trx) => {
      const { rows: first } = await all(trx);
      const { rows: scope } = await sql<{ ws: string }>`select current_setting('app.workspace_id') as ws`.execute(trx);
      return { first: first[0], scope: scope[0]?.ws };
    });
    expect(rows.first).not.toHaveProperty('added');
    expect(rows.scope).toBe('01890000-0001-7000-8000-000000000001');
  });

  it('continues unprepared if a pooler has dropped the prepared statement', async () => {
    const one = openDatabase(database.url, 'owner', 1);
    const count = () => sql<{ count: number }>`select count(*) as count from samples where id > ${0}`.execute(one);
    await thrice(count);
    await sql`deallocate all`.execute(one);
    expect((await count()).rows).toEqual([{ count: 3 }]);
    await thrice(count);
    expect((await sql`select 1 from pg_prepared_statements`.execute(one)).rows).toEqual([]);
    await one.destroy();
  });

  it('is never prepared if that is switched off', async () => {
    const plain = openDatabase(database.url, 'owner', 1, { prepared: false });
    await thrice(() => sql`select name from samples where id = ${1}`.execute(plain));
    expect((await sql`select 1 from pg_prepared_statements`.execute(plain)).rows).toEqual([]);
    await plain.destroy();
  });
});

describe('names of statements', () => {
  const sent = (names: StatementNames, text: string) => [1, 2, 3].map(() => names.nameOf(text)).at(-1);

  it('are limited in number, and few differ only in the length of a list', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 1000 }, (_, place) => sent(names, `select ${place}`)).filter(Boolean);
    expect(new Set(given).size).toBe(given.length);
    expect(given).toHaveLength(250);
    const values = (rows: number) =>
      `insert into t values ${Array.from({ length: rows }, (_, row) => `($${2 * row + 1}, $${2 * row + 2})`).join(', ')}`;
    const lists = new StatementNames();
    expect(Array.from({ length: 50 }, (_, rows) => sent(lists, values(rows + 1))).filter(Boolean)).toHaveLength(4);
    expect(sent(lists, 'select 1 /* custom plan */')).toBeUndefined();
    expect(sent(lists, `select ${'x'.repeat(30_000)}`)).toBeUndefined();
  });
});

describe('pipelined queries', () => {
  const all = (executor: Db) => sql`select * from samples order by id desc`.execute(executor);
  const named = (executor: Db, name: string) =>
    sql`select id, name from samples where name = ${name}`.execute(executor);
  const ask = (trx: Db) =>
    Promise.all([all(trx), named(trx, 'หนึ่ง'), named(trx, 'nobody'), named(trx, 'three "quoted", {x}')]);

  it('return the same as each alone would, value for value', async () => {
    const alone = await db.transaction().execute((trx) => ask(trx));
    await db.transaction().execute((trx) => together(trx, ask));
    const joined = await db.transaction().execute((trx) => together(trx, ask));
    expect(joined.map(({ rows }) => rows)).toEqual(alone.map(({ rows }) => rows));
    expect(joined[0]!.rows).toHaveLength(3);
  });

  it('end before their transaction does, if one part fails', async () => {
    await expect(
      db
        .transaction()
        .execute((trx) =>
          together(trx, (asking) =>
            Promise.all([
              sql`select 1 / ${0}::int as broken`.execute(asking),
              named(asking, 'หนึ่ง').then(() => named(asking, 'nobody')),
            ]),
          ),
        ),
    ).rejects.toThrow(/division by zero/);
    expect((await named(db, 'หนึ่ง')).rows).toHaveLength(1);
  });
});
