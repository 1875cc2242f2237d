import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { InventoryItem } from '../../../shared/inventory/schema.ts';
import type { LawfulBasis } from '../../../shared/purpose/lawfulBasis.ts';
import {
  AS_PURPOSE,
  FOR_GOOD,
  type RetentionStartEvent,
  type RetentionUnit,
} from '../../../shared/purpose/retention.ts';
import { NO_RETENTION } from '../../../shared/purpose/retentionInput.ts';
import { disclosedParties, isAbroad } from '../transfer/destinations.ts';
import type { UseKey } from './walk.ts';

interface UseRow extends UseKey {
  sensitive: boolean;
  applicationId: string;
  purposeId: string;
  groupId: string;
  channelId: string;
  storageId: string | null;
  retentionDays: number;
  amount: number | null;
  unit: RetentionUnit | null;
  startEvent: RetentionStartEvent | null;
  startNote: string;
  internal: string | number;
  thirdParty: string | number;
  abroad: string | number;
}

/**
 * The uses of these keys in full and in their order; a use that no longer exists is left out. Names are looked up kind
 * by kind: planning one join of them all costs more than reading them.
 */
export async function usesOf(db: Executor, workspaceId: string, keys: readonly UseKey[]): Promise<InventoryItem[]> {
  if (keys.length === 0) return [];
  const ws = sql`workspace_id = ${workspaceId}::uuid`;
  const parties = sql`select count(distinct r.third_party_id) from data_flow_third_parties r join ${disclosedParties(workspaceId)} t on t.id = r.third_party_id
    where r.${ws} and r.data_flow_id = f.id`;
  const { rows } = await sql<UseRow>`
    select u.attribute_id, u.data_flow_id, u.sensitive, u.application_id, u.purpose_id,
      f.data_subject_group_id as group_id, f.channel_id, f.storage_system_id as storage_id, f.retention_days, f.retention_amount as amount, f.retention_unit as unit, f.retention_start_event as start_event, f.retention_start_note as start_note,
      (select count(*) from data_flow_applications r where r.${ws} and r.data_flow_id = f.id and p.internal_sharing) as internal,
      (${parties}) as third_party,
      (${parties} and ${isAbroad(sql`t.country`)}) as abroad
    from unnest(${keys.map(({ attributeId }) => attributeId)}::uuid[], ${keys.map(({ dataFlowId }) => dataFlowId)}::uuid[]) with ordinality as asked (attribute_id, data_flow_id, place)
    join data_flow_attributes u on u.${ws} and u.data_flow_id = asked.data_flow_id and u.attribute_id = asked.attribute_id
    join data_flows f on f.${ws} and f.id = asked.data_flow_id
    join purposes p on p.${ws} and p.id = f.purpose_id
    order by asked.place`.execute(db);
  const ids = (of: (row: UseRow) => string | null) => [...new Set(rows.map(of).filter((id) => id !== null))];
  const storages = ids((row) => row.storageId);
  const wordIds = [...ids((row) => row.groupId), ...ids((row) => row.channelId), ...storages];
  const [attributes, applications, purposes, words, countries] = await Promise.all([
    attributesOf(
      db,
      workspaceId,
      ids((row) => row.attributeId),
    ),
    namesOf(
      db,
      workspaceId,
      'application',
      ids((row) => row.applicationId),
    ),
    purposesOf(
      db,
      workspaceId,
      ids((row) => row.purposeId),
    ),
    namesOf(db, workspaceId, 'word', [...new Set(wordIds)]),
    countriesOf(db, workspaceId, storages),
  ]);
  const word = (id: string) => ({ id, name: words.get(id) ?? NAMELESS });
  return rows.flatMap((row) => {
    const attribute = attributes.get(row.attributeId);
    const purpose = purposes.get(row.purposeId);
    if (!attribute || !purpose) return [];
    return {
      flowId: row.dataFlowId,
      ...attribute,
      sensitive: row.sensitive,
      application: { id: row.applicationId, name: applications.get(row.applicationId)?.th ?? '' },
      purpose: { id: row.purposeId, title: { th: purpose.titleTh, en: purpose.titleEn } },
      lawfulBases: purpose.effectiveBases as LawfulBasis[],
      dataSubjectGroup: word(row.groupId),
      channel: word(row.channelId),
      storageSystem: row.storageId ? { ...word(row.storageId), country: countries.get(row.storageId) ?? null } : null,
      retention: retentionOf(row, purpose),
      recipients: { internal: Number(row.internal), thirdParty: Number(row.thirdParty), abroad: Number(row.abroad) },
    };
  });
}

