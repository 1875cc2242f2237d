import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { packageFile } from './files.ts';
import { removeFile } from '../../platform/files/remove.ts';
import type * as queries from './queries.ts';

/** Removes the stored package of an answer whose row no longer refers to it. */
export async function removePackage(
  trx: Trx,
  workspaceId: string,
  { id }: Pick<queries.AnswerRow, 'id'>,
): Promise<void> {
  const packed = await trx
    .selectFrom('files')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', '=', packageFile.kind)
    .where('ownerId', '=', id)
    .execute();
  for (const file of packed) await removeFile(trx, { workspaceId, fileId: file.id });
}

/** Stores that an answer was downloaded: when and how, and by whom where staff delivered it. */
export async function noteRead(
  trx: Trx,
  { workspaceId, personnelId, at }: Actor,
  answerId: string,
  how: 'DOWNLOAD' | 'VIEW' | 'STAFF',
): Promise<void> {
  await trx
    .insertInto('requestAnswerReads')
    .values({ workspaceId, id: randomUUIDv7(), answerId, how, by: personnelId, at })
    .execute();
}
