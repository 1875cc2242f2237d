import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { UserConsentFilters } from '../../../shared/userConsent/schema.ts';

export async function sizeOf(db: Executor, workspaceId: string): Promise<{ consents: number; submissions: number }> {
  const { rows } = await sql<{ consents: number; submissions: number }>`
    select (select count(*) from consents where workspace_id = ${workspaceId}) as consents,
      (select coalesce(sum(submissions), 0)::bigint from consent_counters where workspace_id = ${workspaceId}) as submissions`.execute(
    db,
  );
  return rows[0]!;
}

export type Filters = Pick<UserConsentFilters, 'version' | 'action' | 'source'> & { consentId?: string | undefined };

/**
 * What the filters mean for rows `c` of user_consents, and of consent_days alike. A source is one that its form keeps
 * apart by name (the first 200).
 */
export function conditionOf(workspaceId: string, { version, action, source, consentId }: Filters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql`c.workspace_id = ${workspaceId}`];
  if (consentId) conditions.push(sql`c.consent_id = ${consentId}::uuid`);
  if (version !== undefined) conditions.push(sql`c.version = ${version}`);
  if (action === 'CHANGED') conditions.push(sql`c.changed`);
  else if (action) conditions.push(sql`c.action = ${action}`);
  if (source !== undefined)
    conditions.push(
      sql`(c.consent_id, c.source_id) in (select s.consent_id, s.id from consent_sources s where s.workspace_id = ${workspaceId} and s.name = ${source})`,
    );
  return sql<SqlBool>`${sql.join(conditions, sql` and `)} ${sql.raw(CUSTOM_PLAN)}`;
}

/** How many submissions of a workspace match, by day in Bangkok. */
export async function countsByDay(
  db: Executor,
  condition: RawBuilder<SqlBool>,
  from: string | undefined,
  to: string | undefined,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select day::text, sum(submissions)::bigint as count from consent_days c
     where ${condition} and day >= ${from ?? '0001-01-01'}::date and day <= ${to ?? '9999-12-31'}::date group by day`.execute(
    db,
  );
  return rows;
}

/** The same of one data subject, out of their rows. */
export async function subjectByDay(
  db: Executor,
  condition: RawBuilder<SqlBool>,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select (at at time zone 'Asia/Bangkok')::date::text as day, count(*) as count from user_consents c where ${condition} group by 1`.execute(
    db,
  );
  return rows;
}

/** Ids of the matching submissions, in their order. */
export async function idsOf(
  db: Executor,
  condition: RawBuilder<SqlBool>,
  direction: 'ASC' | 'DESC',
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from user_consents c where ${condition} order by c.id ${direction === 'ASC' ? sql`asc` : sql`desc`} limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function countOf(db: Executor, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from user_consents c where ${condition}`.execute(db);
  return rows[0]!.count;
}

/** A condition that holds within these ids too. */
export const within = (
  condition: RawBuilder<SqlBool>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${condition} and c.id >= ${from ?? '00000000-0000-0000-0000-000000000000'}::uuid and c.id < ${to ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid`;
