import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { List } from '../../../shared/list.ts';
import type { DB } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { metaOf } from './rows.ts';

interface PageInput {
  readonly pageSize: number;
  readonly currentPage: number;
  readonly sortBy: string;
  readonly sortDirection: 'ASC' | 'DESC';
}

/** What every list is asked: a page of it, in an order, narrowed by a text. */
export interface Page extends PageInput {
  readonly query: string;
}

/**
 * One page of a list with its total. `filtered` carries joins and conditions but no selection of rows' order;
 * `select` adds the columns; `sort` names the SQL behind each sortable column; `tieBreak` (a unique column)
 * keeps pages apart where the sorted values are equal; `known` is the total where the caller has it already.
 * Example: `pageOf(filtered, input, (query) => query.select(['a.id', 'a.name']), { name: thai('a.name'), updatedAt:
 * sql.ref('a.updatedAt') }, sql.ref('a.id'))`
 */
export async function pageOf<Tables extends keyof DB, Selected, Row>(
  filtered: SelectQueryBuilder<DB, Tables, Selected>,
  input: PageInput,
  select: (query: SelectQueryBuilder<DB, Tables, Selected>) => SelectQueryBuilder<DB, Tables, Row>,
  sort: Record<string, Expression<unknown>>,
  tieBreak: Expression<unknown>,
  known?: number,
): Promise<List<Row>> {
  const direction = input.sortDirection === 'ASC' ? 'asc' : 'desc';
  const order = sort[input.sortBy];
  if (!order) throw new Error(`list cannot sort by ${input.sortBy}`);
  const page = select(filtered)
    .orderBy(order as never, direction)
    .orderBy(tieBreak as never, direction)
    .limit(input.pageSize)
    .offset((input.currentPage - 1) * input.pageSize)
    .modifyEnd(sql.raw(CUSTOM_PLAN));
  const [total, rows] = await Promise.all([known ?? countOf(filtered), page.execute()]);
  return {
    collection: rows as Row[],
    meta: metaOf(input, total),
  };
}

/** Number of rows of a query, whatever it selects. */
export async function countOf<Tables extends keyof DB, Selected>(
  filtered: SelectQueryBuilder<DB, Tables, Selected>,
): Promise<number> {
  const counted = (await filtered
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    .modifyEnd(sql.raw(CUSTOM_PLAN))
    .executeTakeFirstOrThrow()) as { total: number };
  return Number(counted.total);
}

/** A column in Thai dictionary order: ก กา เก แก ขา ไข. */
export const thai = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)} collate thai`;

/** The same by a long column's first 200 letters, as migration 003 indexes it. */
export const thaiStart = (column: string): RawBuilder<string> =>
  sql<string>`left(${sql.ref(column)}, 200) collate thai`;

/** A date by which rows that have none come last in either direction. */
export const undatedLast = (column: string, direction: PageInput['sortDirection']): RawBuilder<unknown> =>
  direction === 'ASC' ? sql.ref(column) : sql`coalesce(${sql.ref(column)}, '-infinity')`;

/** A pattern for ILIKE that finds `query` anywhere; its own wildcards are taken as letters. */
export const containing = (query: string): string => `%${query.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
