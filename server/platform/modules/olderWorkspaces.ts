import { type Trx, withScope } from '../../../db/client.ts';
import type { DB } from '../../../db/types.ts';
import type { Deps } from '../trpc/context.ts';

/** The columns of workspaces that say by which edition of a module's contents they were last updated. */
type EditionColumn = Extract<keyof DB['workspaces'], `${string}Edition`>;

/**
 * Updates each workspace that was last updated by an earlier edition, completely or not at all; nodes that do it at the
 * same time take turns. `update` also stores the new edition.
 * @returns number of workspaces that this call updated
 */
export async function updateOlderWorkspaces(
  { authDb, db }: Pick<Deps, 'authDb' | 'db'>,
  { column, edition }: { column: EditionColumn; edition: number },
  signal: AbortSignal,
  update: (trx: Trx, workspaceId: string) => Promise<void>,
): Promise<number> {
  // The role of sign-in can list all workspaces; their rows are written under row level security.
  const behind = await authDb.selectFrom('workspaces').select('id').where(column, '<', edition).orderBy('id').execute();
  let updated = 0;
  for (const { id: workspaceId } of behind) {
    if (signal.aborted) break;
    updated += await withScope(db, { workspaceId }, async (trx) => {
      const waiting = await trx
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', workspaceId)
        .where(column, '<', edition)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!waiting) return 0;
      await update(trx, workspaceId);
      return 1;
    });
  }
  return updated;
}
