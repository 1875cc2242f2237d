import { deleteWorkspace } from '../../server/modules/workspace/deletionJob.ts';
import type { World } from '../factories.ts';

/** Deletes a workspace with a requested deletion, as if its days to undo it were over. */
export async function finishDeletion({ deps, owner }: World, workspaceId: string): Promise<void> {
  const at = deps.now();
  await owner
    .updateTable('workspaceDeletions')
    .set({ dueAt: at, remindedAt: at })
    .where('id', '=', workspaceId)
    .execute();
  await deleteWorkspace(deps, { id: workspaceId, data: { workspaceId }, signal: new AbortController().signal });
}
