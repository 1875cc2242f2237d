import { createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { uuidBytes, uuidOf } from '../database/uuidBytes.ts';
import { CHUNK, chunkCipher, chunksOf, cutShort, inPieces, TAG } from './chunks.ts';
import { SealError } from './envelope.ts';
import type { Secrets } from './workspaceKey.ts';

/**
 * An encrypted file:
 *
 *     "POKPONG2" | key id (16) | salt (32) | chunks of [ length of name (2) | name | content ]
 *
 * in 64 KiB each with its tag (chunks.ts), under a key of the file's own: HKDF-SHA-256 of the workspace's key over the
 * salt. Everything before the chunks and the workspace are associated data of each. Files of before are read too:
 *
 *     "POKPONG1" | key id (16) | nonce (12) | AES-256-GCM of [ length of name (2) | name | content ] | tag (16)
 *
 * docs/encrypted-files.md has both to the byte.
 */
const MAGIC = Buffer.from('POKPONG2');
const FORMER = Buffer.from('POKPONG1');
const KEY_ID = 16;
const SALT = 32;
const HEAD = MAGIC.length + KEY_ID + SALT;
const FORMER_HEAD = MAGIC.length + KEY_ID + 12;
const PURPOSE = 'files';
/** Letters of a file's name are at most four bytes each. */
const NAME_BYTES = 255 * 4;
const CHUNKS_A_PIECE = 4;

/** Bytes of an encrypted file whose content and name have `size` bytes together. */
const sealedSize = (size: number): number => HEAD + 2 + size + chunksOf(2 + size) * TAG;

/** The most bytes that a file of at most `limit` bytes has once it is encrypted, in either format. */
export const sealedLimit = (limit: number): number => sealedSize(limit + NAME_BYTES);

/** Id of the key that the beginning of an encrypted file names; undefined when it is none of a known format. */
export const keyIdOfSealedFile = (head: Buffer): string | undefined =>
  head.length >= MAGIC.length + KEY_ID && [MAGIC, FORMER].some((known) => known.equals(head.subarray(0, known.length)))
    ? uuidOf(head.subarray(MAGIC.length, MAGIC.length + KEY_ID))
    : undefined;

const chunksFor = (secrets: Secrets, secret: Buffer, head: Buffer) =>
  chunkCipher(
    Buffer.from(hkdfSync('sha256', secret, head.subarray(-SALT), 'POKPONG2', 32)),
    Buffer.concat([head, Buffer.from(secrets.workspaceId)]),
  );

/** Encrypts the file at `path` as it is read. `size` is that of the result, in bytes. */
export function sealFile(
  key: Secrets,
  source: { path: string; size: number; name: string },
): { size: number; bytes: Readable } {
  const secret = key.secret(PURPOSE);
  if (!secret) throw new Error('a workspace key without its own key');
  const head = Buffer.concat([MAGIC, uuidBytes(secret.id), randomBytes(SALT)]);
  const name = Buffer.from(source.name);
  const start = Buffer.alloc(2 + name.length);
  start.writeUInt16BE(name.length);
  name.copy(start, 2);
  const size = start.length + source.size;
  const chunks = chunksFor(key, secret.key, head);
  const last = chunksOf(size) - 1;

  async function* plain() {
    yield start;
    yield* createReadStream(source.path, { highWaterMark: CHUNKS_A_PIECE * CHUNK }) as AsyncIterable<Buffer>;
  }
  async function* sealed() {
    // Given out some at a time: each piece is a write of its own.
    let ready: Buffer[] = [head];
    let index = 0;
    let arrived = 0;
    for await (const content of inPieces(plain(), CHUNK)) {
      arrived += content.length;
      ready.push(...chunks.seal(index, content, index === last));
      index += 1;
      if (index % CHUNKS_A_PIECE !== 0) continue;
      yield Buffer.concat(ready);
      ready = [];
    }
    if (ready.length > 0) yield Buffer.concat(ready);
    if (arrived !== size) throw new Error(`${arrived} bytes arrived in place of ${size}`);
  }
  return {
    size: sealedSize(name.length + source.size),
    bytes: Readable.from(sealed(), { objectMode: false, highWaterMark: CHUNKS_A_PIECE * CHUNK }),
  };
}

/** The plaintext of an encrypted file, from its beginning each time it is read. */
interface Plaintext {
  readonly size: number;
  /** @throws SealError `damaged` while it is read, at its end at the latest, when it is not whole */
  read(): AsyncGenerator<Buffer>;
}

/**
 * Decrypts the file at `path`. It is read twice: nothing is given out before the whole of it proved unchanged. Memory
 * does not grow with it.
 * @throws SealError `otherKey` when another workspace made it, `damaged` when it is not whole.
 */
export async function openSealedFile(
  key: Secrets,
  path: string,
): Promise<{ name: string; size: number; bytes: Readable }> {
  const plain = await plaintextOf(key, path);
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of plain.read()) if (start.length < 2 + 0xffff) start = Buffer.concat([start, chunk]);
  if (start.length < 2) throw cutShort();
  const skip = 2 + start.readUInt16BE(0);

  async function* content() {
    let left = skip;
    for await (const chunk of plain.read()) {
      const dropped = Math.min(left, chunk.length);
      left -= dropped;
      if (dropped < chunk.length) yield chunk.subarray(dropped);
    }
  }
  return {
    name: start.toString('utf8', 2, skip),
    size: plain.size - skip,
    bytes: Readable.from(content(), { objectMode: false, highWaterMark: 2 * CHUNK }),
  };
}

