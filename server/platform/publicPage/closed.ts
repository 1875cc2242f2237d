import type { Executor } from '../../../db/client.ts';
import { appError } from '../errors.ts';

/** What a page for people without a session answers while nobody works in its workspace. */
export const pageClosed = () => appError('workspace.closed', { text: 'errors:pageClosed' });

/**
 * Refuses a public page of a workspace that is closed. To be asked once it is certain that the caller has a right to
 * the page: whether a workspace is there is nobody else's business.
 * @throws 409 `workspace.closed`
 */
export async function requireOpenWorkspace(db: Executor, workspaceId: string): Promise<void> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('closedAt', 'is not', null)
    .executeTakeFirst();
  if (row) throw pageClosed();
}
