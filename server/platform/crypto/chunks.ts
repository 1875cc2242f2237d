import { createCipheriv, createDecipheriv } from 'node:crypto';
import { SealError } from './envelope.ts';

/** Bytes of content that are encrypted as one. */
export const CHUNK = 65_536;
/** Bytes by which a chunk is longer once it is encrypted. */
export const TAG = 16;

/** How many chunks `size` bytes of content are; nothing is one. */
export const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK));

/** What opens and seals the chunks of one file. */
export interface Chunks {
  /** The parts of a sealed chunk in their order. */
  seal(index: number, content: Buffer, isLast: boolean): Buffer[];
  /** @throws SealError `damaged` when it is not the whole chunk of this place */
  open(index: number, sealed: Buffer, isLast: boolean): Buffer;
}

/**
 * Encrypts the chunks of a file under a key of its own: AES-256-GCM, a nonce is the number of its chunk and whether it
 * is the last one (STREAM; Hoang, Reyhanitabar, Rogaway, Vizár 2015). Chunks that were exchanged, repeated, left out or
 * cut off at the end do not open; any opens without those before it.
 * @param associated what else goes into each tag
 */
export function chunkCipher(key: Buffer, associated: Buffer): Chunks {
  const nonceOf = (index: number, isLast: boolean): Buffer => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
  };
  return {
    seal(index, content, isLast) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG }).setAAD(
        associated,
      );
      // GCM is a stream: as long as what goes in, and nothing is left for the end.
      const sealed = cipher.update(content);
      cipher.final();
      return [sealed, cipher.getAuthTag()];
    },
    open(index, sealed, isLast) {
      const end = sealed.length - TAG;
      if (end < 0) throw cutShort();
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG }).setAAD(
        associated,
      );
      decipher.setAuthTag(sealed.subarray(end));
      const content = decipher.update(sealed.subarray(0, end));
      try {
        decipher.final();
      } catch {
        throw new SealError('damaged', 'This file was changed, or belongs somewhere else.');
      }
      return content;
    },
  };
}

export const cutShort = () => new SealError('damaged', 'This file was cut short.');

/** The bytes of `source` in pieces of `length`, the last of what is left; at least one. */
export async function* inPieces(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    let rest = piece;
    while (size + rest.length > length) {
      const missing = length - size;
      yield size === 0 ? rest.subarray(0, missing) : Buffer.concat([...buffered, rest.subarray(0, missing)], length);
      rest = rest.subarray(missing);
      buffered = [];
      size = 0;
    }
    if (rest.length > 0) {
      buffered.push(rest);
      size += rest.length;
    }
  }
  yield buffered.length === 1 ? buffered[0]! : Buffer.concat(buffered, size);
}
