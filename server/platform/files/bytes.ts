import type { Readable } from 'node:stream';
import { withScope } from '../../../db/client.ts';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';
import type { Deps } from '../trpc/context.ts';
import type { ByteRange } from './contract.ts';
import { openStream, sealedSize, sealStream } from './sealedStream.ts';

/** What of a file's row says where its bytes are, and how. */
export interface StoredBytes {
  readonly workspaceId: string;
  readonly id: string;
  /** Bytes of the content. */
  readonly size: number;
  readonly storageKey: string;
  /** Whether they are encrypted; those of before are not. */
  readonly sealed: boolean;
}

/** What of a row `StoredBytes` are made of. */
export const BYTES_COLUMNS = ['workspaceId', 'id', 'size', 'storageKey', 'sealed'] as const;

/** A stored file as its row has it. */
export interface StoredFile extends StoredBytes {
  readonly name: string;
  readonly type: string;
  /** Of the content, hex. */
  readonly sha256: string;
}

/** What of a row a `StoredFile` is made of. */
export const COLUMNS = [...BYTES_COLUMNS, 'name', 'type', 'sha256'] as const;

type Parts = Pick<Deps, 'db' | 'keyring' | 'files'>;

const keyOf = ({ db, keyring }: Parts, workspaceId: string): Promise<WorkspaceKey> =>
  withScope(db, { workspaceId }, (trx) => keyring.workspaceKey(trx, workspaceId));

/**
 * Puts the bytes of a file into the store, encrypted with the key of its workspace.
 * @throws when `source` has more or less than its size, or the store is away; then nothing is stored
 */
export async function putBytes(
  deps: Parts,
  file: Pick<StoredBytes, 'workspaceId' | 'id' | 'size' | 'storageKey'>,
  source: Readable | Buffer,
): Promise<void> {
  const key = await keyOf(deps, file.workspaceId);
  await deps.files.put(file.storageKey, sealStream(key, { fileId: file.id, size: file.size }, source), {
    size: sealedSize(file.size),
    type: 'application/octet-stream',
  });
}

/**
 * The bytes of a file, or of a part of it, in clear.
 * @throws FileMissing; SealError at once or while they are read, when they are not those that were stored
 */
export async function getBytes(deps: Parts, file: StoredBytes, range?: ByteRange): Promise<Readable> {
  if (!file.sealed) return deps.files.get(file.storageKey, range);
  const key = await keyOf(deps, file.workspaceId);
  const place = { fileId: file.id, size: Number(file.size) };
  return openStream(key, place, (part) => deps.files.get(file.storageKey, part), range);
}
