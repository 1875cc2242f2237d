import type { Trx } from '../../../db/client.ts';
import type { FileOwnerKind } from './ownerKind.ts';

/** Gives up all files of some records, which are deleted or lose them: the next sweep removes them. */
export async function releaseFiles(
  trx: Trx,
  owner: FileOwnerKind,
  { workspaceId, ownerIds }: { workspaceId: string; ownerIds: readonly string[] },
): Promise<void> {
  if (ownerIds.length === 0) return;
  await trx
    .updateTable('files')
    .set({ ownerKind: null, ownerId: null, retainedFrom: null })
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', '=', owner.kind)
    .where('ownerId', 'in', [...ownerIds])
    .execute();
}
