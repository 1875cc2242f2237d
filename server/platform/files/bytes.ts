import type { Readable } from 'node:stream';
import { withScope } from '../../../db/client.ts';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';
import type { Deps } from '../trpc/context.ts';
import type { ByteRange, FinishedFile } from './contract.ts';
import { NAME_COLUMNS, type StoredName } from './name.ts';
import { openFile, openStream, sealedSize, sealStream } from './sealedStream.ts';

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

/** A stored file as its row has it; `nameOfFile` opens its name. */
export interface StoredFile extends StoredBytes, StoredName {
  readonly type: string;
  /** Of the content, hex. */
  readonly sha256: string;
}

/** What of a row a `StoredFile` is made of. */
export const COLUMNS = [...BYTES_COLUMNS, ...NAME_COLUMNS, 'type', 'sha256'] as const;

type Parts = Pick<Deps, 'db' | 'keyring' | 'files'>;

/** What putting the bytes of a file into the store takes to know. */
type NewBytes = Pick<StoredBytes, 'workspaceId' | 'id' | 'size' | 'storageKey'>;

/** A file on this node's disk that was encrypted while it was made (`FileSealer`). */
export interface SealedFile extends FinishedFile {
  readonly fileId: string;
  readonly keyId: string;
}

const keyOf = ({ db, keyring }: Parts, workspaceId: string): Promise<WorkspaceKey> =>
  withScope(db, { workspaceId }, (trx) => keyring.workspaceKey(trx, workspaceId));

const put = ({ files }: Parts, { storageKey, size }: NewBytes, source: Readable | FinishedFile): Promise<void> =>
  files.put(storageKey, source, { size: sealedSize(size), type: 'application/octet-stream' });

/**
 * Puts the bytes of a file into the store, encrypted with the key of its workspace.
 * @throws when `source` has more or less than its size, or the store is away; then nothing is stored
 */
export async function putBytes(deps: Parts, file: NewBytes, source: Readable | Buffer): Promise<void> {
  const key = await keyOf(deps, file.workspaceId);
  await put(deps, file, sealStream(key, { fileId: file.id, size: file.size }, source));
}

/** Puts the bytes of a file into the store as they are: encrypted for its place. @throws like `putBytes` */
export async function putSealed(deps: Parts, file: NewBytes, source: SealedFile): Promise<void> {
  const key = await keyOf(deps, file.workspaceId);
  if (source.keyId === key.id) return put(deps, file, source);
  // The key was replaced meanwhile: what was encrypted anew are the files that had a row by then.
  const content = await openFile(key, { fileId: file.id, size: file.size }, source.onDisk);
  await put(deps, file, sealStream(key, { fileId: file.id, size: file.size }, content));
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
