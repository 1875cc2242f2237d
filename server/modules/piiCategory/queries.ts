import type { PersonnelActor } from '../../platform/actor.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { PiiCategory, PiiCategoryFields, PiiCategoryUses } from '../../../shared/piiCategory/schema.ts';
import { containing, pageOf, thai, type Page } from '../../platform/list/list.ts';

const own = (table: string) =>
  sql`${sql.table(table)}.workspace_id = pii_categories.workspace_id and ${sql.table(table)}.pii_category_id = pii_categories.id`;
const countIn = (table: string) => sql<number>`(select count(*) from ${sql.table(table)} where ${own(table)})`;
const totals = sql`inventory_totals where ${own('inventory_totals')}`;
const texts = sql<string>`(pii_categories.name_th || ' ' || pii_categories.name_en || ' ' || pii_categories.description_th || ' ' || pii_categories.description_en || ' ' || pii_categories.example)`;

const from = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('piiCategories')
    .leftJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'piiCategories.workspaceId')
        .onRef('personnel.id', '=', 'piiCategories.updatedBy'),
    )
    .where('piiCategories.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof from>) =>
  query
    .select([
      'piiCategories.id',
      'nameTh',
      'nameEn',
      'descriptionTh',
      'descriptionEn',
      'example',
      'sensitive',
      'active',
      'builtIn',
      'piiCategories.rowVersion',
    ])
    .select(['piiCategories.updatedAt', 'piiCategories.updatedBy', 'personnel.name as updatedByName'])
    .select([
      countIn('pii_sub_categories').as('subCategoryCount'),
      countIn('pii_attributes').as('attributeCount'),
      countIn('purpose_pii_categories').as('purposeCount'),
    ])
    .select([
      sql<number>`(select count(distinct application_id) from ${totals})`.as('applicationCount'),
      sql<number>`(select coalesce(sum(uses), 0) from ${totals})`.as('uses'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

const itemOf = ({
  nameTh,
  nameEn,
  descriptionTh,
  descriptionEn,
  updatedBy,
  updatedByName,
  ...row
}: Row): PiiCategory => ({
  ...row,
  name: { th: nameTh, en: nameEn },
  description: { th: descriptionTh, en: descriptionEn },
  updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
});

/** A search also finds a category by the names of its sub-categories and attributes. */
export async function list(
  db: Executor,
  workspaceId: string,
  input: Page & { status: 'ACTIVE' | 'INACTIVE' | 'ALL'; sensitive?: boolean; id?: string | undefined },
): Promise<List<PiiCategory>> {
  let filtered = from(db, workspaceId);
  if (input.status !== 'ALL') filtered = filtered.where('active', '=', input.status === 'ACTIVE');
  if (input.sensitive !== undefined) filtered = filtered.where('sensitive', '=', input.sensitive);
  if (input.id) filtered = filtered.where('piiCategories.id', '=', input.id);
  if (input.query) {
    const pattern = containing(input.query);
    const within = (table: string) =>
      sql`exists (select from ${sql.table(table)} part where part.workspace_id = pii_categories.workspace_id and part.pii_category_id = pii_categories.id and (part.name_th || ' ' || part.name_en) ilike ${pattern})`;
    filtered = filtered.where(
      sql<boolean>`(${texts} ilike ${pattern} or ${within('pii_attributes')} or ${within('pii_sub_categories')})`,
    );
  }
  const page = await pageOf(
    filtered,
    input,
    columns as never,
    { name: thai('nameTh'), updatedAt: sql.ref('piiCategories.updatedAt') },
    sql.ref('piiCategories.id'),
  );
  return { ...page, collection: (page.collection as Row[]).map(itemOf) };
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<PiiCategory | undefined> {
  const row = await columns(from(db, workspaceId)).where('piiCategories.id', '=', id).executeTakeFirst();
  return row && itemOf(row);
}

/** Locks the row until the transaction ends, so that nothing changes it or starts to refer to it. */
export async function lock(db: Executor, workspaceId: string, id: string): Promise<void> {
  await db
    .selectFrom('piiCategories')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

export async function countCustom(db: Executor, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('piiCategories')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

const columnsOf = ({ name, description, example, sensitive }: PiiCategoryFields) => ({
  nameTh: name.th,
  nameEn: name.en,
  descriptionTh: description.th,
  descriptionEn: description.en,
  example,
  sensitive,
});

export async function insert(
  db: Executor,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  fields: PiiCategoryFields,
): Promise<void> {
  await db
    .insertInto('piiCategories')
    .values({ workspaceId, id, ...columnsOf(fields), createdBy: by, updatedBy: by, createdAt: at, updatedAt: at })
    .execute();
}

export async function update(
  db: Executor,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  fields: PiiCategoryFields & { rowVersion: number },
): Promise<void> {
  await db
    .updateTable('piiCategories')
    .set({ ...columnsOf(fields), updatedBy: by, updatedAt: at, rowVersion: fields.rowVersion + 1 })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('rowVersion', '=', fields.rowVersion)
    .execute();
}

export async function setActive(
  db: Executor,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  active: boolean,
): Promise<void> {
  await db
    .updateTable('piiCategories')
    .set({ active, updatedBy: by, updatedAt: at, rowVersion: sql`row_version + 1` })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** The content of the category has changed, not the category itself: somebody who edits it can still save. */
export async function touch(
  db: Executor,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
): Promise<void> {
  await db
    .updateTable('piiCategories')
    .set({ updatedBy: by, updatedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function uses(db: Executor, workspaceId: string, id: string, limit: number): Promise<PiiCategoryUses> {
  const purposes = await db
    .selectFrom('purposePiiCategories as used')
    .innerJoin('purposes', (join) =>
      join.onRef('purposes.workspaceId', '=', 'used.workspaceId').onRef('purposes.id', '=', 'used.purposeId'),
    )
    .select(['purposes.id', 'titleTh', 'titleEn'])
    .where('used.workspaceId', '=', workspaceId)
    .where('used.piiCategoryId', '=', id)
    .orderBy(thai('titleTh'))
    .orderBy('purposes.id')
    .limit(limit)
    .execute();
  const applications = await db
    .selectFrom('inventoryTotals as total')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspaceId', '=', 'total.workspaceId')
        .onRef('applications.id', '=', 'total.applicationId'),
    )
    .select(['applications.id', 'applications.name', sql<number>`sum(total.uses)`.as('uses')])
    .where('total.workspaceId', '=', workspaceId)
    .where('total.piiCategoryId', '=', id)
    .groupBy(['applications.id', 'applications.name'])
    .orderBy(thai('applications.name'))
    .orderBy('applications.id')
    .limit(limit)
    .execute();
  return {
    purposes: purposes.map(({ titleTh, titleEn, ...row }) => ({ ...row, title: { th: titleTh, en: titleEn } })),
    applications,
  };
}

/** Categories among `ids` that exist, and whether each is active. */
export async function activeOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('piiCategories')
    .select(['id', 'active'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, active }) => [id, active]));
}
