import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { DpiaSuggestion } from '../../../shared/dpia/decision.ts';
import type { MissingDpias } from '../../../shared/dpia/schema.ts';
import { destinations, isAbroad } from '../dataSharing/transfers.ts';

/** Data subjects from which processing counts as large-scale, by the notification on data protection officers. */
const MANY_SUBJECTS = 100_000;

/**
 * Words that indicate a criterion anywhere in the register, as regular expressions of Postgres over lower-case text. A
 * hint: people decide.
 */
const WORDS = {
  SYSTEMATIC_MONITORING:
    'กล้องวงจรปิด|เฝ้าติดตาม|เฝ้าระวัง|ติดตามพฤติกรรม|ติดตามตำแหน่ง|ตำแหน่งที่ตั้ง|\\mcctv\\M|\\mgps\\M|location data|monitoring|surveillance|tracking',
  NEW_TECHNOLOGY:
    'ปัญญาประดิษฐ์|การเรียนรู้ของเครื่อง|จดจำใบหน้า|จำลองใบหน้า|ข้อมูลชีวภาพ|ข้อมูลชีวมิติ|บล็อกเชน|โดรน|\\mai\\M|machine learning|facial recognition|biometric|blockchain|\\miot\\M|\\mdrones?\\M',
  VULNERABLE_SUBJECTS:
    'ผู้เยาว์|เด็ก|นักเรียน|ผู้ป่วย|คนไข้|ผู้สูงอายุ|ผู้พิการ|คนพิการ|แรงงานข้ามชาติ|ผู้ลี้ภัย|\\mminors?\\M|child|pupil|student|patient|elderly|disabled|migrant|refugee',
} as const;

const patterns = sql`(values ${sql.join(
  Object.entries(WORDS).map(([reason, words]) => sql`(${reason}::text, ${words}::text)`),
)}) as w (reason, words)`;

/** Applications without an assessment, as a condition on `applications a`. */
const unassessed = sql<SqlBool>`not exists (
  select from dpias d where d.workspace_id = a.workspace_id and d.application_id = a.id)`;

/**
 * Reasons in the register for assessing some applications, as the table (application_id, reason, entity, id, th, en,
 * amount): a row for each record that gives a reason. Each record is read once, however many applications use it.
 * @param scope which applications, as a condition on `applications a`
 */
const signs = (workspaceId: string, scope: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`(
  with scoped as materialized (
    select a.id, a.name, a.description, a.data_subject_count
      from applications a where a.workspace_id = ${workspaceId}::uuid and ${scope}),
  linked as materialized (
    select l.application_id, l.purpose_id
      from scoped join application_purposes l on l.workspace_id = ${workspaceId}::uuid and l.application_id = scoped.id),
  used as materialized (
    select p.id, p.title_th as th, p.title_en as en, p.description_th, p.description_en
      from purposes p
     where p.workspace_id = ${workspaceId}::uuid and p.id in (select purpose_id from linked)),
  parts as materialized (
    select x.purpose_id, 'piiCategory' as entity, c.id, c.name_th as th, c.name_en as en, c.sensitive
      from purpose_pii_categories x
      join pii_categories c on c.workspace_id = x.workspace_id and c.id = x.pii_category_id
     where x.workspace_id = ${workspaceId}::uuid and x.purpose_id in (select id from used)
    union all
    select x.purpose_id, i.kind, i.id, i.name_th, i.name_en, false
      from purpose_catalogue_items x
      join catalogue_items i on i.workspace_id = x.workspace_id and i.id = x.item_id
     where x.workspace_id = ${workspaceId}::uuid and x.purpose_id in (select id from used)
       and i.kind in ('dataSubjectGroup', 'storageSystem')),
  records as materialized (
    select 'application' as entity, id, name as th, '' as en, lower(name || ' ' || description) as words from scoped
    union all
    select 'purpose', id, th, en, lower(concat_ws(' ', th, en, description_th, description_en)) from used
    union all
    select distinct entity, id, th, en, lower(th || ' ' || en) from parts),
  hits as materialized (
    select r.entity, r.id, r.th, r.en, w.reason from records r join ${patterns} on r.words ~ w.words)
  select l.application_id, 'SENSITIVE_DATA' as reason, p.entity, p.id, p.th, p.en, null::integer as amount
    from linked l join parts p on p.purpose_id = l.purpose_id where p.sensitive
  union
  select l.application_id, 'SENSITIVE_DATA', 'purpose', u.id, u.th, u.en, null
    from linked l join used u on u.id = l.purpose_id
   where u.id in (select purpose_id from parts where sensitive)
  union all
  select id, 'MANY_SUBJECTS', 'application', id, name, '', data_subject_count
    from scoped where data_subject_count >= ${MANY_SUBJECTS}
  union all
  select id, reason, entity, id, th, en, null from hits where entity = 'application'
  union all
  select l.application_id, h.reason, h.entity, h.id, h.th, h.en, null
    from linked l join hits h on h.entity = 'purpose' and h.id = l.purpose_id
  union
  select l.application_id, h.reason, h.entity, h.id, h.th, h.en, null
    from linked l
    join parts p on p.purpose_id = l.purpose_id
    join hits h on h.entity = p.entity and h.id = p.id)`;

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
 * One page of the applications that should be assessed but never were, by their names, and how many there are.
 * Sensitive data alone gives the highest level of data risk, and any two of the other reasons make two criteria; a
 * transfer is no criterion.
 */
export async function unassessedOf(
  db: Executor,
  workspaceId: string,
  { currentPage, pageSize, sortDirection }: Pick<MissingDpias, 'currentPage' | 'pageSize' | 'sortDirection'>,
): Promise<{ total: number; page: readonly { id: string; name: string }[] }> {
  const direction = sortDirection === 'ASC' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: string | null; name: string; total: number }>`
    with called as materialized (
      select s.application_id from ${signs(workspaceId, unassessed)} s
       group by s.application_id
      having bool_or(s.reason = 'SENSITIVE_DATA') or count(distinct s.reason) > 1)
    select page.id, page.name, counted.total
      from (select count(*)::integer as total from called) counted
      left join lateral (
        select a.id, a.name
          from applications a
         where a.workspace_id = ${workspaceId}::uuid and a.id in (select application_id from called)
         order by a.name collate thai ${direction}, a.id ${direction}
         limit ${pageSize} offset ${(currentPage - 1) * pageSize}) page on true
     order by page.name collate thai ${direction}, page.id ${direction}`.execute(db);
  return { total: rows[0]!.total, page: rows.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }])) };
}
