import { type Expression, type SqlBool, sql } from 'kysely';
import type { Executor } from '../db/client.ts';
import type { List } from '../shared/list.ts';
import { containing, countOf, pageOf } from './list.ts';

/** Tables that migration 003 made `searchable` and `totalled`: they share the columns id, status and search_text. */
export type SearchableTable = 'applications' | 'purposes';

interface Page {
  readonly pageSize: number;
  readonly currentPage: number;
  readonly sortBy: string;
  readonly sortDirection: 'ASC' | 'DESC';
  readonly query: string;
  readonly status?: 'ALL' | 'PUBLISHED' | 'DRAFT';
}
interface Narrower {
  /** The SQL behind each sortable column, as indexed. */
  sort: Record<string, Expression<unknown>>;
  /** Further conditions, each under a name that tells it apart from others with its value in it. */
  where?: Record<string, Expression<SqlBool>>;
}

/** Up to so many matches are taken by id; beyond, every hundredth row or more matches and a walk in sorted order is quick. */
const NARROW = 1000;
/** A trigram needs three letters in a row; Thai tone marks are no letters to Postgres. Shorter texts would read the whole index. */
const HAS_TRIGRAM = /[\p{L}\p{N}\u0e31\u0e34-\u0e3a]{3}/u;

/**
 * Ids of one page of a searched list, with its exact total, at a cost that hardly depends on the table's size
 * (docs/decisions/009). The caller reads the rows of these ids, so that what a page skips is never joined.
 */
export async function pageOfIds(db: Executor, workspaceId: string, table: SearchableTable, input: Page, { sort, where = {} }: Narrower): Promise<List<string>> {
  const conditions = Object.entries(where);
  const status = input.status && input.status !== 'ALL' ? input.status : null;
  const found = input.query && HAS_TRIGRAM.test(input.query) ? await matching(db, table, input.query, NARROW + 1) : null;
  const narrow = found !== null && found.length <= NARROW;

  let rows = db.selectFrom(table as 'applications').where('workspaceId', '=', workspaceId);
  if (narrow) rows = rows.where(sql<SqlBool>`id = any(${found}::uuid[])`);
  else if (input.query) rows = rows.where('searchText', 'like', sql<string>`lower(${containing(input.query)})`);
  if (status) rows = rows.where('status', '=', status.toLowerCase());
  for (const [, condition] of conditions) rows = rows.where(condition);

  const count = async () => {
    if (narrow) return conditions.length === 0 && !status ? found.length : countOf(rows);
    const totals = await totalsOf(db, workspaceId, table);
    if (!input.query && conditions.length === 0) return status ? totals[status] : totals.DRAFT + totals.PUBLISHED;
    const key = JSON.stringify([workspaceId, table, totals.changes, input.query, status, conditions.map(([name]) => name)]);
    const alone = found !== null && conditions.length === 0 && !status;
    return remembered(key, () => (alone ? countMatching(db, table, input.query) : countOf(rows)));
  };
  const page = await pageOf(rows, input, (query) => query.select('id'), sort, sql.ref('id'), await count());
  return { ...page, collection: page.collection.map(({ id }) => id) };
}

/** The rows in the order of the ids; one that went away between two reads is left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const search = (table: SearchableTable, query: string, limit: number | null) => sql`${sql.raw(table)}_search(${containing(query)}, ${limit}::bigint)`;

async function matching(db: Executor, table: SearchableTable, query: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select coalesce(array_agg(id), '{}') as ids from ${search(table, query, limit)} as id`.execute(db);
  return rows[0]?.ids ?? [];
}

async function countMatching(db: Executor, table: SearchableTable, query: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${search(table, query, null)} as id`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Drafts and published records of a workspace, and the mark of its newest change. */
export async function totalsOf(db: Executor, workspaceId: string, table: SearchableTable): Promise<{ DRAFT: number; PUBLISHED: number; changes: number }> {
  const row = await db
    .selectFrom('recordTotals')
    .select(['drafts', 'published', 'changes'])
    .where('workspaceId', '=', workspaceId)
    .where('record', '=', table)
    .executeTakeFirst();
  return { DRAFT: row?.drafts ?? 0, PUBLISHED: row?.published ?? 0, changes: row?.changes ?? 0 };
}

// Totals of broad searches, so that leafing through one counts once. A key holds the mark of the newest change,
// which every node reads from the database: an entry is never wrong, only no longer asked for.
const totals = new Map<string, number>();
const KEPT = 2000;

async function remembered(key: string, count: () => Promise<number>): Promise<number> {
  const known = totals.get(key);
  if (known !== undefined) return known;
  const total = await count();
  const oldest = totals.size >= KEPT ? totals.keys().next().value : undefined;
  if (oldest !== undefined) totals.delete(oldest);
  totals.set(key, total);
  return total;
}
