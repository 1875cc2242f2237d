import { type Trx, withScope } from '../../../db/client.ts';
import type { Schedule } from '../jobs/schedules.ts';
import type { Deps } from '../trpc/context.ts';

interface RemovedFile {
  readonly workspaceId: string;
  readonly id: string;
}

/** Younger ones may still be removed by the node that removed their rows. */
const SETTLED_MS = 30_000;
const BATCH = 200;

const removed = new WeakMap<Trx, RemovedFile[]>();

/**
 * Removes a file that nothing refers to any more. Its bytes are removed once the transaction has committed: one that
 * fails must keep them, and no lock waits for the store.
 */
export async function removeFile(trx: Trx, facts: { workspaceId: string; fileId: string }): Promise<void> {
  const { workspaceId, fileId: id } = facts;
  const row = await trx
    .deleteFrom('files')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .returning(['storageKey', 'clearKey'])
    .executeTakeFirst();
  if (!row) return;
  await trx
    .insertInto('removedFiles')
    .values({ workspaceId, id, ...row })
    .execute();
  removed.set(trx, [...removedBy(trx), { workspaceId, id }]);
}

/** The files that this transaction has removed, whose bytes go after its commit. */
export const removedBy = (trx: Trx): readonly RemovedFile[] => removed.get(trx) ?? [];

/** Removes the bytes of removed files. What the store cannot remove now is tried again by `removedFiles`. */
export async function removeBytes(
  deps: Pick<Deps, 'db' | 'files' | 'log'>,
  files: readonly RemovedFile[],
): Promise<void> {
  for (const { workspaceId, id } of files) {
    try {
      const row = await withScope(deps.db, { workspaceId }, (trx) =>
        trx
          .selectFrom('removedFiles')
          .select(['storageKey', 'clearKey'])
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (!row) continue;
      await deps.files.remove(row.storageKey);
      if (row.clearKey !== null) await deps.files.remove(row.clearKey);
      await withScope(deps.db, { workspaceId }, (trx) =>
        trx.deleteFrom('removedFiles').where('workspaceId', '=', workspaceId).where('id', '=', id).execute(),
      );
    } catch (error) {
      deps.log.warn({ err: error, fileId: id }, 'the bytes of a removed file remain; they are tried again');
    }
  }
}

/** Removes bytes that were left: their node ended, or the store refused. */
export const removedFiles: Schedule = {
  name: 'files.remove',
  cron: '* * * * *',
  async run(deps) {
    const left = await deps.systemDb
      .selectFrom('removedFiles')
      .select(['workspaceId', 'id'])
      .where('removedAt', '<', new Date(deps.now().getTime() - SETTLED_MS).toISOString())
      .orderBy('removedAt')
      .limit(BATCH)
      .execute();
    await removeBytes(deps, left);
    return left.length;
  },
};
