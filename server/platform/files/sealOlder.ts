import { withScope } from '../../../db/client.ts';
import type { Deps } from '../trpc/context.ts';
import { BYTES_COLUMNS, getBytes, putBytes } from './bytes.ts';

/** Files that one round takes. */
const BATCH = 200;
/** What is behind the id in the key of a file that was encrypted later: two names, so that nobody reads one as the other. */
const ENDING = '.sealed';

/**
 * Encrypts files that were stored before files were encrypted, oldest first. A file is written anew under another name,
 * then its row names that; the bytes in clear go in the next round, when nobody reads them any more. Ended at any place it
 * goes on there. Answers how many files were encrypted, and of how many the bytes in clear went.
 */
export async function sealOlderFiles(
  deps: Pick<Deps, 'db' | 'systemDb' | 'keyring' | 'files' | 'log'>,
  signal: AbortSignal,
): Promise<{ sealed: number; removed: number }> {
  const found = await deps.systemDb
    .selectFrom('files')
    .select(['workspaceId', 'id', 'clearKey'])
    .where((eb) => eb.or([eb('sealed', '=', false), eb('clearKey', 'is not', null)]))
    .orderBy('createdAt')
    .limit(BATCH)
    .execute();
  const counts = { sealed: 0, removed: 0 };
  for (const { workspaceId, id, clearKey } of found) {
    if (signal.aborted) break;
    try {
      if (clearKey !== null) counts.removed += await forgetClear(deps, { workspaceId, id, clearKey });
      else counts.sealed += await sealFile(deps, { workspaceId, id });
    } catch (error) {
      deps.log.warn({ err: error, fileId: id }, 'a file could not be encrypted; it will be tried again');
    }
  }
  return counts;
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
      .set({ sealed: true, storageKey, clearKey: file.storageKey })
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

async function forgetClear(deps: Parts, { workspaceId, id, clearKey }: Place & { clearKey: string }): Promise<number> {
  await deps.files.remove(clearKey);
  await withScope(deps.db, { workspaceId }, (trx) =>
    trx
      .updateTable('files')
      .set({ clearKey: null })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute(),
  );
  return 1;
}
