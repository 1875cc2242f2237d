import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { PiiSubCategory } from '../../../shared/piiCategory/schema.ts';
import { pageOf, thai, type Page } from '../../platform/list/list.ts';
import { type Name, searched } from './partQueries.ts';

const attributeCount = sql<number>`(select count(*) from pii_attributes a where a.workspace_id = pii_sub_categories.workspace_id and a.pii_sub_category_id = pii_sub_categories.id)`;
const fromSubCategories = (db: Executor, workspaceId: string) =>
  db.selectFrom('piiSubCategories').where('piiSubCategories.workspaceId', '=', workspaceId);
const subCategoryColumns = (query: ReturnType<typeof fromSubCategories>) =>
  query.select(['id', 'piiCategoryId', 'nameTh', 'nameEn', 'builtIn', attributeCount.as('attributeCount')]);
type SubCategoryRow = Awaited<ReturnType<ReturnType<typeof subCategoryColumns>['executeTakeFirstOrThrow']>>;
const subCategoryOf = ({ nameTh, nameEn, ...row }: SubCategoryRow): PiiSubCategory => ({
  ...row,
  name: { th: nameTh, en: nameEn },
});

export async function listSubCategories(
  db: Executor,
  workspaceId: string,
  piiCategoryId: string,
  input: Page,
): Promise<List<PiiSubCategory>> {
  let filtered = fromSubCategories(db, workspaceId).where('piiCategoryId', '=', piiCategoryId);
  if (input.query) filtered = filtered.where(searched('pii_sub_categories', input.query));
  const page = await pageOf(
    filtered,
    input,
    subCategoryColumns as never,
    { name: thai('nameTh'), createdAt: sql.ref('createdAt') },
    sql.ref('id'),
  );
  return { ...page, collection: (page.collection as SubCategoryRow[]).map(subCategoryOf) };
}

export async function subCategoriesOf(
  db: Executor,
  workspaceId: string,
  piiCategoryId: string,
): Promise<PiiSubCategory[]> {
  const rows = await subCategoryColumns(fromSubCategories(db, workspaceId))
    .where('piiCategoryId', '=', piiCategoryId)
    .orderBy(thai('nameTh'))
    .orderBy('id')
    .execute();
  return rows.map(subCategoryOf);
}

export async function findSubCategory(
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<PiiSubCategory | undefined> {
  const row = await subCategoryColumns(fromSubCategories(db, workspaceId)).where('id', '=', id).executeTakeFirst();
  return row && subCategoryOf(row);
}

export async function insertSubCategory(
  db: Executor,
  row: { workspaceId: string; id: string; piiCategoryId: string; name: Name; at: Date },
): Promise<void> {
  const { workspaceId, id, piiCategoryId, name, at } = row;
  await db
    .insertInto('piiSubCategories')
    .values({ workspaceId, id, piiCategoryId, nameTh: name.th, nameEn: name.en, createdAt: at })
    .execute();
}

export async function removeSubCategory(db: Executor, workspaceId: string, id: string): Promise<void> {
  await db.deleteFrom('piiSubCategories').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}
