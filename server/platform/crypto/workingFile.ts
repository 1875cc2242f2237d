import { createCipheriv, hkdfSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

/**
 * Encrypts files that are written and read again while something is made, so that what a killed node leaves on its disk
 * says nothing. AES-256-CTR under a key of each name, from any place on; whoever must know that nothing was changed keeps
 * a hash. A name is written to once.
 */
export interface WorkingFiles {
  /** Encrypts what is written to the file, piece by piece from its beginning. */
  writer(file: string): (piece: Uint8Array) => Buffer;
  /** What was written to the file, or the first `size` bytes of it. */
  content(file: string, size?: number): AsyncGenerator<Buffer>;
}

/** Working files under a secret of 32 bytes. */
export function workingFiles(secret: Buffer): WorkingFiles {
  const cipherOf = (file: string) =>
    createCipheriv(
      'aes-256-ctr',
      Buffer.from(hkdfSync('sha256', secret, '', `working file ${basename(file)}`, 32)),
      Buffer.alloc(16),
    );
  return {
    writer(file) {
      const cipher = cipherOf(file);
      return (piece) => cipher.update(piece);
    },
    async *content(file, size) {
      if (size === 0) return;
      const cipher = cipherOf(file);
      const range = size === undefined ? {} : { end: size - 1 };
      for await (const piece of createReadStream(file, range) as AsyncIterable<Buffer>) yield cipher.update(piece);
    },
  };
}
