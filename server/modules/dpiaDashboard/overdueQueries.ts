import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { DPIA_VARIANTS, type DpiaVariant } from '../../../shared/dpia/framework.ts';
import { OPEN_PLANS } from '../../../shared/treatmentPlan/status.ts';
import type { Moments } from '../../platform/overview/card.ts';
import { overduePlans } from './queries.ts';

/**
 * Overdue open plans, the longest overdue first, and how many there are and were a week ago: those that still are, and
 * those closed since. Of one that was rejected before and is reopened the past is not known: it counts as now.
 */
export async function plans(db: Executor, workspaceId: string, { now, weekAgo }: Moments, most: number) {
  const earlier = sql`t.workspace_id = ${workspaceId} and t.expected_on < ${bangkokDay(weekAgo)}::date and t.created_at < ${weekAgo}`;
  const [overdue, { rows }] = await Promise.all([
    overduePlans(db, workspaceId, bangkokDay(now), most),
    sql<{ open: number; closed: number }>`
      select (select count(*) from treatment_plans t
               where ${earlier} and t.status = any(${[...OPEN_PLANS]}::text[])) as open,
             (select count(*) from treatment_plans t
               where ${earlier} and t.updated_at >= ${weekAgo} and t.closed_at >= ${weekAgo}) as closed
      ${sql.raw(CUSTOM_PLAN)}`.execute(db),
  ]);
  const { open, closed } = rows[0]!;
  return { ...overdue, weekAgo: Number(open) + Number(closed) };
}

/**
 * Assessments of each variant whose review is overdue, the longest overdue first, and how many there are and were a
 * week ago: by the version that was in force then. Whatever was published since has been updated since.
 */
export async function reviews(db: Executor, workspaceId: string, { now, weekAgo }: Moments, most: number) {
  const [today, before] = [bangkokDay(now), bangkokDay(weekAgo)];
  const variants = sql`unnest(${[...DPIA_VARIANTS]}::text[]) as v (variant)`;
  const own = sql`d.workspace_id = ${workspaceId} and d.variant = v.variant`;
  const [counts, { rows }] = await Promise.all([
    sql<{ variant: DpiaVariant; total: number; unchanged: number; changed: number }>`
      select v.variant,
             (select count(*) from dpias d where ${own} and d.review_on < ${today}::date) as total,
             (select count(*) from dpias d where ${own} and d.review_on < ${before}::date and d.updated_at < ${weekAgo}) as unchanged,
             (select count(*) from dpias d
                join lateral (select x.content -> 'draft' ->> 'reviewOn' as review_on from dpia_versions x
                               where x.workspace_id = d.workspace_id and x.dpia_id = d.id and x.published_at < ${weekAgo}
                               order by x.version desc limit 1) earlier on earlier.review_on < ${before}
               where ${own} and d.updated_at >= ${weekAgo}) as changed
        from ${variants} ${sql.raw(CUSTOM_PLAN)}`.execute(db),
    sql<{ variant: DpiaVariant; id: string; name: string; reviewOn: string }>`
      select o.variant, o.id, o.name, to_char(o.review_on, 'YYYY-MM-DD') as review_on
        from ${variants}
       cross join lateral (select d.variant, d.id, d.name, d.review_on from dpias d
                            where ${own} and d.review_on < ${today}::date order by d.review_on, d.id limit ${most}) o
       order by o.review_on, o.id ${sql.raw(CUSTOM_PLAN)}`.execute(db),
  ]);
  return counts.rows.map(({ variant, total, unchanged, changed }) => ({
    variant,
    total: Number(total),
    weekAgo: Number(unchanged) + Number(changed),
    rows: rows.filter((row) => row.variant === variant),
  }));
}
