import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { PiiTreeCategory } from '../../../shared/piiCategory/schema.ts';
import { containing, thai } from '../../platform/list/list.ts';

export type Name = { th: string; en: string };

/** Whether a part's name in either language contains a text. */
export const searched = (table: string, query: string) =>
  sql<boolean>`(${sql.table(table)}.name_th || ' ' || ${sql.table(table)}.name_en) ilike ${containing(query)}`;

/** How many parts of the workspace's own there are. */
export async function countCustom(
  db: Executor,
  workspaceId: string,
  table: 'piiSubCategories' | 'piiAttributes',
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a part until the transaction ends, so that nothing starts to refer to it. */
export async function lock(
  db: Executor,
  workspaceId: string,
  table: 'piiSubCategories' | 'piiAttributes',
  id: string,
): Promise<void> {
  await db
    .selectFrom(table)
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** The entire catalogue: one index scan for each of three tables, joined here. */
export async function tree(db: Executor, workspaceId: string, withInactive: boolean): Promise<PiiTreeCategory[]> {
  let query = db
    .selectFrom('piiCategories')
    .select(['id', 'nameTh', 'nameEn', 'sensitive', 'active'])
    .where('workspaceId', '=', workspaceId);
  if (!withInactive) query = query.where('active', '=', true);
  const categories = await query.orderBy('sensitive').orderBy(thai('nameTh')).orderBy('id').execute();
  const found = new Map<string, PiiTreeCategory>(
    categories.map(({ nameTh, nameEn, ...row }) => [
      row.id,
      { ...row, name: { th: nameTh, en: nameEn }, subCategories: [], attributes: [] },
    ]),
  );
  const subCategories = await db
    .selectFrom('piiSubCategories')
    .select(['id', 'piiCategoryId', 'nameTh', 'nameEn'])
    .where('workspaceId', '=', workspaceId)
    .orderBy(thai('nameTh'))
    .orderBy('id')
    .execute();
  for (const { id, piiCategoryId, nameTh, nameEn } of subCategories)
    found.get(piiCategoryId)?.subCategories.push({ id, name: { th: nameTh, en: nameEn } });
  const attributes = await db
    .selectFrom('piiAttributes')
    .select([
      'id',
      'piiCategoryId',
      'piiSubCategoryId',
      'nameTh',
      'nameEn',
      'descriptionTh',
      'descriptionEn',
      'sensitive',
    ])
    .where('workspaceId', '=', workspaceId)
    .orderBy(thai('nameTh'))
    .orderBy('id')
    .execute();
  for (const row of attributes)
    found.get(row.piiCategoryId)?.attributes.push({
      id: row.id,
      name: { th: row.nameTh, en: row.nameEn },
      description: { th: row.descriptionTh, en: row.descriptionEn },
      subCategoryId: row.piiSubCategoryId,
      sensitive: row.sensitive,
    });
  return [...found.values()];
}
