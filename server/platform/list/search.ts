import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { PublishFilter } from '../../../shared/listRule.ts';
import type { List } from '../../../shared/list.ts';
import type { TableWith } from '../records/rows.ts';
import { containing, countOf, pageOf } from './list.ts';
import { matchesOf, type Search, type TotalledTable } from './matches.ts';

/** Tables that a migration made `searchable`: a function of each finds its rows by search_text. */
type SearchedTable = TableWith<'workspaceId' | 'id' | 'searchText'>;

interface Page {
  readonly pageSize: number;
  readonly currentPage: number;
  readonly sortBy: string;
  readonly sortDirection: 'ASC' | 'DESC';
  readonly query: string;
  readonly status?: PublishFilter;
}
interface Narrower {
  /** The SQL behind each sortable column, as indexed. */
  sort: Record<string, Expression<unknown>>;
  /**
   * Further conditions on the table's own columns, each under a name that distinguishes it from others with its value
   * in it.
   */
  where?: Record<string, Expression<SqlBool>>;
  /** Conditions that look at other tables, whose changes the table's mark does not tell. */
  elsewhere?: readonly Expression<SqlBool>[];
}

/**
 * Up to so many matches are taken by id; beyond, every hundredth row or more matches and a walk in sorted order is
 * quick.
 */
export const NARROW = 1000;
/**
 * A trigram needs three letters in a row; Thai tone marks are no letters to Postgres. Shorter texts would read the
 * whole index.
 */
const HAS_TRIGRAM = /[\p{L}\p{N}\u0e31\u0e34-\u0e3a]{3}/u;

/**
 * Ids of one page of a searched list, with its exact total, at a cost that hardly depends on the table's size
 * (docs/decisions/009). The caller reads the rows of these ids, so that what a page skips is never joined.
 */
export async function pageOfIds(
  db: Executor,
  workspaceId: string,
  table: TotalledTable,
  input: Page,
  { sort, where = {}, elsewhere = [] }: Narrower,
): Promise<List<string>> {
  const { query } = input;
  const conditions = Object.values(where);
  const status = input.status && input.status !== 'ALL' ? input.status : null;
  const totals = await totalsOf(db, workspaceId, table);
  const found = query
    ? await matchesOf(
        db,
        { ...searchOf(workspaceId, table, query), find: findAll(workspaceId, table, query) },
        totals.changes,
      )
    : null;
  const narrow = found !== null && found.size <= NARROW;
  const own = [...(status ? [sql<SqlBool>`status = ${status.toLowerCase()}`] : []), ...conditions];

  let rows = db.selectFrom(table).where('workspaceId', '=', workspaceId);
  if (narrow) rows = rows.where(sql<SqlBool>`id = any(${found.ids()}::uuid[])`);
  else if (query) rows = rows.where(contains(query));
  for (const condition of [...own, ...elsewhere]) rows = rows.where(condition);

  const count = async () => {
    if (elsewhere.length > 0) return countOf(rows);
    if (found && own.length === 0) return found.size;
    if (narrow) return countOf(rows);
    if (found) {
      const search = searchOf(workspaceId, table, query, own, [status, Object.keys(where)]);
      return (await matchesOf(db, { ...search, find: sql`${rows.select('id')}` }, totals.changes)).size;
    }
    if (conditions.length === 0) return status ? totals[status] : totals.DRAFT + totals.PUBLISHED;
    const key = JSON.stringify([workspaceId, table, totals.changes, status, Object.keys(where)]);
    return remembered(key, () => countOf(rows));
  };
  const total = await count();
  if (total === 0)
    return {
      collection: [],
      meta: { currentPage: input.currentPage, pageSize: input.pageSize, totalPage: 1, totalItems: 0 },
    };
  const page = await pageOf(rows, input, (selected) => selected.select('id'), sort, sql.ref('id'), total);
  return { ...page, collection: page.collection.map(({ id }) => id) };
}

/** A search for a text, `narrowed` further by conditions whose names are in `names`. */
const searchOf = (
  workspaceId: string,
  table: TotalledTable,
  query: string,
  narrowed: readonly Expression<SqlBool>[] = [],
  names: unknown = null,
): Omit<Search, 'find'> => ({
  workspaceId,
  table,
  name: JSON.stringify([query, names]),
  conditions: [contains(query), ...narrowed],
});

/** The ids of all rows that contain a text. */
const findAll = (workspaceId: string, table: TotalledTable, query: string): RawBuilder<unknown> =>
  HAS_TRIGRAM.test(query)
    ? sql`select ${search(table, query, null)}`
    : sql`select id from ${sql.table(table)} where workspace_id = ${workspaceId} and ${contains(query)}`;

/** The rows in the order of the ids; one that went away between two reads is left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

// Not LIKE: behind row-level security Postgres takes that for a rare match, reads the whole workspace and sorts it,
// where a walk in sorted order finds a page of a broad search at once.
export const contains = (query: string) => sql<SqlBool>`strpos(search_text, lower(${query})) > 0`;
const search = (table: SearchedTable, query: string, limit: number | null) =>
  sql`${sql.id(`${table}Search`)}(${containing(query)}, ${limit}::bigint)`;

/** Ids of the rows that contain the text; of more than NARROW only so many and one. */
export async function matching(
  db: Executor,
  workspaceId: string,
  table: SearchedTable,
  query: string,
): Promise<string[]> {
  if (!HAS_TRIGRAM.test(query)) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where(contains(query))
      .limit(NARROW + 1)
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .execute();
    return rows.map(({ id }) => id);
  }
  const { rows } = await sql<{
    ids: string[];
  }>`select coalesce(array_agg(id), '{}') as ids from ${search(table, query, NARROW + 1)} as id`.execute(db);
  return rows[0]?.ids ?? [];
}

/** How many rows contain the text; undefined for a text that the index does not find. */
export async function countMatching(db: Executor, table: SearchedTable, query: string): Promise<number | undefined> {
  if (!HAS_TRIGRAM.test(query)) return undefined;
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from ${search(table, query, null)} as id`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Drafts and published records of a workspace, and the mark of its newest change. */
export async function totalsOf(
  db: Executor,
  workspaceId: string,
  table: TotalledTable,
): Promise<{ DRAFT: number; PUBLISHED: number; changes: number }> {
  const row = await db
    .selectFrom('recordTotals')
    .select(['drafts', 'published', 'changes'])
    .where('workspaceId', '=', workspaceId)
    .where('record', '=', table)
    .executeTakeFirst();
  return { DRAFT: row?.drafts ?? 0, PUBLISHED: row?.published ?? 0, changes: row?.changes ?? 0 };
}

// What was found and counted, so that leafing through a search or sorting it again searches once. A key holds the mark
// of the newest change, which every node reads from the database: an entry is never wrong, only no longer asked for.
const results = new Map<string, unknown>();
const CACHE_SIZE = 200;

/** What `find` answers, looked for once under a key that names the newest change of what it looks at. */
export async function remembered<Result>(key: string, find: () => Promise<Result>): Promise<Result> {
  if (results.has(key)) return results.get(key) as Result;
  const result = await find();
  const oldest = results.size >= CACHE_SIZE ? results.keys().next().value : undefined;
  if (oldest !== undefined) results.delete(oldest);
  results.set(key, result);
  return result;
}
