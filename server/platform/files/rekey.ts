import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { withScope } from '../../../db/client.ts';
import type { Deps } from '../trpc/context.ts';
import { BYTES_COLUMNS, getBytes, putBytes, type StoredBytes } from './bytes.ts';
import { removeFormerBytes } from './sealOlder.ts';
import { keyIdOfFile, KEYED_HEAD } from './sealedStream.ts';

/** Files that are looked at between two notes of how far it is. */
const BATCH = 20;

type Parts = Pick<Deps, 'db' | 'keyring' | 'files' | 'log' | 'now'>;

/**
 * Encrypts the next files of a workspace again that another key than `keyId` encrypted, which must be the one that
 * seals now. A file is written under another name, then its row names that; the bytes under the older key go with a
 * round of `sealOlderFiles` a day later, or before the file is written once more. `last` is null when there are no more
 * files.
 */
export async function rekeyFiles(
  deps: Parts,
  {
    workspaceId,
    keyId,
    after,
    signal,
  }: { workspaceId: string; keyId: string; after: string | null; signal: AbortSignal },
): Promise<{ done: number; failed: number; last: string | null }> {
  const files = await withScope(deps.db, { workspaceId }, (trx) => {
    let query = trx.selectFrom('files').select(BYTES_COLUMNS).where('workspaceId', '=', workspaceId);
    if (after !== null) query = query.where('id', '>', after);
    return query.orderBy('id').limit(BATCH).execute();
  });
  let failed = 0;
  let last: string | null = null;
  for (const { id } of files) {
    signal.throwIfAborted();
    try {
      await rekeyFile(deps, { workspaceId, id, keyId });
    } catch (error) {
      failed += 1;
      deps.log.warn({ err: error, fileId: id }, 'a file could not be encrypted again; its older key still opens it');
    }
    last = id;
  }
  return { done: files.length - failed, failed, last };
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
  readonly keyId: string;
}

async function rekeyFile(deps: Parts, place: Place): Promise<void> {
  const file = await underOlderKey(deps, place);
  if (!file) return;
  try {
    await writeAgain(deps, file, place.keyId);
  } catch (error) {
    // Another run may have been faster.
    if (await underOlderKey(deps, place)) throw error;
  }
}

/** The file, unless it is under the key `keyId`, was removed, or is in clear: then `sealOlderFiles` encrypts it. */
async function underOlderKey(deps: Parts, { workspaceId, id, keyId }: Place) {
  const file = await withScope(deps.db, { workspaceId }, (trx) =>
    trx
      .selectFrom('files')
      .select([...BYTES_COLUMNS, 'clearKey'])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  return file?.sealed && (await keyOfStored(deps, file)) !== keyId ? file : undefined;
}

async function writeAgain(
  deps: Parts,
  file: NonNullable<Awaited<ReturnType<typeof underOlderKey>>>,
  keyId: string,
): Promise<void> {
  const { workspaceId, id, clearKey } = file;
  if (clearKey !== null) await removeFormerBytes(deps, { workspaceId, id, clearKey });
  // No other run writes under this name, so that one which is too late removes only its own bytes.
  const storageKey = `${file.storageKey.replace(NAME_OF_KEY, '')}.${keyId}.${randomBytes(4).toString('hex')}`;
  await putBytes(deps, { ...file, size: Number(file.size), storageKey }, await getBytes(deps, file));
  const changed = await withScope(deps.db, { workspaceId }, (trx) =>
    trx
      .updateTable('files')
      .set({ storageKey, clearKey: file.storageKey, rewrittenAt: deps.now() })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('storageKey', '=', file.storageKey)
      .where('clearKey', 'is', null)
      .executeTakeFirst(),
  );
  if (changed.numUpdatedRows > 0n) return;
  await deps.files.remove(storageKey);
  throw new Error('the file was written by another node meanwhile, or removed');
}

/** What an earlier rotation, or `sealOlderFiles`, put behind the name. */
const NAME_OF_KEY = /\.(?:sealed|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[0-9a-f]{8})?)$/;

async function keyOfStored({ files }: Parts, { storageKey }: Pick<StoredBytes, 'storageKey'>): Promise<string> {
  const stream = await files.get(storageKey, { start: 0, end: KEYED_HEAD - 1 });
  return keyIdOfFile(Buffer.from(await text(stream.setEncoding('latin1')), 'latin1'));
}
