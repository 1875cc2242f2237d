import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';

/** First days of the first and the last month, of one application or of all. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly applicationId: string | undefined;
}

const within = (workspaceId: string, { from, to, applicationId }: Range): RawBuilder<boolean> =>
  sql<boolean>`workspace_id = ${workspaceId} and month between ${from}::date and ${to}::date${
    applicationId === undefined ? sql`` : sql` and application_id = ${applicationId}`
  }`;

/** Requests by month and status. */
export async function monthSums(db: Executor, workspaceId: string, range: Range) {
  const { rows } = await sql<{ month: string; status: string; requests: number; late: number }>`
    select to_char(m.month, 'YYYY-MM') as month, m.status, m.requests, m.late
      from (select month, status, sum(requests)::bigint as requests, sum(late)::bigint as late
              from request_months where ${within(workspaceId, range)}
             group by 1, 2 having sum(requests) > 0) as m`.execute(db);
  return rows;
}

/** How many requests were answered within how many days, fewest days first. */
export async function answerDays(db: Executor, workspaceId: string, range: Range) {
  const { rows } = await sql<{ days: number; requests: number }>`
    select days, sum(requests)::bigint as requests
      from ${sql.table(range.applicationId === undefined ? 'request_answer_day_totals' : 'request_answer_days')}
     where ${within(workspaceId, range)}
     group by days having sum(requests) > 0 order by days`.execute(db);
  return rows;
}

/** Rights by code, stage and ground. */
export async function rightSums(db: Executor, workspaceId: string, range: Range) {
  const { rows } = await sql<{ code: string; stage: string; ground: string; rights: number; late: number }>`
    select code, stage, ground_code as ground, sum(rights)::bigint as rights, sum(late_by_receipt)::bigint as late
      from request_right_months where ${within(workspaceId, range)}
     group by 1, 2, 3 having sum(rights) > 0`.execute(db);
  return rows;
}

/** The applications with the most requests of the range. */
export async function applicationSums(db: Executor, workspaceId: string, range: Range, most: number) {
  const { rows } = await sql<{ id: string; name: string; requests: number }>`
    select a.id, a.name, m.requests
      from (select application_id, sum(requests)::bigint as requests from request_months
             where ${within(workspaceId, range)}
             group by application_id having sum(requests) > 0 order by 2 desc, 1 limit ${most}) as m
      join applications a on a.workspace_id = ${workspaceId} and a.id = m.application_id
     order by m.requests desc, a.name collate thai, a.id`.execute(db);
  return rows;
}

/** The first month that has requests, YYYY-MM. */
export async function firstMonth(db: Executor, workspaceId: string): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(month), 'YYYY-MM') as month from request_months
     where workspace_id = ${workspaceId} and requests > 0`.execute(db);
  return rows[0]?.month ?? null;
}

const ofApplication = (applicationId: string | undefined): RawBuilder<unknown> =>
  applicationId === undefined ? sql`` : sql` and application_id = ${applicationId}`;

/** Open rights of any time, by stage. */
export async function openStages(db: Executor, workspaceId: string, applicationId: string | undefined) {
  const { rows } = await sql<{ stage: string; rights: number }>`
    select stage, count(*)::bigint as rights from request_rights
     where workspace_id = ${workspaceId} and closed_at is null${ofApplication(applicationId)} group by stage`.execute(
    db,
  );
  return rows;
}

/** Open deadlines up to `until`, by date in Bangkok; those before `now` under one date, null. */
export async function dueDates(
  db: Executor,
  workspaceId: string,
  { now, until, applicationId }: { now: Date; until: Date; applicationId: string | undefined },
) {
  const running =
    applicationId === undefined
      ? sql`deadlines as d where d.workspace_id = ${workspaceId}`
      : sql`request_rights as r join deadlines as d on d.workspace_id = r.workspace_id and d.subject_id = r.id
             where r.workspace_id = ${workspaceId} and r.application_id = ${applicationId} and r.closed_at is null`;
  // By the moment first: nearly all are the last second of a day.
  const { rows } = await sql<{ kind: string; date: string | null; rights: number }>`
    select kind, case when due_at >= ${now} then to_char(due_at at time zone 'Asia/Bangkok', 'YYYY-MM-DD') end as date,
           sum(rights)::bigint as rights
      from (select d.kind, d.due_at, count(*) as rights from ${running}
               and d.kind in ('request.act', 'request.right') and d.ended_at is null and d.stopped_at is null
               and d.due_at < ${until}
             group by 1, 2) as moments
     group by 1, 2 order by 2`.execute(db);
  return rows;
}