async function plaintextOf(key: Secrets, path: string): Promise<Plaintext> {
  const file = await open(path, 'r');
  try {
    const total = (await file.stat()).size;
    const bytesAt = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead < length) throw cutShort();
      return buffer;
    };
    const start = await bytesAt(0, Math.min(HEAD, total));
    const keyId = keyIdOfSealedFile(start);
    if (keyId === undefined) throw new SealError('damaged', 'This is not an encrypted file of this product.');
    const secret = key.secret(PURPOSE, keyId);
    if (!secret)
      throw new SealError('otherKey', 'This file was encrypted with a key that the workspace does not have.');
    const isFormer = start.subarray(0, FORMER.length).equals(FORMER);
    if (total < (isFormer ? FORMER_HEAD : HEAD) + 2 + TAG) throw cutShort();
    if (!isFormer) return chunkedPlaintext(key, secret.key, { path, head: start, total });
    const head = start.subarray(0, FORMER_HEAD);
    return formerPlaintext(key, secret.key, { path, head, total, tag: await bytesAt(total - TAG, TAG) });
  } finally {
    await file.close();
  }
}

interface Source {
  readonly path: string;
  readonly head: Buffer;
  /** Bytes of the encrypted file. */
  readonly total: number;
}

function chunkedPlaintext(key: Secrets, secret: Buffer, { path, head, total }: Source): Plaintext {
  const body = total - HEAD;
  const count = Math.ceil(body / (CHUNK + TAG));
  const chunks = chunksFor(key, secret, head);
  return {
    size: body - count * TAG,
    async *read() {
      const source = createReadStream(path, { start: HEAD, end: total - 1, highWaterMark: CHUNKS_A_PIECE * CHUNK });
      let index = 0;
      for await (const sealed of inPieces(source as AsyncIterable<Buffer>, CHUNK + TAG)) {
        yield chunks.open(index, sealed, index === count - 1);
        index += 1;
      }
      if (index !== count) throw cutShort();
    },
  };
}

function formerPlaintext(
  key: Secrets,
  secret: Buffer,
  { path, head, total, tag }: Source & { tag: Buffer },
): Plaintext {
  const decipher = (): DecipherGCM => {
    const cipher = createDecipheriv('aes-256-gcm', secret, head.subarray(-12), { authTagLength: TAG });
    cipher.setAAD(Buffer.concat([head, Buffer.from(key.workspaceId)]));
    cipher.setAuthTag(tag);
    return cipher;
  };
  return {
    size: total - FORMER_HEAD - TAG,
    async *read() {
      const cipher = decipher();
      for await (const chunk of createReadStream(path, { start: FORMER_HEAD, end: total - TAG - 1 }))
        yield cipher.update(chunk as Buffer);
      try {
        yield cipher.final();
      } catch {
        throw new SealError('damaged', 'This file was changed or cut short.');
      }
    },
  };
}
