import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { uuidBytes, uuidOf } from '../database/uuidBytes.ts';
import { SealError } from './envelope.ts';
import type { Secrets } from './workspaceKey.ts';

/**
 * An encrypted file:
 *
 *     "POKPONG1" | key id (16) | nonce (12) | AES-256-GCM of [ length of name (2) | name | content ] | tag (16)
 *
 * Everything before the ciphertext and the workspace are associated data.
 */
const MAGIC = Buffer.from('POKPONG1');
const KEY_ID = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = MAGIC.length + KEY_ID + NONCE;
const PURPOSE = 'files';
/** Bytes by which an encrypted file is larger than its content and the UTF-8 of its name. */
export const SEALED_FILE_OVERHEAD = HEAD + 2 + TAG;

/** Id of the key that the beginning of an encrypted file names; undefined when it is none of a known format. */
export const keyIdOfSealedFile = (head: Buffer): string | undefined =>
  head.length >= HEAD && head.subarray(0, MAGIC.length).equals(MAGIC)
    ? uuidOf(head.subarray(MAGIC.length, MAGIC.length + KEY_ID))
    : undefined;

/** Encrypts the file at `path` as it is read. `size` is that of the result, in bytes. */
export function sealFile(
  key: Secrets,
  source: { path: string; size: number; name: string },
): { size: number; bytes: Readable } {
  const secret = key.secret(PURPOSE);
  if (!secret) throw new Error('a workspace key without its own key');
  const head = Buffer.concat([MAGIC, uuidBytes(secret.id), randomBytes(NONCE)]);
  const name = Buffer.from(source.name);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  async function* sealed() {
    const cipher = createCipheriv('aes-256-gcm', (secret as { key: Buffer }).key, head.subarray(-NONCE), {
      authTagLength: TAG,
    });
    cipher.setAAD(Buffer.concat([head, Buffer.from(key.workspaceId)]));
    yield Buffer.concat([head, cipher.update(length), cipher.update(name)]);
    for await (const chunk of createReadStream(source.path) as AsyncIterable<Buffer>) yield cipher.update(chunk);
    cipher.final();
    yield cipher.getAuthTag();
  }
  return {
    size: SEALED_FILE_OVERHEAD + name.length + source.size,
    bytes: Readable.from(sealed(), { objectMode: false }),
  };
}

/**
 * Decrypts the file at `path`. It is read twice: nothing is given out before the whole of it proved unchanged.
 * @throws SealError `otherKey` when another workspace made it, `damaged` when it is not whole.
 */
export async function openSealedFile(
  key: Secrets,
  path: string,
): Promise<{ name: string; size: number; bytes: Readable }> {
  const file = await open(path, 'r');
  let head: Buffer;
  let tag: Buffer;
  let total: number;
  try {
    total = (await file.stat()).size;
    if (total < SEALED_FILE_OVERHEAD) throw new SealError('damaged', 'This is too short for an encrypted file.');
    head = (await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)).buffer;
    tag = (await file.read(Buffer.alloc(TAG), 0, TAG, total - TAG)).buffer;
  } finally {
    await file.close();
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new SealError('damaged', 'This is not an encrypted file of this product.');
  const secret = key.secret(PURPOSE, uuidOf(head.subarray(MAGIC.length, MAGIC.length + KEY_ID)));
  if (!secret) throw new SealError('otherKey', 'This file was encrypted with a key that the workspace does not have.');

  const decipher = (): DecipherGCM => {
    const cipher = createDecipheriv('aes-256-gcm', secret.key, head.subarray(-NONCE), { authTagLength: TAG });
    cipher.setAAD(Buffer.concat([head, Buffer.from(key.workspaceId)]));
    cipher.setAuthTag(tag);
    return cipher;
  };
  async function* plain() {
    const cipher = decipher();
    for await (const chunk of createReadStream(path, { start: HEAD, end: total - TAG - 1 }) as AsyncIterable<Buffer>)
      yield cipher.update(chunk);
    try {
      yield cipher.final();
    } catch {
      throw new SealError('damaged', 'This file was changed or cut short.');
    }
  }

  let start = Buffer.alloc(0);
  for await (const chunk of plain()) if (start.length < 2 + 0xffff) start = Buffer.concat([start, chunk]);
  const nameLength = start.readUInt16BE(0);
  const skip = 2 + nameLength;

  async function* content() {
    let left = skip;
    for await (const chunk of plain()) {
      const dropped = Math.min(left, chunk.length);
      left -= dropped;
      if (dropped < chunk.length) yield chunk.subarray(dropped);
    }
  }
  return {
    name: start.toString('utf8', 2, skip),
    size: total - HEAD - TAG - skip,
    bytes: Readable.from(content(), { objectMode: false }),
  };
}
