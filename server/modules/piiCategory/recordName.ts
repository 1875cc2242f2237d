import type { Trx } from '../../../db/client.ts';
import type { Bilingual } from '../../../shared/text.ts';

/** The name of a category of personal data; undefined where it does not exist. */
export async function piiCategoryName(trx: Trx, workspaceId: string, id: string): Promise<Bilingual | undefined> {
  const row = await trx
    .selectFrom('piiCategories')
    .select(['nameTh as th', 'nameEn as en'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row;
}
