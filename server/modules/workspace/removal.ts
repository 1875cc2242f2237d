import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { announceRevocation } from '../../platform/live/revoke.ts';
import { errors } from '../../platform/errors.ts';
import { lockWorkspace } from './limits.ts';
import * as queries from './queries.ts';

/**
 * Deletes a workspace and everything in it, its activity log included. Its name must have been typed again.
 * Files leave the store once the deletion is durable; everybody's open sockets lose the workspace at once.
 * @throws 400 when the name differs, 409 `workspace.last` for the only workspace the caller is in
 */
export async function remove(ctx: WorkspaceContext, input: { confirmation: string }): Promise<{ uuid: string }> {
  const { id } = ctx.workspace;
  const { deps, session } = ctx;
  await ctx.transaction(async (trx) => {
    await lockWorkspace(trx, id);
    const name = await queries.nameOf(trx, id);
    if (input.confirmation !== name)
      throw errors.field('confirmation', 'workspace:confirmationDiffers', 'workspace.confirmation');
    if ((await queries.countMemberships(trx, session.userId)) <= 1)
      throw errors.conflict({ code: 'workspace.last', key: 'workspace:last' });
    for (const userId of await queries.usersOf(trx, id)) await announceRevocation(trx, { userId });
    await queries.remove(trx, id);
  });
  // What a crash here leaves behind is bytes that nothing names any more, never a record without its file.
  await deps.files
    .removeAll(id)
    .catch((error: unknown) =>
      deps.log.error({ err: error, workspaceId: id }, 'files of a deleted workspace remain in the store'),
    );
  deps.log.info({ workspaceId: id }, 'workspace deleted');
  return { uuid: id };
}
