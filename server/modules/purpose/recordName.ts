import type { Trx } from '../../../db/client.ts';
import type { Bilingual } from '../../../shared/text.ts';

/** The name of a purpose; undefined where it does not exist. */
export async function purposeName(trx: Trx, workspaceId: string, id: string): Promise<Bilingual | undefined> {
  const row = await trx
    .selectFrom('purposes')
    .select(['titleTh as th', 'titleEn as en'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row;
}
