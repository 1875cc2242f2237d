import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { PiiCategory } from '../../../shared/piiCategory.ts';
import { containing, pageOf, thai } from '../../list.ts';

interface Page {
  pageSize: number;
  currentPage: number;
  sortBy: string;
  sortDirection: 'ASC' | 'DESC';
  query: string;
  status: 'ACTIVE' | 'INACTIVE' | 'ALL';
}

export async function list(db: Executor, workspaceId: string, input: Page): Promise<List<PiiCategory>> {
  let filtered = db.selectFrom('piiCategories').where('workspaceId', '=', workspaceId);
  if (input.status !== 'ALL') filtered = filtered.where('active', '=', input.status === 'ACTIVE');
  if (input.query) {
    filtered = filtered.where(sql<string>`(name_th || ' ' || name_en || ' ' || description_th || ' ' || description_en || ' ' || example)`, 'ilike', containing(input.query));
  }
  const page = await pageOf(
    filtered,
    input,
    (query) => query.select(['id', 'nameTh', 'nameEn', 'descriptionTh', 'descriptionEn', 'example', 'sensitive', 'active', 'builtIn']),
    { name: thai('nameTh'), updatedAt: sql.ref('updatedAt') },
    sql.ref('id'),
  );
  return {
    ...page,
    collection: page.collection.map(({ nameTh, nameEn, descriptionTh, descriptionEn, ...row }) => ({
      ...row,
      name: { th: nameTh, en: nameEn },
      description: { th: descriptionTh, en: descriptionEn },
    })),
  };
}

/** Categories among `ids` that exist, and whether each is active. */
export async function activeOf(db: Executor, workspaceId: string, ids: readonly string[]): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('piiCategories').select(['id', 'active']).where('workspaceId', '=', workspaceId).where('id', 'in', [...ids]).execute();
  return new Map(rows.map(({ id, active }) => [id, active]));
}
