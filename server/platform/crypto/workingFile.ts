import { createCipheriv, hkdfSync } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Encrypts files that are written and read again while something is made, so that what a killed node leaves on its disk
 * says nothing. AES-256-CTR under a key of each name. A name is written to once.
 */
export interface WorkingFiles {
  /** Encrypts what is written to the file, piece by piece from its beginning. */
  writer(file: string): (piece: Uint8Array) => Buffer;
  /** What was written to the file. */
  content(file: string): AsyncGenerator<Buffer>;
}

/** Bytes that are read at a time. */
const READ_BYTES = 262_144;

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
    async *content(file) {
      const cipher = cipherOf(file);
      const handle = await open(file);
      try {
        // Read into the same memory again and again; what is given out is the cipher's.
        const read = Buffer.allocUnsafeSlow(READ_BYTES);
        for (;;) {
          const { bytesRead } = await handle.read(read, 0, READ_BYTES);
          if (bytesRead === 0) return;
          yield cipher.update(read.subarray(0, bytesRead));
        }
      } finally {
        await handle.close();
      }
    },
  };
}
