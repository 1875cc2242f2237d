import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { PiiAttribute } from '../../../shared/piiCategory/schema.ts';
import { pageOf, thai, type Page } from '../../platform/list/list.ts';
import { type Name, searched } from './partQueries.ts';

const uses = sql<number>`(select count(*) from data_flow_attributes used where used.workspace_id = pii_attributes.workspace_id and used.attribute_id = pii_attributes.id)`;
const fromAttributes = (db: Executor, workspaceId: string) =>
  db.selectFrom('piiAttributes').where('piiAttributes.workspaceId', '=', workspaceId);
const attributeColumns = (query: ReturnType<typeof fromAttributes>) =>
  query.select([
    'id',
    'piiCategoryId',
    'piiSubCategoryId',
    'nameTh',
    'nameEn',
    'descriptionTh',
    'descriptionEn',
    'sensitive',
    'builtIn',
    uses.as('uses'),
  ]);
type AttributeRow = Awaited<ReturnType<ReturnType<typeof attributeColumns>['executeTakeFirstOrThrow']>>;
const attributeOf = ({ nameTh, nameEn, descriptionTh, descriptionEn, ...row }: AttributeRow): PiiAttribute => ({
  ...row,
  name: { th: nameTh, en: nameEn },
  description: { th: descriptionTh, en: descriptionEn },
});

export async function listAttributes(
  db: Executor,
  workspaceId: string,
  parent: { piiCategoryId: string } | { piiSubCategoryId: string },
  input: Page & { sensitive?: boolean },
): Promise<List<PiiAttribute>> {
  let filtered = fromAttributes(db, workspaceId);
  filtered =
    'piiCategoryId' in parent
      ? filtered.where('piiCategoryId', '=', parent.piiCategoryId)
      : filtered.where('piiSubCategoryId', '=', parent.piiSubCategoryId);
  if (input.sensitive !== undefined) filtered = filtered.where('sensitive', '=', input.sensitive);
  if (input.query) filtered = filtered.where(searched('pii_attributes', input.query));
  const page = await pageOf(
    filtered,
    input,
    attributeColumns as never,
    { name: thai('nameTh'), createdAt: sql.ref('createdAt') },
    sql.ref('id'),
  );
  return { ...page, collection: (page.collection as AttributeRow[]).map(attributeOf) };
}

/** Attributes of a category, or of one sub-category of it, in Thai order; the first `limit` of them. */
export async function attributesIn(
  db: Executor,
  workspaceId: string,
  parent: { piiCategoryId: string } | { piiSubCategoryId: string },
  limit?: number,
): Promise<PiiAttribute[]> {
  let query = attributeColumns(fromAttributes(db, workspaceId));
  query =
    'piiCategoryId' in parent
      ? query.where('piiCategoryId', '=', parent.piiCategoryId)
      : query.where('piiSubCategoryId', '=', parent.piiSubCategoryId);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.orderBy(thai('nameTh')).orderBy('id').execute()).map(attributeOf);
}

export async function findAttribute(db: Executor, workspaceId: string, id: string): Promise<PiiAttribute | undefined> {
  const row = await attributeColumns(fromAttributes(db, workspaceId)).where('id', '=', id).executeTakeFirst();
  return row && attributeOf(row);
}

export async function insertAttribute(
  db: Executor,
  row: {
    workspaceId: string;
    id: string;
    piiCategoryId: string;
    piiSubCategoryId: string | null;
    name: Name;
    description: Name;
    sensitive: boolean;
    at: Date;
  },
): Promise<void> {
  const { name, description, at, ...rest } = row;
  await db
    .insertInto('piiAttributes')
    .values({
      ...rest,
      nameTh: name.th,
      nameEn: name.en,
      descriptionTh: description.th,
      descriptionEn: description.en,
      createdAt: at,
    })
    .execute();
}

export async function removeAttribute(db: Executor, workspaceId: string, id: string): Promise<void> {
  await db.deleteFrom('piiAttributes').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}

/** Makes every unused attribute of a category as sensitive as the category. */
export async function setSensitive(
  db: Executor,
  workspaceId: string,
  piiCategoryId: string,
  sensitive: boolean,
): Promise<void> {
  await db
    .updateTable('piiAttributes')
    .set({ sensitive })
    .where('workspaceId', '=', workspaceId)
    .where('piiCategoryId', '=', piiCategoryId)
    .execute();
}

/** Applications whose data mapping has the attribute, in Thai order; the first `limit` of them. */
export function applicationsWith(
  db: Executor,
  workspaceId: string,
  attributeId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('applications')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('dataFlowAttributes')
        .select('applicationId')
        .where('workspaceId', '=', workspaceId)
        .where('attributeId', '=', attributeId),
    )
    .orderBy(thai('name'))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface AttributeFacts {
  piiCategoryId: string;
  sensitive: boolean;
  name: Name;
  categoryActive: boolean;
}

/**
 * Locks the categories of these attributes against changes until the transaction ends; several transactions can do so
 * at the same time.
 */
export async function holdCategoriesOf(db: Executor, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .selectFrom('piiCategories')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('piiAttributes')
        .select('piiCategoryId')
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids]),
    )
    .orderBy('id')
    .forShare()
    .execute();
}

/** Attributes among `ids` that exist. */
export async function factsOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AttributeFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('piiAttributes as attribute')
    .innerJoin('piiCategories as category', (join) =>
      join
        .onRef('category.workspaceId', '=', 'attribute.workspaceId')
        .onRef('category.id', '=', 'attribute.piiCategoryId'),
    )
    .select([
      'attribute.id',
      'attribute.piiCategoryId',
      'attribute.sensitive',
      'attribute.nameTh',
      'attribute.nameEn',
      'category.active as categoryActive',
    ])
    .where('attribute.workspaceId', '=', workspaceId)
    .where('attribute.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, nameTh, nameEn, ...facts }) => [id, { ...facts, name: { th: nameTh, en: nameEn } }]));
}
