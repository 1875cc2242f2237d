import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { statusesOf } from '../../../shared/incident/status.ts';
import { excessReports } from '../incident/clock.ts';

/** First days of the first and the last month. */
export interface Months {
  from: string;
  to: string;
}

/** Sums of one group of incidents; the keys that are set identify the group. All null: the entire range. */
export interface Sums {
  month: string | null;
  status: string | null;
  risk: string | null;
  cause: string | null;
  incidents: number;
  contained: number;
  containSeconds: number;
  notified: number;
  notifySeconds: number;
  late: number;
}

/**
 * Sums of the range: in total, by month, by status, by month and status, by risk and by cause, from the stored monthly
 * counts.
 */
export async function sums(db: Executor, workspaceId: string, { from, to }: Months): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select to_char(month, 'YYYY-MM') as month, status, risk, cause, sum(incidents)::bigint as incidents, sum(contained)::bigint as contained, sum(contain_seconds)::bigint as contain_seconds,
           sum(notified)::bigint as notified, sum(notify_seconds)::bigint as notify_seconds, sum(late)::bigint as late
      from incident_months
     where workspace_id = ${workspaceId} and month between ${from}::date and ${to}::date
     group by grouping sets ((), (month), (status), (month, status), (risk), (cause))
    having sum(incidents) > 0`.execute(db);
  return rows;
}

/** The first month that has incidents, YYYY-MM. */
export async function firstMonth(db: Executor, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('incidentMonths')
    .select(sql<string | null>`to_char(min(month), 'YYYY-MM')`.as('month'))
    .where('workspaceId', '=', workspaceId)
    .where('incidents', '>', 0)
    .executeTakeFirst();
  return row?.month ?? null;
}

/** Open incidents of any time. */
export async function openCount(db: Executor, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('incidentMonths')
    .select((eb) => sql<number>`coalesce(${eb.fn.sum('incidents')}, 0)::bigint`.as('incidents'))
    .where('workspaceId', '=', workspaceId)
    .where('status', 'in', statusesOf('OPEN'))
    .executeTakeFirstOrThrow();
  return row.incidents;
}

/** Overdue open deadlines, without those of public reports beyond the limit. */
export async function overdueCount(db: Executor, workspaceId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('deadlines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'incident.authority')
    .where('endedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .where('dueAt', '<', now.toISOString())
    .where(sql<SqlBool>`subject_id not in (${excessReports(workspaceId)})`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The applications with the most incidents of the range. */
export async function applications(db: Executor, workspaceId: string, { from, to }: Months, most: number) {
  const { rows } = await sql<{ id: string; name: string; incidents: number }>`
    select a.id, a.name, m.incidents
      from (select application_id, sum(incidents)::bigint as incidents from incident_application_months
             where workspace_id = ${workspaceId} and month between ${from}::date and ${to}::date
             group by application_id having sum(incidents) > 0 order by 2 desc, 1 limit ${most}) as m
      join applications a on a.workspace_id = ${workspaceId} and a.id = m.application_id
     order by m.incidents desc, a.name collate thai, a.id`.execute(db);
  return rows;
}

/**
 * The newest incidents that were created from `from` to before `until`, with the moments of their moves and their
 * deadlines.
 */
export const newest = (
  db: Executor,
  workspaceId: string,
  { from, until, limit }: { from: Date; until: Date; limit: number },
) =>
  db
    .selectFrom('incidents as i')
    .innerJoin('deadlines as d', (join) =>
      join
        .onRef('d.workspaceId', '=', 'i.workspaceId')
        .on('d.kind', '=', 'incident.authority')
        .onRef('d.subjectId', '=', 'i.id'),
    )
    .select(['i.id', 'i.number', 'i.title', 'i.status', 'i.riskLevel', 'i.reporterId'])
    .select([
      'i.occurredAt',
      'i.discoveredAt',
      'i.createdAt',
      'i.submittedAt',
      'i.acceptedAt',
      'i.containedAt',
      'i.authorityNotifiedAt',
      'i.subjectsNotifiedAt',
      'i.respondedAt',
      'i.resolvedAt',
    ])
    .select(['d.startedAt', 'd.dueAt', 'd.stoppedAt', 'd.endedAt', 'd.outcome'])
    .where('i.workspaceId', '=', workspaceId)
    .where('i.createdAt', '>=', from.toISOString())
    .where('i.createdAt', '<', until.toISOString())
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
