import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { DPIA_VARIANTS, type DpiaVariant } from '../../../shared/dpia/framework.ts';
import type { RiskLevel, ScaleWidth } from '../../../shared/dpia/risk.ts';
import { OPEN_PLANS } from '../../../shared/treatmentPlan/status.ts';

/** Numbers of assessments with the same values in everything that is counted; both variants. */
export async function groups(db: Executor, workspaceId: string) {
  const { rows } = await sql<{
    variant: DpiaVariant;
    status: string;
    required: string;
    initialRisk: RiskLevel | null;
    residualRisk: RiskLevel | null;
    width: ScaleWidth | null;
    initialLikelihood: number | null;
    initialImpact: number | null;
    residualLikelihood: number | null;
    residualImpact: number | null;
    dpias: number;
  }>`
    select variant, status, required, initial_risk, residual_risk, scale_width as width, initial_likelihood, initial_impact,
           residual_likelihood, residual_impact, count(*)::bigint as dpias
      from dpias where workspace_id = ${workspaceId}
     group by variant, status, required, initial_risk, residual_risk, scale_width, initial_likelihood, initial_impact,
              residual_likelihood, residual_impact`.execute(db);
  return rows.map((row) => ({ ...row, dpias: Number(row.dpias) }));
}
export type DpiaGroup = Awaited<ReturnType<typeof groups>>[number];

/**
 * Assessments whose review is overdue, and those whose register has changed, of each variant that has any. `today`:
 * YYYY-MM-DD. Two counts, each by its index: no index serves both conditions at once.
 */
export async function reminders(db: Executor, workspaceId: string, today: string) {
  const { rows } = await sql<{ variant: DpiaVariant; overdue: number; changed: number }>`
    select variant, sum(overdue)::bigint as overdue, sum(changed)::bigint as changed
      from (select variant, count(*) as overdue, 0 as changed from dpias
             where workspace_id = ${workspaceId} and variant = any(${[...DPIA_VARIANTS]}::text[]) and review_on < ${today}::date
             group by variant
            union all
            select variant, 0, count(*) from dpias
             where workspace_id = ${workspaceId} and register_changed_at is not null
             group by variant) d
     group by variant ${sql.raw(CUSTOM_PLAN)}`.execute(db);
  return rows.map(({ variant, overdue, changed }) => ({
    variant,
    overdue: Number(overdue),
    changed: Number(changed),
  }));
}

/** Assessments with the highest residual risks, highest first: by level, then by the share of the maximum score. */
export async function topRisks(db: Executor, workspaceId: string, variant: DpiaVariant, most: number) {
  const { rows } = await sql<{
    id: string;
    name: string;
    application: string;
    topRiskTh: string | null;
    topRiskEn: string | null;
    initialRisk: RiskLevel | null;
    residualRisk: RiskLevel;
    residualLikelihood: number | null;
    residualImpact: number | null;
  }>`
    select d.id, d.name, a.name as application, d.top_risk_th, d.top_risk_en, d.initial_risk, d.residual_risk,
           d.residual_likelihood, d.residual_impact
      from (select * from dpias
             where workspace_id = ${workspaceId} and variant = ${variant} and residual_risk is not null
             order by array_position(array['EXTREME', 'HIGH', 'MEDIUM', 'LOW'], residual_risk),
                      residual_likelihood * residual_impact::float / (scale_width * scale_width) desc nulls last, id
             limit ${most}) d
      join applications a on a.workspace_id = d.workspace_id and a.id = d.application_id
     order by array_position(array['EXTREME', 'HIGH', 'MEDIUM', 'LOW'], d.residual_risk),
              d.residual_likelihood * d.residual_impact::float / (d.scale_width * d.scale_width) desc nulls last, d.id`.execute(
    db,
  );
  return rows;
}

/** Treatment plans by status. */
export async function planStatuses(db: Executor, workspaceId: string) {
  const { rows } = await sql<{ status: string; plans: number }>`
    select status, count(*)::bigint as plans from treatment_plans where workspace_id = ${workspaceId} group by status`.execute(
    db,
  );
  return rows;
}

/** Overdue open plans, the longest overdue first, and how many there are. `today`: YYYY-MM-DD. */
export async function overduePlans(db: Executor, workspaceId: string, today: string, most: number) {
  const overdue = sql`t.workspace_id = ${workspaceId} and t.status = any(${[...OPEN_PLANS]}::text[]) and t.expected_on < ${today}::date`;
  const [{ rows: counts }, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*)::bigint as total from treatment_plans t where ${overdue}`.execute(db),
    sql<{
      id: string;
      titleTh: string;
      titleEn: string;
      assessment: string;
      expectedOn: string;
      residualRisk: RiskLevel;
      assignee: string | null;
    }>`
      select t.id, t.title_th, t.title_en, t.assessment, to_char(t.expected_on, 'YYYY-MM-DD') as expected_on, t.residual_risk,
             p.name as assignee
        from treatment_plans t
        left join personnel p on p.workspace_id = t.workspace_id and p.id = t.assignee_id
       where ${overdue} order by t.expected_on, t.id limit ${most}`.execute(db),
  ]);
  return { total: Number(counts[0]!.total), rows };
}

/**
 * At the end of each month (YYYY-MM, Bangkok, in their order): the newest published version of each assessment, counted
 * by its risks. Reads each version once: it counts from the month of its publication to the month before that of the
 * next version.
 */
export async function monthEnds(db: Executor, workspaceId: string, variant: DpiaVariant, months: readonly string[]) {
  const { rows } = await sql<{
    since: string;
    until: string | null;
    initialRisk: RiskLevel | null;
    residualRisk: RiskLevel | null;
    dpias: number;
  }>`
    select to_char(x.since, 'YYYY-MM') as since, to_char(x.until, 'YYYY-MM') as until, x.initial_risk, x.residual_risk,
           count(*)::bigint as dpias
      from (select v.dpia_id, v.initial_risk, v.residual_risk,
                   date_trunc('month', v.published_at at time zone 'Asia/Bangkok') as since,
                   date_trunc('month', lead(v.published_at) over (partition by v.dpia_id order by v.version) at time zone 'Asia/Bangkok') as until
              from dpia_versions v where v.workspace_id = ${workspaceId}) x
      join dpias d on d.workspace_id = ${workspaceId} and d.id = x.dpia_id and d.variant = ${variant}
     group by x.since, x.until, x.initial_risk, x.residual_risk`.execute(db);
  return months.flatMap((month) =>
    rows
      .filter(({ since, until }) => since <= month && (until === null || month < until))
      .map(({ initialRisk, residualRisk, dpias }) => ({ month, initialRisk, residualRisk, dpias: Number(dpias) })),
  );
}
