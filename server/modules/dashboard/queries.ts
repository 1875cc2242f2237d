import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { RECORD_ITEMS } from '../../../shared/completeness/schema.ts';
import {
  type CompletenessChart,
  type CrossBorderChart,
  type LawfulBasisChart,
  MOST_THIRD_PARTIES,
  type RecordFigures,
  type ResponsibleChart,
  type ThirdPartyChart,
} from '../../../shared/dashboard/schema.ts';
import { LAWFUL_BASES, type LawfulBasis } from '../../../shared/purpose/lawfulBasis.ts';
import { destinations, disclosedParties, isAbroad, partyName, storageOfPurposes } from '../transfer/destinations.ts';

const COUNTED = sql.raw(`count(*) as purposes, count(*) filter (where p.status = 'published') as published`);

interface Counted {
  purposes: number;
  published: number;
}

async function totalOf(db: Executor, workspaceId: string): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select coalesce(sum(drafts + published), 0)::bigint as total from record_totals where workspace_id = ${workspaceId} and record = 'purposes'`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export async function lawfulBasis(db: Executor, workspaceId: string): Promise<LawfulBasisChart> {
  const { rows } = await sql<Counted & { basis: LawfulBasis | null }>`
    select basis, ${COUNTED} from purposes p left join lateral unnest(p.effective_bases) as basis on true
     where p.workspace_id = ${workspaceId} group by basis`.execute(db);
  const of = (basis: LawfulBasis | null) => rows.find((row) => row.basis === basis);
  const row = (basis: LawfulBasis | null) => ({
    lawfulBasis: basis,
    purposes: of(basis)?.purposes ?? 0,
    published: of(basis)?.published ?? 0,
  });
  return {
    collection: [...LAWFUL_BASES.map(row), ...(of(null) ? [row(null)] : [])],
    total: await totalOf(db, workspaceId),
  };
}

export async function thirdPartyDisclosure(db: Executor, workspaceId: string): Promise<ThirdPartyChart> {
  const { rows } = await sql<Counted & { disclosed: boolean }>`
    select p.third_party_disclosure as disclosed, ${COUNTED} from purposes p where p.workspace_id = ${workspaceId} group by 1`.execute(
    db,
  );
  const row = (disclosed: boolean) =>
    rows.find((found) => found.disclosed === disclosed) ?? { disclosed, purposes: 0, published: 0 };
  const { rows: parties } = await sql<{ name: string; country: string; purposes: number }>`
    select (array_agg(btrim(t.name) order by t.id))[1] as name, t.country, count(distinct t.purpose_id) as purposes
      from ${disclosedParties(workspaceId)} t
     group by ${partyName}, t.country order by 3 desc, ${partyName} collate thai, t.country limit ${MOST_THIRD_PARTIES}`.execute(
    db,
  );
  return { collection: [row(true), row(false)], total: await totalOf(db, workspaceId), thirdParties: parties };
}

export async function responsible(db: Executor, workspaceId: string): Promise<ResponsibleChart> {
  const { rows } = await sql<
    Counted & { id: string | null; person: boolean; nameTh: string | null; nameEn: string | null }
  >`
    select d.id, c.person, d.name_th, d.name_en, c.purposes, c.published
      from (select p.responsible_department_id as id, p.responsible_department_id is null and p.responsible_personnel_id is not null as person, ${COUNTED}
              from purposes p where p.workspace_id = ${workspaceId} group by 1, 2) c
      left join catalogue_items d on d.workspace_id = ${workspaceId} and d.id = c.id
     order by c.purposes desc, d.name_th collate thai, c.person desc`.execute(db);
  return {
    collection: rows.map(({ id, person, nameTh, nameEn, purposes, published }) => ({
      department: id ? { id, name: { th: nameTh ?? '', en: nameEn ?? '' } } : null,
      person,
      purposes,
      published,
    })),
    total: await totalOf(db, workspaceId),
  };
}

/**
 * The decisions on countries and the locations of storage systems: both determine which transfers exist and which of
 * them need another mechanism, and change independently of the record.
 */
export async function transferMark(db: Executor, workspaceId: string): Promise<string> {
  const { rows } = await sql<{
    mark: string | null;
  }>`select concat_ws(' ',
       (select sum(row_version) from catalogue_items where workspace_id = ${workspaceId} and kind = 'storageSystem'),
       (select string_agg(country || adequate, ' ' order by country) from country_adequacy where workspace_id = ${workspaceId})) as mark`.execute(
    db,
  );
  return rows[0]?.mark ?? '';
}

/**
 * Whether third parties and storage systems abroad lack a transfer mechanism is defined by `needsSafeguard` in
 * shared/dataSharing/schema.ts.
 */
export async function crossBorder(db: Executor, workspaceId: string): Promise<CrossBorderChart> {
  const { rows } = await sql<CrossBorderChart['collection'][number]>`
    select t.country, count(distinct p.id) as purposes, count(distinct p.id) filter (where p.status = 'published') as published,
           count(distinct ${partyName}) filter (where t.kind = 'thirdParty') as third_parties, count(distinct t.storage_id) as storage_systems,
           count(distinct coalesce(t.storage_id::text, ${partyName})) filter (where coalesce(t.safeguard, 'adequacy') = 'adequacy' and d.adequate is not true) as ungrounded
      from ${destinations(workspaceId)} t join purposes p on p.workspace_id = ${workspaceId} and p.id = t.purpose_id
      left join country_adequacy d on d.workspace_id = ${workspaceId} and d.country = t.country
     where ${isAbroad(sql`t.country`)}
     group by t.country order by purposes desc, t.country`.execute(db);
  const { unrecorded } = await storageCounts(db, workspaceId);
  return { collection: rows, total: await totalOf(db, workspaceId), unrecorded };
}

/** Storage systems in use: those abroad, and those without a recorded country. */
async function storageCounts(db: Executor, workspaceId: string): Promise<{ abroad: number; unrecorded: number }> {
  const { rows } = await sql<{ abroad: number; unrecorded: number }>`
    select count(*) filter (where ${isAbroad(sql`i.country`)}) as abroad, count(*) filter (where i.country is null) as unrecorded
      from catalogue_items i
     where i.workspace_id = ${workspaceId} and i.id in (select s.item_id from ${storageOfPurposes(workspaceId)} s)`.execute(
    db,
  );
  return rows[0]!;
}

export async function completeness(db: Executor, workspaceId: string): Promise<CompletenessChart> {
  const { rows } = await sql<{ role: 'controller' | 'processor'; items: number; number: number }>`
    select processing_role as role, complete_items as items, count(*) as number from applications where workspace_id = ${workspaceId} group by 1, 2`.execute(
    db,
  );
  const { rows: totals } = await sql<{ applications: number; complete: number; average: number }>`
    select count(*) as applications, count(*) filter (where completeness = 100) as complete, coalesce(floor(avg(completeness)), 0)::integer as average
      from applications where workspace_id = ${workspaceId}`.execute(db);
  const least = await db
    .selectFrom('applications')
    .select(['id', 'name', 'completeness'])
    .where('workspaceId', '=', workspaceId)
    .where('completeness', '<', 100)
    .orderBy('completeness')
    .orderBy('id')
    .limit(10)
    .execute();
  const collection: CompletenessChart['collection'] = [];
  for (const role of ['controller', 'processor'] as const) {
    const own = rows.filter((row) => row.role === role);
    const applications = own.reduce((sum, row) => sum + row.number, 0);
    if (applications === 0) continue;
    for (const [place, item] of RECORD_ITEMS[role].entries()) {
      collection.push({
        role,
        item,
        applications,
        complete: own.reduce((sum, row) => sum + (row.items & (1 << place) ? row.number : 0), 0),
      });
    }
  }
  return { ...totals[0]!, collection, least };
}

export async function figures(db: Executor, workspaceId: string): Promise<Omit<RecordFigures, 'reviewsOverdue'>> {
  // A recipient in several countries still counts as one.
  const recipients = sql`select count(distinct ${partyName}) from ${disclosedParties(workspaceId)} t`;
  const storage = await storageCounts(db, workspaceId);
  const { rows } = await sql<Omit<RecordFigures, 'reviewsOverdue' | 'storageAbroad' | 'storageUnrecorded'>>`
    select coalesce(sum(drafts + published) filter (where record = 'applications'), 0)::bigint as applications,
           coalesce(sum(published) filter (where record = 'applications'), 0)::bigint as published_applications,
           coalesce(sum(drafts + published) filter (where record = 'purposes'), 0)::bigint as purposes,
           coalesce(sum(published) filter (where record = 'purposes'), 0)::bigint as published_purposes,
           (select coalesce(sum(uses), 0)::bigint from inventory_category_totals where workspace_id = ${workspaceId}) as attribute_uses,
           (select coalesce(sum(sensitive_uses), 0)::bigint from inventory_category_totals where workspace_id = ${workspaceId}) as sensitive_uses,
           (${recipients}) as third_parties,
           (${recipients} where ${isAbroad(sql`t.country`)}) as third_parties_abroad
      from record_totals where workspace_id = ${workspaceId}`.execute(db);
  return {
    ...rows[0]!,
    storageAbroad: storage.abroad,
    storageUnrecorded: storage.unrecorded,
  };
}

/** Applications whose review is overdue on `today`. */
export async function reviewsOverdue(db: Executor, workspaceId: string, today: string): Promise<number> {
  const { total } = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspaceId', '=', workspaceId)
    .where('reviewOn', '<', today)
    .executeTakeFirstOrThrow();
  return Number(total);
}
