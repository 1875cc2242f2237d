import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../db/migrator.ts';
import { timeOfUuid } from '../../server/platform/database/uuidTime.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

describe('every supported Postgres', () => {
  it('reads the time of an id to the millisecond', async () => {
    const ids = [
      ...Array.from({ length: 20 }, () => randomUUIDv7()),
      '00000000-0000-7000-8000-000000000000',
      '01890000-0001-7000-8000-000000000001',
      '03e0a1b2-c3d4-7fff-bfff-ffffffffffff',
    ];
    const rows = await query<{ id: string; at: Date }>('select id, uuid_time(id) as at from unnest($1::uuid[]) as id', [
      ids,
    ]);
    expect(rows.map(({ id, at }) => [id, at.getTime()])).toEqual(ids.map((id) => [id, timeOfUuid(id)]));
  });

  it('generates ids of the current moment', async () => {
    const before = Date.now();
    const [{ id } = { id: '' }] = await query<{ id: string }>('select new_uuid() as id');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // The clock of the database is this machine's.
    expect(timeOfUuid(id) - before).toBeGreaterThanOrEqual(-1);
    expect(timeOfUuid(id)).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('has every function called by those of the product: none has Postgres generate an id or read its time', async () => {
    const rows = await query(
      "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'uuid_extract_(timestamp|version)|\\muuidv[47]\\M' and proname <> 'uuidv7'",
    );
    expect(rows).toEqual([]);
  });

  it('puts the text of what places submissions into the statement that writes them: a call would be planned each time', async () => {
    const nulls = Array.from({ length: 12 }, () => 'null').join(', ');
    const plan = await query(`explain select * from placed_submissions(${nulls})`);
    const text = JSON.stringify(plan);
    expect(text).toContain('CTE given');
    expect(text).not.toContain('Function Scan on placed_submissions');
  });
});

it('a Postgres that is too old is refused, with its version and the required one', async () => {
  await query(`create schema earlier; create function earlier.current_setting(name text) returns text language sql stable
    return case name when 'server_version_num' then '140023' else '14.23' end`);
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=earlier,pg_catalog,public');
  await expect(migrate(url.href)).rejects.toThrow(/this is Postgres 14\.23; Pokpong needs 15 or newer/);
});
