import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { DB } from '../../../db/types.ts';
import { IdSet } from './idSet.ts';

/**
 * Tables that migration 003 made `totalled`: record_totals counts their rows and changes. Modules add theirs.
 */
export interface TotalledTables {}
export type TotalledTable = keyof TotalledTables & keyof DB;

/** What is looked for in a table, under a name of its own. */
export interface Search {
  readonly workspaceId: string;
  readonly table: TotalledTable;
  readonly name: string;
  /** What every match meets, on the table's own columns. */
  readonly conditions: readonly Expression<SqlBool>[];
  /** The ids of all matches, for the first time. */
  readonly find: RawBuilder<unknown>;
}

interface Entry {
  /** The newest change that it has seen. */
  readonly changes: number;
  readonly ids: IdSet;
}

/** Matches of searches by their names, oldest first. */
const entries = new Map<string, Entry>();
const ENTRY_LIMIT = 200;
const BYTE_LIMIT = 16 * 2 ** 20;
let bytes = 0;

/** More changed records than these are not looked at one by one. */
const MOST_CHANGED = 500;

/**
 * The ids of all records that a search finds, as of `changes`, the newest change of the table. Found once; after a
 * change only the records that it was of are looked at again, on every node by itself.
 */
export async function matchesOf(db: Executor, search: Search, changes: number): Promise<IdSet> {
  const { workspaceId, table, name } = search;
  const key = JSON.stringify([workspaceId, table, name]);
  const known = entries.get(key);
  if (known?.changes === changes) return known.ids;
  const entry = (known && (await brought(db, search, known))) ?? { changes, ids: await found(db, search) };
  // Of two who did this at once, the one who saw more is kept.
  if ((entries.get(key)?.changes ?? -1) <= entry.changes) keep(key, entry);
  return entry.ids;
}

async function found(db: Executor, { find }: Search): Promise<IdSet> {
  const { rows } = await sql<{
    ids: Buffer | null;
  }>`select string_agg(uuid_send(id), ''::bytea) as ids from (${find}) as matches (id) ${sql.raw(CUSTOM_PLAN)}`.execute(
    db,
  );
  return new IdSet(rows[0]?.ids ?? Buffer.alloc(0));
}

/** What was known, with the records that have changed since looked at again; undefined where too many have. */
async function brought(
  db: Executor,
  { workspaceId, table, conditions }: Search,
  known: Entry,
): Promise<Entry | undefined> {
  // In one statement, so that all of it is of one moment.
  const { rows } = await sql<{ changes: number; noted: boolean; changed: string[]; matching: string[] }>`
    with latest as materialized (
      select t.changes, t.noted_from <= ${known.changes} as noted,
        array(select distinct c.id from record_changes c
          where c.workspace_id = ${workspaceId} and c.record = ${table} and c.change > ${known.changes} limit ${MOST_CHANGED + 1}) as changed
      from record_totals t where t.workspace_id = ${workspaceId} and t.record = ${table})
    select latest.*, array(select id from ${sql.table(table)} where workspace_id = ${workspaceId} and id = any((select changed from latest)::uuid[])
        and ${sql.join([...conditions], sql` and `)}) as matching
    from latest where noted and cardinality(changed) <= ${MOST_CHANGED}`.execute(db);
  const latest = rows[0];
  if (!latest) return undefined;
  const { changes, changed, matching } = latest;
  return { changes, ids: changed.length === 0 ? known.ids : known.ids.updated(changed, matching) };
}

function keep(key: string, entry: Entry): void {
  bytes += entry.ids.byteLength - (entries.get(key)?.ids.byteLength ?? 0);
  entries.delete(key);
  entries.set(key, entry);
  for (const [oldest, { ids }] of entries) {
    if (oldest === key || (entries.size <= ENTRY_LIMIT && bytes <= BYTE_LIMIT)) break;
    entries.delete(oldest);
    bytes -= ids.byteLength;
  }
}
