import { withScope } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import type { Deps } from '../trpc/context.ts';
import { BYTES_COLUMNS, getBytes, putBytes } from './bytes.ts';

/** Files that are looked up at a time, and about as many as one round takes. */
const BATCH = 200;
/** A backup reads which files there are at its start, and copies them afterwards. */
const FORMER_MS = DAY;
/**
 * What is behind the id in the key of a file that was encrypted later: two names, so that nobody reads one as the
 * other.
 */
const ENDING = '.sealed';

/**
 * Encrypts files that were stored before files were encrypted, oldest first. A file is written again under another
 * name, then its row names that; the bytes in clear go a day later, when nobody reads them any more and no backup
 * copies them. Ended at any place it goes on there, and a file that fails keeps no other waiting. Answers how many
 * files were encrypted, and of how many the bytes in clear went.
 */
export async function sealOlderFiles(
  deps: Pick<Deps, 'db' | 'systemDb' | 'keyring' | 'files' | 'log' | 'now'>,
  signal: AbortSignal,
): Promise<{ sealed: number; removed: number }> {
  const counts = { sealed: 0, removed: 0 };
  let failed = 0;
  let failure: unknown;
  for (let found = await clearFiles(deps); found.length > 0; found = await clearFiles(deps, found.at(-1))) {
    for (const { workspaceId, id, clearKey } of found) {
      if (signal.aborted) break;
      try {
        if (clearKey !== null) {
          await removeFormerBytes(deps, { workspaceId, id, clearKey });
          counts.removed += 1;
        } else counts.sealed += await sealFile(deps, { workspaceId, id });
      } catch (error) {
        failed += 1;
        failure = error;
      }
    }
    if (signal.aborted || counts.sealed + counts.removed >= BATCH) break;
  }
  if (failed > 0) deps.log.warn({ err: failure, failed }, 'files could not be encrypted; they will be tried again');
  return counts;
}

/** The next files that are in clear, or whose bytes before are to go; ids are in the order of time. */
function clearFiles({ systemDb, now }: Pick<Deps, 'systemDb' | 'now'>, after?: Place) {
  const since = new Date(now().getTime() - FORMER_MS).toISOString();
  let files = systemDb
    .selectFrom('files')
    .select(['workspaceId', 'id', 'clearKey'])
    .where((eb) => eb.or([eb('sealed', '=', false), eb('clearKey', 'is not', null)]))
    .where((eb) => eb.or([eb('rewrittenAt', 'is', null), eb('rewrittenAt', '<', since)]));
  if (after)
    files = files.where((eb) => eb(eb.refTuple('id', 'workspaceId'), '>', eb.tuple(after.id, after.workspaceId)));
  return files.orderBy('id').orderBy('workspaceId').limit(BATCH).execute();
}

type Parts = Parameters<typeof sealOlderFiles>[0];
interface Place {
  workspaceId: string;
  id: string;
}

async function sealFile(deps: Parts, { workspaceId, id }: Place): Promise<number> {
  const rowOf = () =>
    withScope(deps.db, { workspaceId }, (trx) =>
      trx
        .selectFrom('files')
        .select(BYTES_COLUMNS)
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('sealed', '=', false)
        .executeTakeFirst(),
    );
  const file = await rowOf();
  if (!file) return 0;
  const storageKey = `${file.storageKey}${ENDING}`;
  await putBytes(deps, { ...file, size: Number(file.size), storageKey }, await getBytes(deps, file));
  const changed = await withScope(deps.db, { workspaceId }, (trx) =>
    trx
      .updateTable('files')
      .set({ sealed: true, storageKey, clearKey: file.storageKey, rewrittenAt: deps.now() })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('sealed', '=', false)
      .executeTakeFirst(),
  );
  if (changed.numUpdatedRows > 0n) return 1;
  // Removed meanwhile: nothing names what was just written. Encrypted by another node: this is what its row names.
  if (!(await isThere(deps, { workspaceId, id }))) await deps.files.remove(storageKey);
  return 0;
}

const isThere = async (deps: Parts, { workspaceId, id }: Place): Promise<boolean> =>
  (await withScope(deps.db, { workspaceId }, (trx) =>
    trx.selectFrom('files').select('id').where('workspaceId', '=', workspaceId).where('id', '=', id).executeTakeFirst(),
  )) !== undefined;

/** Removes the bytes that a file had before it was written again: in clear, or under an older key. */
export async function removeFormerBytes(
  deps: Pick<Deps, 'db' | 'files'>,
  { workspaceId, id, clearKey }: Place & { clearKey: string },
): Promise<void> {
  await deps.files.remove(clearKey);
  await withScope(deps.db, { workspaceId }, (trx) =>
    trx
      .updateTable('files')
      .set({ clearKey: null })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      // Another node may have removed them too, and written the file again since.
      .where('clearKey', '=', clearKey)
      .execute(),
  );
}
