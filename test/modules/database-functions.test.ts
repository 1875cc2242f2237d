import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventRule } from '../../shared/registry/eventRule.ts';
import { EVENTS } from '../../shared/registry/events.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);

/** From before functions were written out in full wherever they change (docs/decisions/123). */
const REPLACING_TEXT = [
  '029_plain_names_of_counters.sql',
  '033_uuid_time.sql',
  '035_own_ids.sql',
  '056_consent_levels.sql',
  '096_consent_withdrawn_by_request.sql',
  '220_moments_of_submissions.sql',
];

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('functions of the database', () => {
  it('have at most 80 lines, as those of the code', async () => {
    const { rows } = await client.query<{ name: string; lines: number }>(`
      select proname as name, cardinality(string_to_array(pg_get_functiondef(oid), E'\\n')) as lines from pg_proc
       where pronamespace = 'public'::regnamespace and prokind <> 'a' order by lines desc, name`);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ lines }) => lines > 80)).toEqual([]);
  });

  it('write only events that exist, each of the entity that it has in the registry', async () => {
    const { rows } = await client.query<{ name: string; text: string }>(`
      select proname as name, prosrc as text from pg_proc
       where pronamespace = 'public'::regnamespace and prosrc ~* 'insert\\s+into\\s+(activity_logs|outbox)\\M' order by name`);
    const registry: Record<string, EventRule | undefined> = EVENTS;
    const written = rows.flatMap(({ name, text }) =>
      [...text.matchAll(/'(?!app\.)(\w+\.\w+)'/g)].map(([, event]) => ({
        name,
        event,
        isKnown: text.includes(`'${registry[event!]?.entity}'`),
      })),
    );
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter(({ isKnown }) => !isKnown)).toEqual([]);
  });

  it('are written out in full by the migrations that change them', async () => {
    const replacing: string[] = [];
    for (const name of (await readdir(MIGRATIONS)).toSorted())
      if ((await readFile(new URL(name, MIGRATIONS), 'utf8')).includes('pg_get_functiondef')) replacing.push(name);
    expect(replacing).toEqual(REPLACING_TEXT);
  });

  it('that write submissions are called by no role but through those that are made for it', async () => {
    const { rows } = await client.query<{ name: string; elevated: boolean; callers: string[] }>(`
      select p.proname as name, p.prosecdef as elevated,
        array(select r.rolname::text from pg_roles r
          where r.rolname like 'pokpong%' and r.rolname <> 'pokpong_ingest' and has_function_privilege(r.oid, p.oid, 'execute')
          order by 1) as callers
      from pg_proc p where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) = 'pokpong_ingest'
      order by 1`);
    const open = rows.filter(({ callers }) => callers.length > 0);
    expect(open.map(({ name, elevated, callers }) => [name, elevated, callers])).toEqual([
      ['announce_waiting_submissions', true, ['pokpong_system']],
      ['record_user_consents', true, ['pokpong_app']],
      ['split_consent_blocks', true, ['pokpong_app']],
    ]);
    // The parts have no rights but those of whatever calls them.
    const parts = rows.filter(({ elevated }) => !elevated).map(({ name }) => name);
    expect(parts).toContain('write_submissions');
    expect(parts).toContain('count_submissions');
  });
});
