import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { endOf, lastClosedDay, startOf } from '../../../shared/bangkok.ts';

/** Which entries to count, and which page of them to locate. */
interface Wanted {
  /** First and last Bangkok day, both included. */
  from?: string;
  to?: string;
  module?: string;
  /** Entries before the page. */
  offset: number;
  newestFirst: boolean;
}

export interface Place {
  total: number;
  /** The day that the page starts in, and how many entries of the range precede that day; null after the last entry. */
  start: { day: string; before: number } | null;
}

/**
 * How many entries the range has, and the day that a page starts in. Past days are read from activity_counts (migration
 * 002), today's entries are counted. Exact: an entry that is written into a counted day removes the count of that day.
 */
export async function locate(
  trx: Trx,
  workspaceId: string,
  { from, to, module, offset, newestFirst }: Wanted,
  now: Date,
): Promise<Place> {
  const through = await rollUp(trx, workspaceId, now);
  const openFrom = from && from > through ? startOf(from) : endOf(through);
  const direction = newestFirst ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ total: number; day: string | null; before: number | null }>`
    with days as (
      select day, entries from activity_counts
      where workspace_id = ${workspaceId} and module = ${module ?? ''} and entries > 0
        ${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day <= ${to}` : sql``}
      union all
      select (created_at at time zone 'Asia/Bangkok')::date, count(*) from activity_logs
      where workspace_id = ${workspaceId} and created_at >= ${openFrom}
        ${module ? sql`and module = ${module}` : sql``} ${to ? sql`and created_at < ${endOf(to)}` : sql``}
      group by 1
    ), running as (
      select day, entries, sum(entries) over (order by day ${direction}) as reached from days
    ), page as (
      select day, reached - entries as before from running where reached > ${offset} order by reached limit 1
    )
    select (select coalesce(sum(entries), 0) from days) as total, page.day, page.before
    from (values (1)) as one left join page on true`.execute(trx);
  const [{ total, day, before } = { total: 0, day: null, before: null }] = rows;
  return { total, start: day === null ? null : { day, before: before ?? 0 } };
}

/** Counts the days that have ended since the last count. @returns the newest day that is counted */
async function rollUp(trx: Trx, workspaceId: string, now: Date): Promise<string> {
  const closed = lastClosedDay(now);
  const { newest } = await trx
    .selectFrom('activityCounts')
    .select((eb) => eb.fn.max('day').as('newest'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (newest && newest >= closed) return newest;
  const since = newest ? sql`and created_at >= ${endOf(newest)}` : sql``;
  // Module '' is the sum of all modules. The last day has such a row even without entries, to mark how far the counts
  // reach. Two readers on the first morning write the same rows; those of the second one are dropped.
  await sql`
    with counted as (
      select (created_at at time zone 'Asia/Bangkok')::date as day, coalesce(module, '') as module, count(*) as entries
      from activity_logs
      where workspace_id = ${workspaceId} and created_at < ${endOf(closed)} ${since}
      group by grouping sets ((1, activity_logs.module), (1))
    )
    insert into activity_counts (workspace_id, day, module, entries)
    select ${workspaceId}::uuid, day, module, entries from counted
    union all
    select ${workspaceId}::uuid, ${closed}::date, '', 0
    where not exists (select from counted where day = ${closed}::date)
    on conflict do nothing`.execute(trx);
  return closed;
}
