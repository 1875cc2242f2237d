import type { FileOwnerKind } from '../../server/platform/files/ownerKind.ts';
import type { World } from '../factories.ts';

/** Attaches a file to a record, as if it had been saved with it. */
export async function giveFile(
  { owner }: Pick<World, 'owner'>,
  { kind }: Pick<FileOwnerKind, 'kind'>,
  ownerId: string,
  fileId: string,
): Promise<void> {
  await owner.updateTable('files').set({ ownerKind: kind, ownerId }).where('id', '=', fileId).execute();
}

/** Whether the file is attached to a record. */
export async function isOwned({ owner }: Pick<World, 'owner'>, fileId: string): Promise<boolean> {
  const row = await owner.selectFrom('files').select('ownerKind').where('id', '=', fileId).executeTakeFirstOrThrow();
  return row.ownerKind !== null;
}
