import { DAY } from '../../../shared/duration.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { sweepIncoming } from './receive.ts';
import { removeFile, removeUnowned } from './remove.ts';

/** Files that one round removes of one kind. */
const BATCH = 200;

/**
 * Removes files that were uploaded over a day ago and no record owns, and what crashes left on its way in.
 * Safe to run on several nodes at once. Answers how many files went.
 */
export async function sweepFiles(deps: Deps): Promise<number> {
  const before = new Date(deps.now().getTime() - DAY);
  await sweepIncoming(deps.config.dataDir, before);
  const old = await deps.systemDb
    .selectFrom('files')
    .select(['workspaceId', 'id'])
    .where('ownerKind', 'is', null)
    .where('createdAt', '<', before.toISOString())
    .orderBy('createdAt')
    .limit(1000)
    .execute();
  let swept = 0;
  for (const { workspaceId, id: fileId } of old) {
    try {
      // The row is removed only if still unowned: somebody may attach the file meanwhile.
      if (await transact(deps, { workspaceId }, (trx) => removeUnowned(trx, { workspaceId, fileId }))) swept += 1;
    } catch (error) {
      deps.log.warn({ err: error, fileId }, 'a file could not be swept');
    }
  }
  return swept;
}

/**
 * Removes the files that were kept as long as the kind of their owner says; the records stay without them. Answers how
 * many.
 */
export async function expireFiles(deps: Deps): Promise<number> {
  let expired = 0;
  for (const { kind, retention } of deps.modules.fileOwners.values()) {
    if (retention === 'withRecord') continue;
    const before = new Date(deps.now().getTime() - retention.days(deps.config) * DAY).toISOString();
    const old = await deps.systemDb
      .selectFrom('files')
      .select(['workspaceId', 'id', 'ownerId'])
      .where('ownerKind', '=', kind)
      .where('retainedFrom', '<', before)
      .orderBy('retainedFrom')
      .limit(BATCH)
      .execute();
    for (const { workspaceId, id: fileId, ownerId } of old) {
      try {
        await transact(deps, { workspaceId }, async (trx) => {
          if (!(await retention.detach(trx, { workspaceId, ownerId, fileId }))) return;
          await removeFile(trx, { workspaceId, fileId });
          expired += 1;
        });
      } catch (error) {
        deps.log.warn({ err: error, fileId, kind }, 'a file could not be removed; it will be tried again');
      }
    }
  }
  return expired;
}
