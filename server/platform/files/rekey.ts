import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { withScope } from '../../../db/client.ts';
import { HOUR } from '../../../shared/duration.ts';
import type { Deps } from '../trpc/context.ts';
import { BYTES_COLUMNS, getBytes, putBytes, type StoredBytes } from './bytes.ts';
import { FileMissing } from './contract.ts';
import { claimBytes, noteNewBytes, removeNoted } from './remove.ts';
import { removeFormerBytes } from './sealOlder.ts';
import { keyIdOfFile, KEYED_HEAD } from './sealedStream.ts';

/** Files that are looked at between two notes of how far it is. */
const BATCH = 20;
/** No upload takes longer to store its bytes. */
const UPLOAD_MS = HOUR;

type Parts = Pick<Deps, 'db' | 'keyring' | 'files' | 'log' | 'now'>;

/**
 * Encrypts the next files of a workspace again that another key than `keyId` encrypted, which must be the one that
 * seals now. A file is written under another name, then its row names that; the bytes under the older key go with a
 * round of `sealOlderFiles` a day later, or before the file is written once more. `renewed` are those that were written
 * again; `awaited` those that are still being uploaded and began before `settledAt`, when another key sealed. One whose
 * upload has ended without bytes is swept: it is neither done nor failed. `last` is null when there are no more files.
 */
export async function rekeyFiles(
  deps: Parts,
  {
    workspaceId,
    keyId,
    settledAt,
    after,
    signal,
  }: { workspaceId: string; keyId: string; settledAt: Date; after: string | null; signal: AbortSignal },
): Promise<{ done: number; failed: number; renewed: number; awaited: number; last: string | null }> {
  const files = await withScope(deps.db, { workspaceId }, (trx) => {
    let query = trx.selectFrom('files').select(BYTES_COLUMNS).where('workspaceId', '=', workspaceId);
    if (after !== null) query = query.where('id', '>', after);
    return query.orderBy('id').limit(BATCH).execute();
  });
  const counts = { written: 0, fine: 0, awaited: 0, unread: 0, failed: 0 };
  let last: string | null = null;
  for (const { id } of files) {
    signal.throwIfAborted();
    try {
      counts[await rekeyFile(deps, { workspaceId, id, keyId }, settledAt)] += 1;
    } catch (error) {
      counts.failed += 1;
      deps.log.warn({ err: error, fileId: id }, 'a file could not be encrypted again; its older key still opens it');
    }
    last = id;
  }
  const { written, fine, awaited, failed } = counts;
  return { done: written + fine, failed, renewed: written, awaited, last };
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
  readonly keyId: string;
}

async function rekeyFile(
  deps: Parts,
  place: Place,
  settledAt: Date,
): Promise<'written' | 'fine' | 'awaited' | 'unread'> {
  try {
    const file = await underOlderKey(deps, place);
    if (!file) return 'fine';
    await writeAgain(deps, file, place.keyId);
    return 'written';
  } catch (error) {
    // While a file is uploaded its row is there first, then its bytes, then its record.
    const row = error instanceof FileMissing ? await rowOf(deps, place) : undefined;
    if (row?.ownerKind === null) {
      const began = new Date(row.createdAt).getTime();
      const isUnderWay = began > deps.now().getTime() - UPLOAD_MS;
      return isUnderWay && began < settledAt.getTime() ? 'awaited' : 'unread';
    }
    // Another run may have been faster, or the file was removed.
    if (!(await underOlderKey(deps, place))) return 'fine';
    throw error;
  }
}

const rowOf = ({ db }: Pick<Parts, 'db'>, { workspaceId, id }: Place) =>
  withScope(db, { workspaceId }, (trx) =>
    trx
      .selectFrom('files')
      .select([...BYTES_COLUMNS, 'clearKey', 'ownerKind', 'createdAt'])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );

/** The file, unless it is under the key `keyId`, was removed, or is in clear: then `sealOlderFiles` encrypts it. */
async function underOlderKey(deps: Parts, place: Place) {
  const file = await rowOf(deps, place);
  if (!file?.sealed || file.storageKey.includes(`.${place.keyId}.`)) return undefined;
  return (await keyOfStored(deps, file)) === place.keyId ? undefined : file;
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
  const written = await noteNewBytes(deps, { workspaceId, storageKey });
  try {
    await putBytes(deps, { ...file, size: Number(file.size), storageKey }, await getBytes(deps, file));
    await withScope(deps.db, { workspaceId }, async (trx) => {
      const changed = await trx
        .updateTable('files')
        .set({ storageKey, clearKey: file.storageKey, rewrittenAt: deps.now() })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('storageKey', '=', file.storageKey)
        .where('clearKey', 'is', null)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n || !(await claimBytes(trx, written)))
        throw new Error('the file was written by another node meanwhile, or removed');
    });
  } catch (error) {
    // What cannot be removed now is removed a day later, by its note.
    await removeNoted(deps, written).catch(() => {});
    throw error;
  }
}

/** What an earlier rotation, or `sealOlderFiles`, put behind the name. */
const NAME_OF_KEY = /\.(?:sealed|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[0-9a-f]{8})?)$/;

async function keyOfStored({ files }: Parts, { storageKey }: Pick<StoredBytes, 'storageKey'>): Promise<string> {
  const stream = await files.get(storageKey, { start: 0, end: KEYED_HEAD - 1 });
  return keyIdOfFile(Buffer.from(await text(stream.setEncoding('latin1')), 'latin1'));
}
