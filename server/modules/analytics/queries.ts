import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { Period } from './period.ts';

/** Adds a view of `route` on `day` (YYYY-MM-DD), of a workspace or of none, in one statement. */
export async function addView(
  db: Executor,
  { workspaceId, route, day }: { workspaceId: string | null; route: string; day: string },
): Promise<void> {
  await sql`select count_page_view(${workspaceId}, ${route}, ${day})`.execute(db);
}

const within = (trx: Trx, workspaceId: string, from: string, to: string) =>
  trx
    .selectFrom('workspacePageViews')
    .where('workspaceId', '=', workspaceId)
    .where('day', '>=', from)
    .where('day', '<=', to);

/** Views of a day, of all pages or of one. */
export interface DayRow {
  day: string;
  views: number;
}

/** Days with views, from the first day of the previous period to the last of the period. */
export function byDay(trx: Trx, workspaceId: string, { previousFrom, to }: Period, route?: string): Promise<DayRow[]> {
  let query = within(trx, workspaceId, previousFrom, to);
  if (route !== undefined) query = query.where('route', '=', route);
  return query
    .select(['day', sql<number>`sum(views)::bigint`.as('views')])
    .groupBy('day')
    .execute();
}

/** Views of a page in a period and in the previous one. */
export interface RouteRow {
  route: string;
  views: number;
  previous: number;
}

/** Pages that were viewed in the period or in the previous one. */
export const byRoute = (trx: Trx, workspaceId: string, { previousFrom, from, to }: Period): Promise<RouteRow[]> =>
  within(trx, workspaceId, previousFrom, to)
    .select([
      'route',
      sql<number>`coalesce(sum(views) filter (where day >= ${from}), 0)::bigint`.as('views'),
      sql<number>`coalesce(sum(views) filter (where day < ${from}), 0)::bigint`.as('previous'),
    ])
    .groupBy('route')
    .execute();

/** Counts of the period from the newest day to the oldest: the next `limit` after a day and page. */
export function counts(
  trx: Trx,
  workspaceId: string,
  { from, to }: Period,
  after: { day: string; route: string } | undefined,
  limit: number,
): Promise<{ day: string; route: string; views: number }[]> {
  let query = within(trx, workspaceId, from, to);
  if (after) query = query.where(sql<boolean>`(day, route) < (${after.day}::date, ${after.route})`);
  return query.select(['day', 'route', 'views']).orderBy('day', 'desc').orderBy('route', 'desc').limit(limit).execute();
}
