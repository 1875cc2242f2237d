import { hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { uuidBytes, uuidOf } from '../database/uuidBytes.ts';
import { CHUNK, type Chunks, chunkCipher, chunksOf, cutShort, inPieces, TAG } from '../crypto/chunks.ts';
import { SealError } from '../crypto/envelope.ts';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';
import type { ByteRange } from './contract.ts';

/**
 * An encrypted file of the store:
 *
 *     1 | key id (16) | salt (32) | chunks: AES-256-GCM of 64 KiB of the content, the last of what is left | each a tag (16)
 *
 * The key is the file's own (HKDF of the workspace's key over the salt). What stands before the chunks, the workspace,
 * the file's id and its size are associated data of each, so that no file opens in the place of another.
 */
const VERSION = 1;
const KEY_ID = 16;
const SALT = 32;
const HEAD = 1 + KEY_ID + SALT;
const CHUNKS_A_PIECE = 4;
const PURPOSE = 'stored files';

/** Where a file belongs; it opens nowhere else. */
export interface FilePlace {
  readonly fileId: string;
  /** Bytes of the content. */
  readonly size: number;
}

/** Bytes at the beginning of an encrypted file that say which key it is under. */
export const KEYED_HEAD = 1 + KEY_ID;
/** Id of the key that such a beginning names. @throws SealError */
export function keyIdOfFile(head: Buffer): string {
  if (head.length < KEYED_HEAD || head[0] !== VERSION)
    throw new SealError('damaged', 'This is no file that was stored.');
  return uuidOf(head.subarray(1, KEYED_HEAD));
}

/** Bytes that a file of `size` bytes takes once it is encrypted. */
export const sealedSize = (size: number): number => HEAD + size + chunksOf(size) * TAG;

function chunksFor(key: WorkspaceKey, head: Buffer, { fileId, size }: FilePlace): Chunks {
  if (head.length !== HEAD || head[0] !== VERSION) throw new SealError('damaged', 'This is no file that was stored.');
  const secret = key.secret(PURPOSE, uuidOf(head.subarray(1, 1 + KEY_ID)));
  if (!secret) throw new SealError('otherKey', 'This was stored under a key that the workspace does not have.');
  const own = Buffer.from(hkdfSync('sha256', secret.key, head.subarray(1 + KEY_ID), 'file', 32));
  const place = Buffer.concat([head, Buffer.from(`${key.workspaceId} ${fileId} ${size}`)]);
  return chunkCipher(own, place, chunksOf(size) - 1);
}

/**
 * Encrypts a file as it is read; the result has `sealedSize` bytes.
 * @throws while it is read, when `source` has more or less than `size` bytes
 */
export function sealStream(key: WorkspaceKey, place: FilePlace, source: Readable | Buffer): Readable {
  const head = Buffer.concat([Buffer.from([VERSION]), uuidBytes(key.id), randomBytes(SALT)]);
  const chunks = chunksFor(key, head, place);
  async function* sealed() {
    // Given out some at a time: each piece is a write of its own.
    let ready: Buffer[] = [head];
    let index = 0;
    let arrived = 0;
    const pieces = Buffer.isBuffer(source) ? [source] : (source as AsyncIterable<Buffer>);
    for await (const content of inPieces(pieces as AsyncIterable<Buffer>, CHUNK)) {
      arrived += content.length;
      if (arrived > place.size) break;
      ready.push(...chunks.seal(index, content));
      index += 1;
      if (index % CHUNKS_A_PIECE !== 0) continue;
      yield Buffer.concat(ready);
      ready = [];
    }
    if (ready.length > 0) yield Buffer.concat(ready);
    if (arrived !== place.size) throw new Error(`${arrived} bytes arrived in place of ${place.size}`);
  }
  return Readable.from(sealed(), { objectMode: false, highWaterMark: 2 * CHUNK });
}

/** Fetches bytes of an encrypted file from where they are. */
type Fetch = (range?: ByteRange) => Promise<Readable>;

/**
 * The content of an encrypted file, or of a part of it, as it is read; only the chunks of that part are fetched. The
 * first of them has been opened once it answers.
 * @throws SealError at once or while it is read, when the file is not as it was stored
 */
export async function openStream(
  key: WorkspaceKey,
  place: FilePlace,
  fetch: Fetch,
  range: ByteRange = { start: 0, end: place.size - 1 },
): Promise<Readable> {
  const first = Math.floor(range.start / CHUNK);
  const last = Math.max(first, Math.floor(range.end / CHUNK));
  const isComplete = first === 0 && last === chunksOf(place.size) - 1;
  const end = Math.min(sealedSize(place.size), HEAD + (last + 1) * (CHUNK + TAG)) - 1;
  const head = first === 0 ? undefined : await bytesOf(await fetch({ start: 0, end: HEAD - 1 }));
  const source = await fetch(isComplete ? undefined : { start: first === 0 ? 0 : HEAD + first * (CHUNK + TAG), end });
  const content = opened(source, head, (bytes) => chunksFor(key, bytes, place), { first, last, range });
  async function* all(start: Buffer | undefined) {
    if (start) yield start;
    yield* content;
  }
  try {
    // What is wrong from the start is known before anything is answered.
    const { value } = await content.next();
    const stream = Readable.from(all(value), { objectMode: false, highWaterMark: 2 * CHUNK });
    return stream.once('close', () => source.destroy());
  } catch (error) {
    source.destroy();
    throw error;
  }
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* opened(
  source: Readable,
  known: Buffer | undefined,
  chunksOfHead: (head: Buffer) => Chunks,
  { first, last, range }: { first: number; last: number; range: ByteRange },
): AsyncGenerator<Buffer, undefined> {
  const reader = source[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  let head = known;
  let before: Buffer = Buffer.alloc(0);
  while (!head) {
    const { value, done } = await reader.next();
    if (done) throw cutShort();
    before = Buffer.concat([before, value]);
    if (before.length < HEAD) continue;
    head = before.subarray(0, HEAD);
    before = before.subarray(HEAD);
  }
  const chunks = chunksOfHead(head);
  async function* rest() {
    if (before.length > 0) yield before;
    yield* reader;
  }
  let index = first;
  for await (const sealed of inPieces(rest(), CHUNK + TAG)) {
    // Behind the last chunk of the file there is nothing.
    if (index > last) throw new SealError('damaged', 'This file is longer than it was.');
    const content = chunks.open(index, sealed);
    const from = Math.max(0, range.start - index * CHUNK);
    const to = Math.min(content.length, range.end + 1 - index * CHUNK);
    if (to > from) yield content.subarray(from, to);
    index += 1;
  }
  if (index <= last) throw cutShort();
  return undefined;
}
