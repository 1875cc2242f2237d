import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Executor } from '../../../db/client.ts';
import {
  type Adequacy,
  flagsOf,
  type listDataSharing,
  SHARING_FLAGS,
  type SharingCountry,
  type SharingFilters,
  type SharingFlag,
  type SharingItem,
  type SharingKind,
  type SharingSummary,
} from '../../../shared/dataSharing/schema.ts';
import { HOME_COUNTRY, UNNAMED_COUNTRY } from '../../../shared/country.ts';
import type { LawfulBasis, TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import type { List } from '../../../shared/list.ts';
import { applicationsSending, categoriesShared, linesNaming } from './shared.ts';
import { destinations, isAbroad as leavesHome, storageOfPurposes } from '../transfer/destinations.ts';

/** Days as YYYY-MM-DD, in Bangkok. */
export interface Days {
  readonly today: string;
  readonly notice: string;
}

/**
 * Every relation: a third party of a purpose that discloses, a storage system abroad, an application that receives
 * through a purpose that shares. Adequacy is the organisation's own decision.
 */
const relations = (workspaceId: string) => sql`(
  select t.kind, t.key, t.party_id, null::uuid as recipient_id, t.storage_id, t.name as recipient, t.name_en as recipient_en, t.country, t.contract, t.contract_expires_on, t.safeguard,
      p.id as purpose_id, p.title_th, p.title_en, p.effective_bases as lawful_bases,
      case when t.country = ${HOME_COUNTRY} then 'home' when d.adequate then 'adequate' when not d.adequate then 'notAdequate' else 'notAssessed' end as adequacy
    from ${destinations(workspaceId)} t
    join purposes p on p.workspace_id = ${workspaceId}::uuid and p.id = t.purpose_id
    left join country_adequacy d on d.workspace_id = ${workspaceId}::uuid and d.country = t.country
   where t.kind = 'thirdParty' or ${leavesHome(sql`t.country`)}
  union all
  select 'internal', p.id || ' ' || a.id, null, a.id, null, a.name, '', ${HOME_COUNTRY}, null, null, null, p.id, p.title_th, p.title_en, p.effective_bases, 'home'
    from purpose_internal_applications r
    join purposes p on p.workspace_id = r.workspace_id and p.id = r.purpose_id and p.internal_sharing
    join applications a on a.workspace_id = r.workspace_id and a.id = r.application_id
   where r.workspace_id = ${workspaceId}::uuid
) relation`;

/**
 * The flags of shared/dataSharing/schema.ts in SQL; the flags of single rows come from there, and tests compare both.
 */
const FLAG: Record<SharingFlag, (days: Days) => RawBuilder<SqlBool>> = {
  needsSafeguard: () =>
    sql`(adequacy in ('notAdequate', 'notAssessed') and coalesce(safeguard, 'adequacy') = 'adequacy')`,
  noCountry: () => sql`country = ${UNNAMED_COUNTRY}`,
  notAdequate: () => sql`adequacy = 'notAdequate'`,
  contractExpired: ({ today }) => sql`contract_expires_on < ${today}::date`,
  contractExpiring: ({ today, notice }) => sql`contract_expires_on between ${today}::date and ${notice}::date`,
  noContract: () => sql`contract = ''`,
};
const flagged = (flag: SharingFlag | 'any', days: Days): RawBuilder<SqlBool> =>
  flag === 'any'
    ? sql`(${sql.join(
        SHARING_FLAGS.map((one) => FLAG[one](days)),
        sql` or `,
      )})`
    : FLAG[flag](days);

const isAbroad = leavesHome(sql`country`);

function conditions(workspaceId: string, filters: SharingFilters, days: Days): RawBuilder<SqlBool> {
  const { query, kind, country, safeguard, flag, applicationId, purposeId } = filters;
  const ws = sql`${workspaceId}::uuid`;
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (kind === 'abroad') all.push(isAbroad);
  else if (kind !== 'ALL') all.push(sql`kind = ${kind}`);
  if (country) all.push(sql`(kind <> 'internal' and country = ${country})`);
  if (safeguard === 'missing') all.push(sql`(${isAbroad} and safeguard is null)`);
  else if (safeguard) all.push(sql`safeguard = ${safeguard}`);
  if (flag) all.push(flagged(flag, days));
  if (purposeId) all.push(sql`purpose_id = ${purposeId}::uuid`);
  const sentBy = (
    which: RawBuilder<unknown>,
  ) => sql`exists (select from application_purposes l join applications s on s.workspace_id = l.workspace_id and s.id = l.application_id
    where l.workspace_id = ${ws} and l.purpose_id = relation.purpose_id and s.id is distinct from relation.recipient_id and ${which})`;
  if (applicationId)
    all.push(sql`(recipient_id = ${applicationId}::uuid or ${sentBy(sql`s.id = ${applicationId}::uuid`)})`);
  if (query) {
    const holds = (column: string) => sql`strpos(lower(${sql.raw(column)}), lower(${query})) > 0`;
    all.push(
      sql`(${holds('recipient')} or ${holds('recipient_en')} or ${holds('title_th')} or ${holds('title_en')} or ${sentBy(holds('s.name'))})`,
    );
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

const SORT = {
  recipient: sql`recipient collate thai`,
  country: sql`country`,
  purpose: sql`title_th collate thai`,
  contractExpiresOn: sql`contract_expires_on`,
} as const;

/** By recipient, the same from call to call. */
const BY_RECIPIENT = sql`recipient collate thai, title_th collate thai, key`;

/** A relation as it is stored. */
interface RelationRow {
  kind: SharingKind;
  key: string;
  partyId: string | null;
  recipientId: string | null;
  storageId: string | null;
  recipient: string;
  recipientEn: string;
  country: string;
  contract: string | null;
  contractExpiresOn: string | null;
  safeguard: TransferSafeguard | null;
  purposeId: string;
  titleTh: string;
  titleEn: string;
  lawfulBases: LawfulBasis[];
  adequacy: Adequacy;
}

export async function count(db: Executor, workspaceId: string, filters: SharingFilters, days: Days): Promise<number> {
  const { rows } = await sql<{
    total: string | number;
  }>`select count(*) as total from ${relations(workspaceId)} where ${conditions(workspaceId, filters, days)}`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0);
}

export async function list(
  db: Executor,
  workspaceId: string,
  input: z.output<typeof listDataSharing>,
  days: Days,
): Promise<List<SharingItem>> {
  const { pageSize, currentPage, sortBy, sortDirection } = input;
  const total = await count(db, workspaceId, input, days);
  const direction = sortDirection === 'ASC' ? sql`asc` : sql`desc`;
  const { rows } = await sql<RelationRow>`
    select * from ${relations(workspaceId)} where ${conditions(workspaceId, input, days)}
     order by ${SORT[sortBy]} ${direction} nulls last, ${BY_RECIPIENT} limit ${pageSize} offset ${(currentPage - 1) * pageSize}`.execute(
    db,
  );
  return {
    collection: await itemsOf(db, workspaceId, rows, days),
    meta: { currentPage, pageSize, totalPage: Math.max(1, Math.ceil(total / pageSize)), totalItems: total },
  };
}

/** All relations that match the filters, by recipient, without what their applications and data mappings add. */
export async function all(
  db: Executor,
  workspaceId: string,
  filters: SharingFilters,
  days: Days,
): Promise<RelationRow[]> {
  const { rows } = await sql<RelationRow>`
    select * from ${relations(workspaceId)} where ${conditions(workspaceId, filters, days)} order by ${BY_RECIPIENT}`.execute(
    db,
  );
  return rows;
}

export async function itemsOf(
  db: Executor,
  workspaceId: string,
  rows: readonly RelationRow[],
  days: Days,
): Promise<SharingItem[]> {
  const applications = await applicationsSending(db, workspaceId, rows);
  const lines = await linesNaming(db, workspaceId, rows);
  const categories = await categoriesShared(db, workspaceId, rows);
  return rows.map((row) => {
    const shared = categories.get(row.key) ?? [];
    return {
      key: row.key,
      kind: row.kind,
      recipient: { id: row.recipientId, name: row.recipient, nameEn: row.recipientEn },
      country: row.country,
      adequacy: row.adequacy,
      contract: row.contract ?? '',
      contractExpiresOn: row.contractExpiresOn,
      safeguard: row.safeguard,
      flags: flagsOf(row, days.today, days.notice),
      purpose: { id: row.purposeId, title: { th: row.titleTh, en: row.titleEn }, lawfulBases: row.lawfulBases },
      applications: applications.get(row.key) ?? { total: 0, first: [] },
      categories: shared,
      sensitiveCategories: shared.filter(({ sensitive }) => sensitive).length,
      lines: lines.get(row.key) ?? 0,
    };
  });
}

export async function summary(db: Executor, workspaceId: string, days: Days): Promise<SharingSummary> {
  const flags = SHARING_FLAGS.map((flag) => sql`count(*) filter (where ${flagged(flag, days)}) as ${sql.ref(flag)}`);
  const { rows } = await sql<Record<Exclude<keyof SharingSummary, 'flags'> | SharingFlag, string | number>>`
    select count(*) filter (where kind = 'internal') as internal, count(*) filter (where kind = 'thirdParty') as third_party,
      count(distinct lower(recipient)) filter (where kind = 'thirdParty') as recipients,
      count(*) filter (where kind = 'storage') as storage, count(*) filter (where ${isAbroad}) as abroad, count(distinct country) filter (where ${isAbroad}) as countries,
      count(*) filter (where ${flagged('any', days)}) as attention,
      (select count(distinct s.item_id) from ${storageOfPurposes(workspaceId)} s join catalogue_items i on i.workspace_id = ${workspaceId}::uuid and i.id = s.item_id where i.country is null) as unrecorded,
      ${sql.join(flags)}
    from ${relations(workspaceId)}`.execute(db);
  const number = (key: keyof (typeof rows)[number]) => Number(rows[0]?.[key] ?? 0);
  return {
    internal: number('internal'),
    thirdParty: number('thirdParty'),
    recipients: number('recipients'),
    storage: number('storage'),
    abroad: number('abroad'),
    countries: number('countries'),
    unrecorded: number('unrecorded'),
    attention: number('attention'),
    flags: Object.fromEntries(SHARING_FLAGS.map((flag) => [flag, number(flag)])) as Record<SharingFlag, number>,
  };
}

/**
 * Countries that receive data or that have a decision, including Thailand: those without a transfer mechanism first.
 */
export async function countries(db: Executor, workspaceId: string): Promise<SharingCountry[]> {
  const ws = sql`${workspaceId}::uuid`;
  const { rows } = await sql<{
    country: string;
    adequate: boolean | null;
    note: string | null;
    decidedAt: string | null;
    personId: string | null;
    personName: string | null;
    thirdParty: string | number;
    storage: string | number;
    needsSafeguard: string | number;
  }>`
    select country, d.adequate, d.note, d.decided_at, who.id as person_id, who.name as person_name, coalesce(r.third_party, 0) as third_party, coalesce(r.storage, 0) as storage, coalesce(r.needs_safeguard, 0) as needs_safeguard
      from (select country, count(*) filter (where kind = 'thirdParty') as third_party, count(*) filter (where kind = 'storage') as storage, count(*) filter (where ${FLAG.needsSafeguard({ today: '', notice: '' })}) as needs_safeguard
              from ${relations(workspaceId)} where kind <> 'internal' group by country) r
      full join (select * from country_adequacy where workspace_id = ${ws}) d using (country)
      left join personnel who on who.workspace_id = ${ws} and who.id = d.decided_by
     order by needs_safeguard desc, coalesce(r.third_party, 0) + coalesce(r.storage, 0) desc, country`.execute(db);
  return rows.map(
    ({ country, adequate, note, decidedAt, personId, personName, thirdParty, storage, needsSafeguard }) => ({
      country,
      adequacy:
        country === HOME_COUNTRY ? 'home' : adequate === null ? 'notAssessed' : adequate ? 'adequate' : 'notAdequate',
      thirdParty: Number(thirdParty),
      storage: Number(storage),
      needsSafeguard: Number(needsSafeguard),
      note: note ?? '',
      decidedBy: personId ? { id: personId, name: personName ?? '' } : null,
      decidedAt,
    }),
  );
}
