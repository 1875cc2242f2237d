import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError } from './manifest.ts';

/** A table as a backup sees it. */
export interface Table {
  name: string;
  /** All but the computed ones. */
  columns: string[];
  /** ORDER BY terms that give the rows one order on every machine. */
  order: string[];
}

/** Its positions are transaction numbers, which mean nothing in another cluster; live clients fetch again. */
const LEFT_OUT = ['outbox', 'outbox_horizon', 'kysely_migration', 'kysely_migration_lock', 'migration_checksums'];

/** Who is connected, and whom the tables of the product belong to (where there are none yet, the database). */
export interface Standing {
  user: string;
  superuser: boolean;
  owner: string;
}

/** Who is connected, and what they may. `bypasses`: sees every row. `member`: may do what the owner may. */
export async function standingOf(client: pg.ClientBase): Promise<Standing & { bypasses: boolean; member: boolean }> {
  const { rows } = await client.query<Standing & { bypasses: boolean; member: boolean }>(`
    select current_user as user, rolsuper as superuser, rolsuper or rolbypassrls as bypasses, owner,
      pg_has_role(current_user, owner, 'usage') as member
    from pg_roles, lateral (
      select pg_get_userbyid(coalesce((select relowner from pg_class where oid = to_regclass('public.workspaces')), datdba)) as owner
      from pg_database where datname = current_database()) as belongs
    where rolname = current_user`);
  return rows[0]!;
}

/**
 * Makes sure that this user sees every row, which row-level security would silently hide, and may do what the owner of
 * the tables may.
 * @throws BackupError
 */
export async function requireAllRows(client: pg.ClientBase): Promise<Standing> {
  const { user, superuser, owner, bypasses, member } = await standingOf(client);
  const statements = [
    ...(bypasses ? [] : [`alter role ${quote(user)} bypassrls;`]),
    ...(member ? [] : [`grant ${quote(owner)} to ${quote(user)};`]),
  ];
  if (statements.length === 0) return { user, superuser, owner };
  throw new BackupError(
    `The database role ${user} does not see every row of the tables of ${owner}. Use a superuser in DATABASE_URL, or a role of its own for backups, and let an administrator run: ${statements.join(' ')}`,
  );
}

/** All tables of the product, each after those that it refers to, in the same order whoever asks. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `
    select class.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce(
        (select array_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end order by place)
          from pg_index, unnest(indkey) with ordinality as key (number, place)
          join pg_attribute on attnum = number
          where indrelid = class.oid and indisprimary and attrelid = class.oid),
        array[quote_ident(class.relname) || '::text collate "C"']) as "order"
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and class.relname <> all ($1)
    order by class.relname`,
    [LEFT_OUT],
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(`
    select distinct child.relname as child, parent.relname as parent
    from pg_constraint join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid order by 1, 2`);
  return parentsFirst(tables, references);
}

/**
 * The periods that the partitions of `table` are named after (`user_consents_202611`: 202611); what is in them is read
 * and written through their table.
 */
export async function listPeriods(client: pg.ClientBase, table: 'user_consents' | 'activity_logs'): Promise<string[]> {
  const { rows } = await client.query<{ period: string }>(
    `select substring(relname from '_([0-9]+)$') as period from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = to_regclass('public.' || $1) and relname ~ '_[0-9]+$' order by 1`,
    [table],
  );
  return rows.map(({ period }) => period);
}

function parentsFirst(tables: Table[], references: { child: string; parent: string }[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const visit = (name: string, path: string[]) => {
    const table = byName.get(name);
    // A ring of references has no right order; it is restored with the checks switched off.
    if (table === undefined || ordered.has(table) || path.includes(name)) return;
    for (const { child, parent } of references) if (child === name) visit(parent, [...path, name]);
    ordered.add(table);
  };
  for (const { name } of tables) visit(name, []);
  return [...ordered];
}

const LINE_END = 0x0a;

/**
 * Reads all rows of `table` as COPY text, and writes them compressed and encrypted to a file when one is given.
 * @returns number of rows, and the SHA-256 of the text
 */
export async function copyOut(
  client: pg.ClientBase,
  table: Table,
  to?: { file: string; seal: (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> },
): Promise<{ rows: number; sha256: string }> {
  const source = client.query(
    copyTo(
      `copy (select ${names(table.columns)} from ${quote(table.name)} order by ${table.order.join(', ')}) to stdout`,
    ),
  );
  const hash = createHash('sha256');
  // Counted here: the stream may end before the server's own count has arrived. A line end within a value is escaped.
  let rows = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      done(null, to === undefined ? undefined : chunk);
    },
  });
  if (to === undefined) await pipeline(source, tap, new Writable({ write: (_chunk, _encoding, done) => done() }));
  else await pipeline(source, tap, createGzip(), to.seal, createWriteStream(to.file, { mode: 0o600, flush: true }));
  return { rows, sha256: hash.digest('hex') };
}

/** Settings under which COPY writes and reads the same text on every machine. */
export const COPY_SETTINGS =
  "set local datestyle = 'ISO'; set local timezone = 'UTC'; set local bytea_output = 'hex'; set local intervalstyle = 'iso_8601'; set local row_security = off; set local statement_timeout = 0";

/** A name as SQL takes it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of names as SQL takes it. */
export function names(list: string[]): string {
  return list.map(quote).join(', ');
}