/** Countries of storage systems that have one. */
async function countriesOf(db: Executor, workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('catalogueItems')
    .select(['id', 'country'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.flatMap(({ id, country }) => (country === null ? [] : [[id, country] as const])));
}

const NAMELESS = { th: '', en: '' };

function retentionOf(
  row: UseRow,
  purpose: {
    retentionIndefinite: boolean;
    retentionAmount: number | null;
    retentionUnit: string | null;
    retentionStartEvent: string | null;
    retentionStartNote: string;
  },
): InventoryItem['retention'] {
  const ofPurpose = row.retentionDays === AS_PURPOSE;
  const indefinite = ofPurpose ? purpose.retentionIndefinite : row.retentionDays === FOR_GOOD;
  if (indefinite) return { ...NO_RETENTION, indefinite, ofPurpose };
  const { amount, unit, startEvent, startNote } = ofPurpose
    ? {
        amount: purpose.retentionAmount,
        unit: purpose.retentionUnit as RetentionUnit | null,
        startEvent: purpose.retentionStartEvent as RetentionStartEvent | null,
        startNote: purpose.retentionStartNote,
      }
    : row;
  return amount === null || unit === null ? null : { indefinite, amount, unit, startEvent, startNote, ofPurpose };
}

async function attributesOf(db: Executor, workspaceId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('piiAttributes as a')
    .innerJoin('piiCategories as c', (join) =>
      join.onRef('c.workspaceId', '=', 'a.workspaceId').onRef('c.id', '=', 'a.piiCategoryId'),
    )
    .leftJoin('piiSubCategories as s', (join) =>
      join.onRef('s.workspaceId', '=', 'a.workspaceId').onRef('s.id', '=', 'a.piiSubCategoryId'),
    )
    .select([
      'a.id',
      'a.nameTh',
      'a.nameEn',
      'c.id as categoryId',
      'c.nameTh as categoryTh',
      'c.nameEn as categoryEn',
      's.id as subId',
      's.nameTh as subTh',
      's.nameEn as subEn',
    ])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        attribute: { id: row.id, name: { th: row.nameTh, en: row.nameEn } },
        category: { id: row.categoryId, name: { th: row.categoryTh, en: row.categoryEn } },
        subCategory: row.subId === null ? null : { id: row.subId, name: { th: row.subTh ?? '', en: row.subEn ?? '' } },
      },
    ]),
  );
}

async function purposesOf(db: Executor, workspaceId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('purposes')
    .select([
      'id',
      'titleTh',
      'titleEn',
      'effectiveBases',
      'retentionIndefinite',
      'retentionAmount',
      'retentionUnit',
      'retentionStartEvent',
      'retentionStartNote',
    ])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const NAMES = {
  category: sql`name_th as th, name_en as en from pii_categories`,
  application: sql`name as th, name as en from applications`,
  purpose: sql`title_th as th, title_en as en from purposes`,
  word: sql`name_th as th, name_en as en from catalogue_items`,
};

/** Names of records, for the rows of a pivot. */
export async function namesOf(
  db: Executor,
  workspaceId: string,
  of: keyof typeof NAMES,
  ids: readonly string[],
): Promise<Map<string, { th: string; en: string }>> {
  const { rows } = await sql<{
    id: string;
    th: string;
    en: string;
  }>`select id, ${NAMES[of]} where workspace_id = ${workspaceId}::uuid and id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, th, en }) => [id, { th, en }]));
}
