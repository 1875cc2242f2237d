import type { Trx } from '../../../db/client.ts';
import type { Bilingual } from '../../../shared/text.ts';

/** The name of an assessment; undefined where it does not exist. */
export async function dpiaName(trx: Trx, workspaceId: string, id: string): Promise<Bilingual | undefined> {
  const row = await trx
    .selectFrom('dpias')
    .select('name')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { th: row.name, en: row.name };
}
