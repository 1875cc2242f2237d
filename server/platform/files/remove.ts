import { randomUUIDv7 } from 'node:crypto';
import { type Trx, withScope } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import type { Schedule } from '../jobs/schedules.ts';
import type { Deps } from '../trpc/context.ts';

interface RemovedFile {
  readonly workspaceId: string;
  readonly id: string;
  readonly storageKey: string;
  readonly clearKey: string | null;
}

/** Younger ones may still be removed by the node that removed their rows. */
const SETTLED_MS = 30_000;
const BATCH = 200;

const removed = new WeakMap<Trx, RemovedFile[]>();

interface FilePlace {
  readonly workspaceId: string;
  readonly fileId: string;
}

/**
 * Removes a file that nothing refers to any more. Its bytes are removed once the transaction has committed: one that
 * fails must keep them, and no lock waits for the store.
 */
export async function removeFile(trx: Trx, file: FilePlace): Promise<void> {
  await remove(trx, file, deletion(trx, file));
}

/** The same of a file that no record owns. @returns false where it is gone, or a record owns it by now */
export const removeUnowned = (trx: Trx, file: FilePlace): Promise<boolean> =>
  remove(trx, file, deletion(trx, file).where('ownerKind', 'is', null));

const deletion = (trx: Trx, { workspaceId, fileId }: FilePlace) =>
  trx.deleteFrom('files').where('workspaceId', '=', workspaceId).where('id', '=', fileId);

async function remove(
  trx: Trx,
  { workspaceId, fileId: id }: FilePlace,
  deleting: ReturnType<typeof deletion>,
): Promise<boolean> {
  const row = await deleting.returning(['storageKey', 'clearKey']).executeTakeFirst();
  if (!row) return false;
  const file = { workspaceId, id, ...row };
  await trx.insertInto('removedFiles').values(file).execute();
  removed.set(trx, [...removedBy(trx), file]);
  return true;
}

/** The files that this transaction has removed, whose bytes go after its commit. */
export const removedBy = (trx: Trx): readonly RemovedFile[] => removed.get(trx) ?? [];

/** Removes the bytes of removed files. What the store cannot remove now is tried again by `removedFiles`. */
export async function removeBytes(
  deps: Pick<Deps, 'db' | 'files' | 'log'>,
  files: readonly RemovedFile[],
): Promise<void> {
  for (const { workspaceId, id, storageKey, clearKey } of files) {
    try {
      await deps.files.remove(storageKey);
      if (clearKey !== null) await deps.files.remove(clearKey);
      await withScope(deps.db, { workspaceId }, (trx) =>
        trx.deleteFrom('removedFiles').where('workspaceId', '=', workspaceId).where('id', '=', id).execute(),
      );
    } catch (error) {
      deps.log.warn({ err: error, fileId: id }, 'the bytes of a removed file remain; they are tried again');
    }
  }
}

/** Bytes that are about to be written under a name that no row has yet. */
interface NewBytes {
  readonly workspaceId: string;
  /** Of the note alone. */
  readonly id: string;
}

/**
 * Notes the name of bytes before they are written. Unless `claimBytes` takes the note away with the row that names
 * them, they go: by `removeNoted`, or, where their node ended, by `removedFiles` a day later.
 */
export async function noteNewBytes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { workspaceId, storageKey }: { workspaceId: string; storageKey: string },
): Promise<NewBytes> {
  const id = randomUUIDv7();
  const removedAt = new Date(now().getTime() + DAY);
  await withScope(db, { workspaceId }, (trx) =>
    trx.insertInto('removedFiles').values({ workspaceId, id, storageKey, removedAt }).execute(),
  );
  return { workspaceId, id };
}

/** Keeps bytes that a row of this transaction names. @returns false where they are being removed already */
export async function claimBytes(trx: Trx, { workspaceId, id }: NewBytes): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('removedFiles')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the bytes of a note; those that a row has claimed stay. */
export async function removeNoted(
  deps: Pick<Deps, 'db' | 'files' | 'log'>,
  { workspaceId, id }: NewBytes,
): Promise<void> {
  await removeBytes(
    deps,
    // Which bytes they are, is known only behind the wall of their workspace.
    await withScope(deps.db, { workspaceId }, (trx) =>
      trx
        .selectFrom('removedFiles')
        .select(['workspaceId', 'id', 'storageKey', 'clearKey'])
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        // A commit that claims them may be under way, even where its answer was lost: it is waited for.
        .forUpdate()
        .execute(),
    ),
  );
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
    for (const one of left) await removeNoted(deps, one);
    return left.length;
  },
};
