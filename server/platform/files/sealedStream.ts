import { hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { uuidBytes, uuidOf } from '../database/uuidBytes.ts';
import { CHUNK, type Chunks, chunkCipher, chunksOf, cutShort, inPieces, TAG } from '../crypto/chunks.ts';
import { SealError } from '../crypto/envelope.ts';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';
import type { ByteRange } from './contract.ts';

/**
 * An encrypted file of the store:
 *
 *     2 | key id (16) | salt (32) | chunks: AES-256-GCM of 64 KiB of the content, the last of less | each a tag (16)
 *
 * The key is the file's own (HKDF of the workspace's key over the salt). What stands before the chunks, the workspace
 * and the file's id are associated data of each, so that no file opens in the place of another. Version 1, which is
 * still read, had the size there too: a file of version 2 is encrypted while it is made.
 */
const VERSION = 2;
const WITH_SIZE = 1;
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
  /** Whether these are the first bytes of a file whose end is not there. */
  readonly isStart?: boolean;
}

/** Bytes at the beginning of an encrypted file that say which key it is under. */
export const KEYED_HEAD = 1 + KEY_ID;
/** Id of the key that such a beginning names. @throws SealError */
export function keyIdOfFile(head: Buffer): string {
  if (head.length < KEYED_HEAD || !isKnown(head)) throw new SealError('damaged', 'This is no file that was stored.');
  return uuidOf(head.subarray(1, KEYED_HEAD));
}

const isKnown = (head: Buffer): boolean => head[0] === VERSION || head[0] === WITH_SIZE;

/** Bytes that a file of `size` bytes takes once it is encrypted. */
export const sealedSize = (size: number): number => HEAD + size + chunksOf(size) * TAG;

function chunksFor(
  key: WorkspaceKey,
  head: Buffer,
  { fileId, size }: Pick<FilePlace, 'fileId'> & { size?: number },
): Chunks {
  if (head.length !== HEAD || !isKnown(head)) throw new SealError('damaged', 'This is no file that was stored.');
  const secret = key.secret(PURPOSE, keyIdOfFile(head));
  if (!secret) throw new SealError('otherKey', 'This was stored under a key that the workspace does not have.');
  const own = Buffer.from(hkdfSync('sha256', secret.key, head.subarray(1 + KEY_ID), 'file', 32));
  const place = head[0] === WITH_SIZE ? `${key.workspaceId} ${fileId} ${size}` : `${key.workspaceId} ${fileId}`;
  return chunkCipher(own, Buffer.concat([head, Buffer.from(place)]));
}

/** Encrypts a file as it is made, piece by piece. */
export class FileSealer {
  /** Of the key that it is under. */
  readonly keyId: string;
  readonly #chunks: Chunks;
  #sealed = 0;
  /** What was not given out yet: the head. */
  #ready: Buffer[];
  /** Content that is not encrypted yet, up to a chunk: the last one is encrypted as the last. */
  #rest: Buffer[] = [];
  #restSize = 0;

  constructor(key: WorkspaceKey, fileId: string) {
    this.keyId = key.id;
    const head = Buffer.concat([Buffer.from([VERSION]), uuidBytes(this.keyId), randomBytes(SALT)]);
    this.#chunks = chunksFor(key, head, { fileId });
    this.#ready = [head];
  }

  /** Bytes of the content that can be read again from what was given out. */
  get readable(): number {
    return this.#sealed * CHUNK;
  }

  /** Takes the next piece of the content; answers the next bytes of the file. */
  update(piece: Buffer): Buffer {
    let start = 0;
    while (this.#restSize + piece.length - start > CHUNK) {
      const end = start + CHUNK - this.#restSize;
      this.#rest.push(piece.subarray(start, end));
      this.#seal(false);
      start = end;
    }
    this.#rest.push(piece.subarray(start));
    this.#restSize += piece.length - start;
    return this.#given();
  }

  /** The last bytes of the file. */
  final(): Buffer {
    this.#seal(true);
    return this.#given();
  }

  #seal(isLast: boolean): void {
    const content = this.#rest.length === 1 ? this.#rest[0]! : Buffer.concat(this.#rest);
    this.#ready.push(...this.#chunks.seal(this.#sealed, content, isLast));
    this.#sealed += 1;
    this.#rest = [];
    this.#restSize = 0;
  }

  #given(): Buffer {
    const bytes = Buffer.concat(this.#ready);
    this.#ready = [];
    return bytes;
  }
}

/**
 * Encrypts a file as it is read; the result has `sealedSize` bytes.
 * @throws while it is read, when `source` has more or less than `size` bytes
 */
export function sealStream(key: WorkspaceKey, { fileId, size }: FilePlace, source: Readable | Buffer): Readable {
  const sealer = new FileSealer(key, fileId);
  async function* sealed() {
    let arrived = 0;
    const pieces = Buffer.isBuffer(source) ? [source] : (source as AsyncIterable<Buffer>);
    // Given out some chunks at a time: each piece is a write of its own.
    for await (const piece of inPieces(pieces as AsyncIterable<Buffer>, CHUNKS_A_PIECE * CHUNK)) {
      arrived += piece.length;
      if (arrived > size) break;
      yield sealer.update(piece);
    }
    if (arrived !== size) throw new Error(`${arrived} bytes arrived in place of ${size}`);
    yield sealer.final();
  }
  const stream = Readable.from(sealed(), { objectMode: false, highWaterMark: 2 * CHUNK });
  // One that nobody began to read knows nothing of its source.
  return Buffer.isBuffer(source) ? stream : stream.once('close', () => source.destroy());
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
  const isComplete = first === 0 && last === lastOf(place);
  const end = Math.min(place.isStart ? Infinity : sealedSize(place.size), HEAD + (last + 1) * (CHUNK + TAG)) - 1;
  const head = first === 0 ? undefined : await bytesOf(await fetch({ start: 0, end: HEAD - 1 }));
  const source = await fetch(isComplete ? undefined : { start: first === 0 ? 0 : HEAD + first * (CHUNK + TAG), end });
  const content = opened(source, head, (bytes) => chunksFor(key, bytes, place), { first, last, range, place });
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

/** Number of the chunk that ends the file. */
const lastOf = ({ size, isStart }: FilePlace): number => (isStart ? Infinity : chunksOf(size) - 1);

/** The same of a file on this node's disk. */
export const openFile = (key: WorkspaceKey, place: FilePlace, path: string): Promise<Readable> =>
  openStream(key, place, async (range) => createReadStream(path, { ...range, highWaterMark: CHUNKS_A_PIECE * CHUNK }));

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* opened(
  source: Readable,
  known: Buffer | undefined,
  chunksOfHead: (head: Buffer) => Chunks,
  { first, last, range, place }: { first: number; last: number; range: ByteRange; place: FilePlace },
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
    const isLast = index === lastOf(place);
    const content = chunks.open(index, sealed, isLast);
    if (content.length !== (isLast ? place.size - index * CHUNK : CHUNK))
      throw new SealError('damaged', 'This file has another size.');
    const from = Math.max(0, range.start - index * CHUNK);
    const to = Math.min(content.length, range.end + 1 - index * CHUNK);
    if (to > from) yield content.subarray(from, to);
    index += 1;
  }
  if (index <= last) throw cutShort();
  return undefined;
}
