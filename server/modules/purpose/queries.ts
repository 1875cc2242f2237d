import { randomUUIDv7 } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../../shared/lawfulBasis.ts';
import type { List } from '../../../shared/list.ts';
import { liaAnswers } from '../../../shared/legitimateInterest.ts';
import type { Purpose, PurposeContent, PurposeDraft, PurposeItem, PurposeStatus } from '../../../shared/purpose.ts';
import { type Page, thai, thaiStart, type Write } from '../../list.ts';
import { inOrder, pageOfIds } from '../../search.ts';

const applicationCount = sql<number>`(select count(*) from application_purposes ap where ap.workspace_id = purposes.workspace_id and ap.purpose_id = purposes.id)`;
const sensitive = sql<boolean>`exists (select from purpose_pii_categories pp join pii_categories pc on pc.workspace_id = pp.workspace_id and pc.id = pp.pii_category_id where pp.workspace_id = purposes.workspace_id and pp.purpose_id = purposes.id and pc.sensitive)`;

const SORT = { updatedAt: sql.ref('updatedAt'), createdAt: sql.ref('createdAt'), title: thaiStart('titleTh'), status: sql.ref('status') };

interface ListInput extends Page {
  status: 'ALL' | 'PUBLISHED' | 'DRAFT';
  purposeCategoryId?: string;
  lawfulBasis?: LawfulBasis | 'NONE';
  thirdPartyDisclosure?: boolean;
  responsibleDepartmentId?: string;
  country?: string;
}

/** The conditions of a list's filters, each under a name with its value. Third parties change with their purpose alone. */
function conditionsOf({ purposeCategoryId, lawfulBasis, thirdPartyDisclosure, responsibleDepartmentId, country }: ListInput): Record<string, Expression<SqlBool>> {
  const where: Record<string, Expression<SqlBool>> = {};
  if (purposeCategoryId) where[`category ${purposeCategoryId}`] = sql`purpose_category_id = ${purposeCategoryId}`;
  if (lawfulBasis) where[`basis ${lawfulBasis}`] = lawfulBasis === 'NONE' ? sql`lawful_bases = '{}'` : sql`${lawfulBasis} = any(lawful_bases)`;
  if (thirdPartyDisclosure !== undefined) where[`disclosed ${thirdPartyDisclosure}`] = sql`third_party_disclosure = ${thirdPartyDisclosure}`;
  if (responsibleDepartmentId) where[`department ${responsibleDepartmentId}`] = responsibleDepartmentId === 'NONE' ? sql`responsible_department_id is null` : sql`responsible_department_id = ${responsibleDepartmentId}`;
  if (country) {
    where[`country ${country}`] = sql`third_party_disclosure and exists (select from purpose_third_parties t where t.workspace_id = purposes.workspace_id and t.purpose_id = purposes.id and t.country = ${country})`;
  }
  return where;
}

export async function list(db: Executor, workspaceId: string, input: ListInput): Promise<List<PurposeItem>> {
  const page = await pageOfIds(db, workspaceId, 'purposes', input, { sort: SORT, where: conditionsOf(input) });
  if (page.collection.length === 0) return { ...page, collection: [] };
  const rows = await db
    .selectFrom('purposes')
    .leftJoin('purposeCategories as category', (join) => join.onRef('category.workspaceId', '=', 'purposes.workspaceId').onRef('category.id', '=', 'purposes.purposeCategoryId'))
    .leftJoin('personnel as editor', (join) => join.onRef('editor.workspaceId', '=', 'purposes.workspaceId').onRef('editor.id', '=', 'purposes.updatedBy'))
    .select(['purposes.id', 'titleTh', 'titleEn', 'isPrimary', 'lawfulBases', 'purposes.status', 'publishedVersion', 'purposes.rowVersion', 'purposes.createdAt', 'purposes.updatedAt'])
    .select(['category.id as categoryId', 'category.nameTh as categoryTh', 'category.nameEn as categoryEn', 'editor.id as editorId', 'editor.name as editorName'])
    .select([applicationCount.as('applicationCount'), sensitive.as('sensitive')])
    .where('purposes.workspaceId', '=', workspaceId)
    .where('purposes.id', 'in', page.collection)
    .execute();
  return { ...page, collection: inOrder(page.collection, rows).map(itemOf) };
}

interface ItemRow {
  id: string;
  titleTh: string;
  titleEn: string;
  isPrimary: boolean;
  lawfulBases: string[];
  status: string;
  publishedVersion: number;
  rowVersion: number;
  createdAt: string;
  updatedAt: string;
  categoryId: string | null;
  categoryTh: string | null;
  categoryEn: string | null;
  editorId: string | null;
  editorName: string | null;
  applicationCount: number;
  sensitive: boolean;
}

