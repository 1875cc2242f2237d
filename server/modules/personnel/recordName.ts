import type { Trx } from '../../../db/client.ts';
import type { Bilingual } from '../../../shared/text.ts';

/** The name of a person; undefined where they do not exist. */
export async function personName(trx: Trx, workspaceId: string, id: string): Promise<Bilingual | undefined> {
  const row = await trx
    .selectFrom('personnel')
    .select('name')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { th: row.name, en: row.name };
}
