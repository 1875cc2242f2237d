import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { DpiaSuggestion } from '../../../shared/dpia/decision.ts';
import type { MissingDpias } from '../../../shared/dpia/schema.ts';
import type { List } from '../../../shared/list.ts';
import { pageOf, thaiStart } from '../../platform/list/list.ts';
import { destinations, isAbroad } from '../transfer/destinations.ts';

/**
 * Reasons in the register for assessing some applications, as the table (application_id, reason, entity, id, th, en,
 * amount): a row for each record that gives a reason. What each record indicates by itself is stored with it
 * (`dpia_signs`, migration 285). Each record is read once, however many applications use it.
 * @param scope which applications, as a condition on `applications a`
 */
const signs = (workspaceId: string, scope: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`(
  with scoped as materialized (
    select a.id, a.name, a.dpia_signs, a.data_subject_count
      from applications a where a.workspace_id = ${workspaceId}::uuid and ${scope}),
  linked as materialized (
    select l.application_id, l.purpose_id
      from scoped join application_purposes l on l.workspace_id = ${workspaceId}::uuid and l.application_id = scoped.id),
  used as materialized (
    select p.id, p.title_th as th, p.title_en as en, p.dpia_signs
      from purposes p
     where p.workspace_id = ${workspaceId}::uuid and p.id in (select purpose_id from linked)),
  parts as materialized (
    select x.purpose_id, 'piiCategory' as entity, c.id, c.name_th as th, c.name_en as en, c.dpia_signs
      from purpose_pii_categories x
      join pii_categories c on c.workspace_id = x.workspace_id and c.id = x.pii_category_id
     where x.workspace_id = ${workspaceId}::uuid and x.purpose_id in (select id from used) and c.dpia_signs <> '{}'
    union all
    select x.purpose_id, i.kind, i.id, i.name_th, i.name_en, i.dpia_signs
      from purpose_catalogue_items x
      join catalogue_items i on i.workspace_id = x.workspace_id and i.id = x.item_id
     where x.workspace_id = ${workspaceId}::uuid and x.purpose_id in (select id from used) and i.dpia_signs <> '{}')
  select s.id as application_id, r.reason, 'application' as entity, s.id, s.name as th, '' as en,
         case r.reason when 'MANY_SUBJECTS' then s.data_subject_count end as amount
    from scoped s cross join unnest(s.dpia_signs) as r (reason)
  union all
  select l.application_id, r.reason, 'purpose', u.id, u.th, u.en, null
    from linked l join used u on u.id = l.purpose_id cross join unnest(u.dpia_signs) as r (reason)
  union
  select l.application_id, r.reason, p.entity, p.id, p.th, p.en, null
    from linked l join parts p on p.purpose_id = l.purpose_id cross join unnest(p.dpia_signs) as r (reason)
  union
  select l.application_id, 'SENSITIVE_DATA', 'purpose', u.id, u.th, u.en, null
    from linked l join used u on u.id = l.purpose_id
   where u.id in (select purpose_id from parts where 'SENSITIVE_DATA' = any (dpia_signs)))`;

/** Purposes that transfer data of some applications abroad, as the same table. */
const transfers = (workspaceId: string, scope: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`(
  select distinct l.application_id, 'TRANSFER' as reason, 'purpose' as entity, p.id, p.title_th as th, p.title_en as en, null::integer as amount
    from applications a
    join application_purposes l on l.workspace_id = a.workspace_id and l.application_id = a.id
    join purposes p on p.workspace_id = l.workspace_id and p.id = l.purpose_id
    join ${destinations(workspaceId)} d on d.purpose_id = p.id
   where a.workspace_id = ${workspaceId}::uuid and ${scope} and ${isAbroad(sql`d.country`)})`;

interface Sign {
  applicationId: string;
  reason: DpiaSuggestion['reasons'][number]['reason'];
  entity: string;
  id: string;
  th: string;
  en: string;
  amount: number | null;
}

/** Reasons in the register for some applications, in a stable order. */
export async function signsOf(
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<readonly Sign[]> {
  if (applicationIds.length === 0) return [];
  const scope = sql<SqlBool>`a.id = any(${[...applicationIds]}::uuid[])`;
  const { rows } = await sql<Sign>`
    select s.* from (select * from ${signs(workspaceId, scope)} found
                     union all
                     select * from ${transfers(workspaceId, scope)} abroad) s
     order by s.application_id, s.reason, s.entity, s.th collate thai, s.id`.execute(db);
  return rows;
}

/**
 * One page of the applications that should be assessed but never were, by their names (`needs_dpia`, migration 285).
 */
export const unassessedOf = (
  db: Executor,
  workspaceId: string,
  input: MissingDpias,
): Promise<List<{ id: string; name: string }>> =>
  pageOf(
    db.selectFrom('applications').where('workspaceId', '=', workspaceId).where('needsDpia', '=', true),
    input,
    (rows) => rows.select(['id', 'name']),
    { name: thaiStart('name') },
    sql.ref('id'),
  );