const itemOf = ({ titleTh, titleEn, categoryId, categoryTh, categoryEn, editorId, editorName, lawfulBases, status, ...row }: ItemRow): PurposeItem => ({
  ...row,
  title: { th: titleTh, en: titleEn },
  lawfulBases: lawfulBases as LawfulBasis[],
  status: status as PurposeStatus,
  purposeCategory: categoryId ? { id: categoryId, name: { th: categoryTh ?? '', en: categoryEn ?? '' } } : null,
  updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
});

export async function pick(db: Executor, workspaceId: string, input: Page) {
  const page = await pageOfIds(db, workspaceId, 'purposes', input, { sort: SORT });
  if (page.collection.length === 0) return { ...page, collection: [] };
  const rows = await db
    .selectFrom('purposes')
    .select(['id', 'titleTh', 'titleEn', 'status', 'publishedVersion'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', page.collection)
    .execute();
  return {
    ...page,
    collection: inOrder(page.collection, rows).map(({ titleTh, titleEn, status, ...row }) => ({ ...row, status: status as PurposeStatus, title: { th: titleTh, en: titleEn } })),
  };
}

/**
 * Locks the purpose for the rest of the transaction. While it may be deleted nobody refers to it; while it only
 * changes others may, so that writers of both never wait for each other.
 */
export async function lock(trx: Trx, workspaceId: string, id: string, to: 'change' | 'delete'): Promise<void> {
  const row = trx.selectFrom('purposes').select('id').where('workspaceId', '=', workspaceId).where('id', '=', id);
  await (to === 'delete' ? row.forUpdate() : row.forNoKeyUpdate()).execute();
}

/** A purpose as it reads, every name resolved; without what publishing misses. */
export async function find(db: Executor, workspaceId: string, id: string): Promise<Omit<Purpose, 'problems'> | undefined> {
  const row = await db
    .selectFrom('purposes as p')
    .leftJoin('purposeCategories as category', (join) => join.onRef('category.workspaceId', '=', 'p.workspaceId').onRef('category.id', '=', 'p.purposeCategoryId'))
    .leftJoin('catalogueItems as department', (join) => join.onRef('department.workspaceId', '=', 'p.workspaceId').onRef('department.id', '=', 'p.responsibleDepartmentId'))
    .leftJoin('personnel as responsible', (join) => join.onRef('responsible.workspaceId', '=', 'p.workspaceId').onRef('responsible.id', '=', 'p.responsiblePersonnelId'))
    .leftJoin('personnel as editor', (join) => join.onRef('editor.workspaceId', '=', 'p.workspaceId').onRef('editor.id', '=', 'p.updatedBy'))
    .selectAll('p')
    .select(['category.nameTh as categoryTh', 'category.nameEn as categoryEn', 'department.nameTh as departmentTh', 'department.nameEn as departmentEn'])
    .select(['responsible.name as responsibleName', 'editor.name as editorName'])
    .where('p.workspaceId', '=', workspaceId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  // One after the other: a transaction has one connection.
  const words = await db
      .selectFrom('purposeCatalogueItems as link')
      .innerJoin('catalogueItems as item', (join) => join.onRef('item.workspaceId', '=', 'link.workspaceId').onRef('item.id', '=', 'link.itemId'))
      .select(['item.id', 'item.kind', 'item.nameTh', 'item.nameEn'])
      .where('link.workspaceId', '=', workspaceId)
      .where('link.purposeId', '=', id)
      .orderBy(thai('item.nameTh'))
      .orderBy('item.id')
      .execute();
  const pii = await db
      .selectFrom('purposePiiCategories as link')
      .innerJoin('piiCategories as category', (join) => join.onRef('category.workspaceId', '=', 'link.workspaceId').onRef('category.id', '=', 'link.piiCategoryId'))
      .select(['category.id', 'category.nameTh', 'category.nameEn', 'category.sensitive'])
      .where('link.workspaceId', '=', workspaceId)
      .where('link.purposeId', '=', id)
      .orderBy('category.sensitive', 'desc')
      .orderBy(thai('category.nameTh'))
      .orderBy('category.id')
      .execute();
  const parties = await db.selectFrom('purposeThirdParties').select(['id', 'name', 'country', 'contract', 'contractExpiresOn', 'safeguard']).where('workspaceId', '=', workspaceId).where('purposeId', '=', id).orderBy('position').execute();
  const internal = await db
      .selectFrom('purposeInternalApplications as link')
      .innerJoin('applications as application', (join) => join.onRef('application.workspaceId', '=', 'link.workspaceId').onRef('application.id', '=', 'link.applicationId'))
      .select(['application.id', 'application.name'])
      .where('link.workspaceId', '=', workspaceId)
      .where('link.purposeId', '=', id)
      .orderBy(thai('application.name'))
      .execute();
  const applications = await applicationsUsing(db, workspaceId, id);
  const ofKind = (kind: string) => words.filter((word) => word.kind === kind).map((word) => ({ id: word.id, name: { th: word.nameTh, en: word.nameEn } }));
  const named = (namedId: string | null, th: string | null, en: string | null) => (namedId ? { id: namedId, name: { th: th ?? '', en: en ?? '' } } : null);
  const content: PurposeContent = {
    title: { th: row.titleTh, en: row.titleEn },
    description: { th: row.descriptionTh, en: row.descriptionEn },
    isPrimary: row.isPrimary,
    purposeCategory: named(row.purposeCategoryId, row.categoryTh, row.categoryEn),
    dataSubjectGroups: ofKind('dataSubjectGroup'),
    piiCategories: pii.map((category) => ({ id: category.id, name: { th: category.nameTh, en: category.nameEn }, sensitive: category.sensitive })),
    lawfulBases: row.lawfulBases as LawfulBasis[],
    sensitiveExemptions: row.sensitiveExemptions as SensitiveExemption[],
    retention: { indefinite: row.retentionIndefinite, amount: row.retentionAmount, unit: row.retentionUnit as PurposeContent['retention']['unit'], note: row.retentionNote },
    storageSystems: ofKind('storageSystem'),
    destructionMethods: ofKind('destructionMethod'),
    responsibleDepartment: named(row.responsibleDepartmentId, row.departmentTh, row.departmentEn),
    responsiblePersonnel: row.responsiblePersonnelId ? { id: row.responsiblePersonnelId, name: row.responsibleName ?? '' } : null,
    securityMeasures: ofKind('securityMeasure'),
    thirdPartyDisclosure: row.thirdPartyDisclosure,
    thirdParties: parties.map(({ safeguard, ...party }) => ({ ...party, safeguard: safeguard as TransferSafeguard | null })),
    internalSharing: row.internalSharing,
    internalApplications: internal,
    // Parsed for the order of its keys, which jsonb does not keep.
    legitimateInterest: row.legitimateInterest === null ? null : liaAnswers.parse(row.legitimateInterest),
  };
  return {
    id,
    content,
    status: row.status as PurposeStatus,
    publishedVersion: row.publishedVersion,
    rowVersion: row.rowVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy ? { id: row.updatedBy, name: row.editorName ?? '' } : null,
    applications,
  };
}

/** Applications that use the purpose, 20 at most. */
export function applicationsUsing(db: Executor, workspaceId: string, purposeId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('applicationPurposes as link')
    .innerJoin('applications as application', (join) => join.onRef('application.workspaceId', '=', 'link.workspaceId').onRef('application.id', '=', 'link.applicationId'))
    .select(['application.id', 'application.name'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.purposeId', '=', purposeId)
    .orderBy(thai('application.name'))
    .limit(20)
    .execute();
}

/** Consent forms whose draft asks for a purpose, or of which a published version ever did, 20 at most. */
export async function consentFormsAsking(db: Executor, workspaceId: string, purposeId: string): Promise<{ id: string; name: string }[]> {
  const asked = sql<SqlBool>`(content -> 'purposes' @> ${JSON.stringify([{ purposeId }])}::jsonb or id in (select consent_id from consent_purposes where workspace_id = ${workspaceId} and purpose_id = ${purposeId}))`;
  return db.selectFrom('consents').select(['id', 'name']).where('workspaceId', '=', workspaceId).where(asked).orderBy(thai('name')).limit(20).execute();
}

const columnsOf = (draft: PurposeDraft) => ({
  titleTh: draft.title.th,
  titleEn: draft.title.en,
  descriptionTh: draft.description.th,
  descriptionEn: draft.description.en,
  isPrimary: draft.isPrimary,
  purposeCategoryId: draft.purposeCategoryId,
  lawfulBases: draft.lawfulBases as string[],
  sensitiveExemptions: draft.sensitiveExemptions as string[],
  retentionIndefinite: draft.retention.indefinite,
  retentionAmount: draft.retention.amount,
  retentionUnit: draft.retention.unit,
  retentionNote: draft.retention.note,
  responsibleDepartmentId: draft.responsibleDepartmentId,
  responsiblePersonnelId: draft.responsiblePersonnelId,
  thirdPartyDisclosure: draft.thirdPartyDisclosure,
  internalSharing: draft.internalSharing,
  legitimateInterest: draft.legitimateInterest === null ? null : JSON.stringify(draft.legitimateInterest),
});

export async function insert(trx: Trx, { workspaceId, id, by, at }: Write, draft: PurposeDraft): Promise<void> {
  await trx.insertInto('purposes').values({ workspaceId, id, ...columnsOf(draft), createdBy: by, updatedBy: by, createdAt: at, updatedAt: at }).execute();
  await insertLists(trx, workspaceId, id, draft);
}

/** Writes over the draft; editing what is published makes it a draft again. */
export async function update(trx: Trx, { workspaceId, id, by, at }: Write, draft: PurposeDraft): Promise<void> {
  await trx
    .updateTable('purposes')
    .set((eb) => ({ ...columnsOf(draft), status: 'draft', rowVersion: eb('rowVersion', '+', 1), updatedBy: by, updatedAt: at }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  for (const table of ['purposeCatalogueItems', 'purposePiiCategories', 'purposeInternalApplications'] as const) {
    await trx.deleteFrom(table).where('workspaceId', '=', workspaceId).where('purposeId', '=', id).execute();
  }
  await insertLists(trx, workspaceId, id, draft);
  await forgetReceivers(trx, workspaceId, id);
}

async function insertLists(trx: Trx, workspaceId: string, purposeId: string, draft: PurposeDraft): Promise<void> {
  const key = { workspaceId, purposeId };
  const items = [...draft.dataSubjectGroupIds, ...draft.storageSystemIds, ...draft.destructionMethodIds, ...draft.securityMeasureIds];
  if (items.length > 0) await trx.insertInto('purposeCatalogueItems').values(items.map((itemId) => ({ ...key, itemId }))).execute();
  if (draft.piiCategoryIds.length > 0) await trx.insertInto('purposePiiCategories').values(draft.piiCategoryIds.map((piiCategoryId) => ({ ...key, piiCategoryId }))).execute();
  await writeThirdParties(trx, workspaceId, purposeId, draft.thirdParties);
  if (draft.internalApplicationIds.length > 0) {
    await trx.insertInto('purposeInternalApplications').values(draft.internalApplicationIds.map((applicationId) => ({ ...key, applicationId }))).execute();
  }
}

/** Third parties keep their identity, since data mappings name them: those of this purpose are written over, others are new. */
async function writeThirdParties(trx: Trx, workspaceId: string, purposeId: string, parties: PurposeDraft['thirdParties']): Promise<void> {
  const rows = await trx.selectFrom('purposeThirdParties').select('id').where('workspaceId', '=', workspaceId).where('purposeId', '=', purposeId).execute();
  const known = new Set(rows.map(({ id }) => id));
  const kept = parties.map((party, position) => {
    // A second one under the same id is a copy of it.
    const id = party.id && known.delete(party.id) ? party.id : randomUUIDv7();
    return { ...party, id, workspaceId, purposeId, position };
  });
  if (known.size > 0) await trx.deleteFrom('purposeThirdParties').where('workspaceId', '=', workspaceId).where('id', 'in', [...known]).execute();
  if (kept.length === 0) return;
  await trx
    .insertInto('purposeThirdParties')
    .values(kept)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        country: eb.ref('excluded.country'),
        contract: eb.ref('excluded.contract'),
        contractExpiresOn: eb.ref('excluded.contractExpiresOn'),
        safeguard: eb.ref('excluded.safeguard'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute();
}

/** Lines of data mappings no longer name an application that the purpose does not send to. Third parties go with their row. */
async function forgetReceivers(trx: Trx, workspaceId: string, purposeId: string): Promise<void> {
  await sql`
    delete from data_flow_applications r using data_flows f
     where r.workspace_id = ${workspaceId} and f.workspace_id = ${workspaceId} and f.purpose_id = ${purposeId} and r.data_flow_id = f.id
       and not exists (select from purpose_internal_applications x where x.workspace_id = ${workspaceId} and x.purpose_id = ${purposeId} and x.application_id = r.application_id)`.execute(trx);
}

export async function remove(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx.deleteFrom('purposes').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}

/** Which of `ids` stand in a table of the workspace. */
export async function present(db: Executor, table: 'purposeCategories' | 'applications', workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom(table).select('id').where('workspaceId', '=', workspaceId).where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a person can be made responsible now: active, or invited and not yet there. */
export async function mayAnswer(db: Executor, workspaceId: string, personnelId: string): Promise<boolean> {
  const row = await db.selectFrom('personnel').select('id').where('workspaceId', '=', workspaceId).where('id', '=', personnelId).where('status', 'in', ['active', 'invited']).executeTakeFirst();
  return row !== undefined;
}
