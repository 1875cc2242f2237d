import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { ConsentAction, UserConsentFilters } from '../../../shared/userConsent/schema.ts';
import { thai } from '../../platform/list/list.ts';

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
 * The filters as a condition over rows `c` of user_consents and of consent_days alike. Only the first 200 sources of a
 * form are stored by name.
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

/** A form that asks for a purpose, with the purpose's bit among the choices of that form. */
export interface AskingForm {
  readonly consentId: string;
  readonly bit: number;
}

/** The forms of a workspace that ask for a purpose, or did in an earlier version. */
export const formsAsking = (db: Executor, workspaceId: string, purposeId: string): Promise<AskingForm[]> =>
  db
    .selectFrom('consentPurposes')
    .select(['consentId', 'bit'])
    .where('workspaceId', '=', workspaceId)
    .where('purposeId', '=', purposeId)
    .execute();

/** Rows of user_consents that match and allow the purpose of these forms. */
export function allowing(condition: RawBuilder<SqlBool>, forms: readonly AskingForm[]): RawBuilder<SqlBool> {
  if (forms.length === 0) return sql<SqlBool>`false`;
  const choices = forms.map(
    ({ consentId, bit }) => sql`(c.consent_id = ${consentId}::uuid and c.granted & ${2 ** bit}::bigint <> 0)`,
  );
  return sql<SqlBool>`(${sql.join(choices, sql` or `)}) and ${condition}`;
}

/** What to count of a row of consent_days: all of its submissions, or those that allow the purpose of these forms. */
function countOfDay(forms: readonly AskingForm[] | undefined): RawBuilder<number> {
  if (!forms) return sql<number>`c.submissions`;
  if (forms.length === 0) return sql<number>`0`;
  const cases = forms.map(
    ({ consentId, bit }) => sql`when ${consentId}::uuid then coalesce(c.granted[${bit + 1}::integer], 0)`,
  );
  return sql<number>`case c.consent_id ${sql.join(cases, sql` `)} else 0 end`;
}

/** Counts of consent_days between two days, both included. */
export async function historyOf(
  db: Executor,
  workspaceId: string,
  { from, to }: { from: string; to: string },
  forms: readonly AskingForm[] | undefined,
): Promise<{ day: string; action: ConsentAction; changed: boolean; count: number }[]> {
  const { rows } = await sql<{ day: string; action: ConsentAction; changed: boolean; count: number }>`
    select day::text, action, changed, sum(${countOfDay(forms)})::bigint as count from consent_days c
     where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date group by day, action, changed`.execute(
    db,
  );
  return rows;
}

/** Purposes that forms of the workspace ask for, or did in an earlier version. */
export async function purposesOf(
  db: Executor,
  workspaceId: string,
): Promise<{ id: string; title: { th: string; en: string } }[]> {
  const rows = await db
    .selectFrom('purposes')
    .select(['id', 'titleTh', 'titleEn'])
    .where('workspaceId', '=', workspaceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('consentPurposes')
          .select('bit')
          .whereRef('consentPurposes.workspaceId', '=', 'purposes.workspaceId')
          .whereRef('consentPurposes.purposeId', '=', 'purposes.id'),
      ),
    )
    .orderBy(thai('titleTh'))
    .orderBy('id')
    .execute();
  return rows.map(({ id, titleTh, titleEn }) => ({ id, title: { th: titleTh, en: titleEn } }));
}

/** The highest version of the forms of a workspace, or of one, and that one's name. */
export async function versionsOf(
  db: Executor,
  workspaceId: string,
  consentId: string | undefined,
): Promise<{ versions: number; name: string | null }> {
  const { rows } = await sql<{ versions: number; name: string | null }>`
    select coalesce(max(published_version), 0) as versions, ${consentId === undefined ? sql`null` : sql`max(name)`} as name
      from consents where workspace_id = ${workspaceId} ${consentId === undefined ? sql`` : sql`and id = ${consentId}::uuid`}`.execute(
    db,
  );
  return rows[0]!;
}

/** Names of the stored sources of a workspace's forms, or of one form, in their order. */
export async function sourcesOf(
  db: Executor,
  workspaceId: string,
  consentId: string | undefined,
  limit: number,
): Promise<string[]> {
  let sources = db.selectFrom('consentSources').select('name').distinct().where('workspaceId', '=', workspaceId);
  if (consentId !== undefined) sources = sources.where('consentId', '=', consentId);
  return (await sources.orderBy('name').limit(limit).execute()).map(({ name }) => name);
}

/** How many submissions of a workspace match, by day in Bangkok; `forms`: only those that allow their purpose. */
export async function countsByDay(
  db: Executor,
  condition: RawBuilder<SqlBool>,
  {
    from,
    to,
    forms,
  }: { from?: string | undefined; to?: string | undefined; forms?: readonly AskingForm[] | undefined },
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select day::text, sum(${countOfDay(forms)})::bigint as count from consent_days c
     where ${condition} and day >= ${from ?? '0001-01-01'}::date and day <= ${to ?? '9999-12-31'}::date group by day`.execute(
    db,
  );
  return rows;
}

/** The same for one data subject, from their rows, by form as well. */
export async function subjectCounts(
  db: Executor,
  condition: RawBuilder<SqlBool>,
): Promise<{ day: string; formId: string; name: string; count: number }[]> {
  const { rows } = await sql<{ day: string; formId: string; name: string; count: number }>`
    select n.day::text, n.consent_id as "formId", f.name, n.count
      from (select c.workspace_id, c.consent_id, (c.at at time zone 'Asia/Bangkok')::date as day, count(*) as count
              from user_consents c where ${condition} group by 1, 2, 3) n
      join consents f on f.workspace_id = n.workspace_id and f.id = n.consent_id`.execute(db);
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

/** A condition that also limits to these ids. */
export const within = (
  condition: RawBuilder<SqlBool>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${condition} and c.id >= ${from ?? '00000000-0000-0000-0000-000000000000'}::uuid and c.id < ${to ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid`;
