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
 * (`dpia_signs`, migration 285), beside the sensitive attributes of mapping entries: these are named themselves where
 * their category is a general one. Each record is read once, however many applications use it.
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
     where x.workspace_id = ${workspaceId}::uuid and x.purpose_id in (select id from used) and i.dpia_signs <> '{}'),
  mapped as materialized (${mapped(workspaceId)})
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
  select m.application_id, r.reason, m.entity, m.id, m.th, m.en, null
    from mapped m cross join unnest(m.dpia_signs) as r (reason)
  union
  select l.application_id, 'SENSITIVE_DATA', 'purpose', u.id, u.th, u.en, null
    from linked l join used u on u.id = l.purpose_id
   where u.id in (select purpose_id from parts where 'SENSITIVE_DATA' = any (dpia_signs))
      or (l.application_id, u.id) in (
        select application_id, purpose_id from mapped where 'SENSITIVE_DATA' = any (dpia_signs)))`;

/**
 * What mapping entries of the applications `scoped` indicate, as the table (application_id, purpose_id, entity, id, th,
 * en, dpia_signs): by sensitive attributes, by words of categories, and by groups and storage.
 */
const mapped = (workspaceId: string): RawBuilder<unknown> => sql`
  select u.application_id, u.purpose_id, named.*, '{SENSITIVE_DATA}'::text[] as dpia_signs
    from (select distinct application_id, purpose_id, attribute_id, pii_category_id from data_flow_attributes
           where workspace_id = ${workspaceId}::uuid and application_id in (select id from scoped) and sensitive) u
    join pii_categories c on c.workspace_id = ${workspaceId}::uuid and c.id = u.pii_category_id
    join pii_attributes a on a.workspace_id = ${workspaceId}::uuid and a.id = u.attribute_id
    cross join lateral (select 'piiCategory' as entity, c.id, c.name_th as th, c.name_en as en where c.sensitive
                        union all select 'piiAttribute', a.id, a.name_th, a.name_en where not c.sensitive) named
  union all
  select t.application_id, t.purpose_id, 'piiCategory', c.id, c.name_th, c.name_en, array_remove(c.dpia_signs, 'SENSITIVE_DATA')
    from inventory_totals t
    join pii_categories c on c.workspace_id = t.workspace_id and c.id = t.pii_category_id and c.dpia_signs <> '{}'
   where t.workspace_id = ${workspaceId}::uuid and t.application_id in (select id from scoped)
  union all
  select f.application_id, f.purpose_id, i.kind, i.id, i.name_th, i.name_en, i.dpia_signs
    from data_flows f
    join catalogue_items i on i.workspace_id = f.workspace_id and i.id in (f.data_subject_group_id, f.storage_system_id)
   where f.workspace_id = ${workspaceId}::uuid and f.application_id in (select id from scoped) and i.dpia_signs <> '{}'`;

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
