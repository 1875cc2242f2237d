import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BinaryRow, binaryRows } from '../../db/binaryRows.ts';
import { isoTime } from '../../db/values.ts';
import { buildPerson, sharedServer, type Person, type TestServer } from '../factories.ts';

let server: TestServer;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  server = await sharedServer();
  person = await buildPerson(server);
  stranger = await buildPerson(server);
});
afterAll(() => server.close());

const read = (query: RawBuilder<unknown>, workspaceId = person.workspaceId) =>
  server.deps.copyOut.read({ workspaceId }, query.compile(server.deps.db));
const textsOf = (rows: Buffer) => [...binaryRows(rows)].map((row) => row.text(0));

describe('rows read by COPY', () => {
  it('are those of the scope and no others, whatever the query selects', async () => {
    expect(textsOf(await read(sql`select id::text from personnel`))).toEqual([person.personnelId]);
    expect(textsOf(await read(sql`select id::text from personnel where id = ${stranger.personnelId}::uuid`))).toEqual(
      [],
    );
    expect(textsOf(await read(sql`select id::text from personnel`, ''))).toEqual([]);
    // One after the other over few connections: no scope remains on them.
    for (let round = 0; round < 4; round += 1) {
      const { workspaceId, personnelId } = round % 2 === 0 ? stranger : person;
      expect(textsOf(await read(sql`select id::text from personnel`, workspaceId))).toEqual([personnelId]);
    }
  });

  it('are read as pokpong_app, and nothing is written', async () => {
    expect(textsOf(await read(sql`select current_user::text`))).toEqual(['pokpong_app']);
    await expect(read(sql`select password_hash from users`)).rejects.toThrow(/permission denied/);
    await expect(read(sql`select nextval('outbox_id_seq')::text`)).rejects.toThrow();
    // A failed query leaves a connection on which the next one does not fail.
    for (let round = 0; round < 3; round += 1) {
      await expect(read(sql`select 1 / 0`)).rejects.toThrow(/division by zero/);
      expect(textsOf(await read(sql`select 'well'`))).toEqual(['well']);
    }
  });

  it('contain the exact values, even if crafted to end the query', async () => {
    const texts = ["it's", "'; drop table applications; --", 'a\\b\\', "\\'", '$1 $2', '"', 'ภาษาไทย\n\t', '', '\\x41'];
    for (const text of texts)
      expect(textsOf(await read(sql`select ${text}::text where ${text}::text = ${text}::text`)), text).toEqual([text]);
    const bytes = Buffer.from([0, 255, 39, 92, 10]);
    const [row] = binaryRows(
      await read(sql`select ${bytes}, ${-5}::integer, ${true}, ${null}::text, ${7}::integer - ${-2}::integer`),
    );
    expect([row!.bytes(0), row!.integer(1), row!.boolean(2), row!.isNull(3), row!.integer(4)]).toEqual([
      bytes,
      -5,
      true,
      true,
      9,
    ]);
    await expect(read(sql`select ${'a\0b'}::text`)).rejects.toThrow('cannot have this value');
    await expect(read(sql`select ${{ a: 1 }}::json`)).rejects.toThrow('cannot have this value');
    const elements: string[] = [];
    for (const one of binaryRows(await read(sql`select unnest(${[...texts, 'null']}::text[])`)))
      elements.push(one.text(0));
    expect(elements).toEqual([...texts, 'null']);
    const [list] = binaryRows(
      await read(sql`select cardinality(${[1, null, -2]}::integer[]), cardinality(${[]}::uuid[])`),
    );
    expect([list!.integer(0), list!.integer(1)]).toEqual([3, 0]);
  });

  it('equal the same rows read one by one', async () => {
    const moments = [
      '2026-02-28 23:59:59.999999+07',
      '1969-12-31 23:59:59.999999+00',
      '1970-01-01 00:00:00+00',
      '1999-12-31 23:59:59.000001+00',
      '1600-06-01 12:00:00.5+00',
      '0044-03-15 12:00:00+00 BC',
      '2999-01-01 00:00:00.123456+00',
      '9999-12-31 23:59:59.999+00',
    ];
    const query = sql<{ at: string; size: number; name: string | null }>`
      select m::timestamptz as at, (n * 4503599627370495 / 4)::bigint as size, case when n % 3 = 0 then null else repeat('ก', n::integer) end as name
      from unnest(string_to_array(${moments.join(',')}, ',')) with ordinality as x (m, n) order by n`;
    const { rows } = await query.execute(server.owner);
    const copied = [...binaryRows(await read(query))].length;
    expect(copied).toBe(moments.length);
    const row = new BinaryRow(await read(query));
    for (const { at, size, name } of rows) {
      expect(row.next()).toBe(true);
      expect(new Date(row.moment(0)).toISOString()).toBe(isoTime(at));
      expect(row.bigint(1)).toBe(size);
      expect(row.isNull(2) ? null : row.text(2)).toBe(name);
    }
    expect(row.next()).toBe(false);
    const [endless] = binaryRows(await read(sql`select 'infinity'::timestamptz, '-infinity'::timestamptz`));
    expect([endless!.moment(0), endless!.moment(1)]).toEqual([Infinity, -Infinity]);
  });

  it('are separated by field delimiters only', async () => {
    const rest = async (text: string, last: string | null) =>
      [...binaryRows(await read(sql`select ${text.length}::integer, ${text}::text, ${last}::text`))][0]!.restFrom(1);
    const first = await rest('ab', 'c');
    expect(await rest('ab', 'c')).toBe(first);
    expect(new Set([first, await rest('a', 'bc'), await rest('ab', null), await rest('ab', '')]).size).toBe(4);
  });
});
