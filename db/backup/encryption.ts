import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { BackupError, type ManifestKeys } from './manifest.ts';

const CHUNK = 65_536;
const TAG = 16;
const PURPOSE = 'backup.content';

type Step = (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

/** How the files of a backup are written and read, each by its path in the folder: `tables/NAME.copy.gz`. */
export interface BackupCipher {
  /** A step of a pipeline that encrypts the file. */
  seal(path: string): Step;
  /**
   * A step of a pipeline that decrypts it; `label` names it to people. It throws BackupError when the file is not as it
   * was written.
   */
  open(path: string, label: string): Step;
}

/**
 * Encrypts the files of one backup: AES-256-GCM of 64 KiB at a time, under a key of each file (HKDF of the backup's key
 * over its path), which comes from the master key and the backup's own salt. The nonce is the number of the chunk and
 * whether it is the last one, so that none is exchanged, left out or cut off.
 */
export function backupCipher(keys: ManifestKeys, salt: string): BackupCipher {
  const secret = Buffer.from(keys.hmac(PURPOSE, salt), 'base64url');
  const keyOf = (path: string) => Buffer.from(hkdfSync('sha256', secret, '', `backup file ${path}`, 32));
  return {
    seal(path) {
      const key = keyOf(path);
      return (source) =>
        eachPiece(source, CHUNK, (content, nonce) => {
          const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
          return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
        });
    },
    open(path, label) {
      const key = keyOf(path);
      const damaged = () => new BackupError(`The ${label} of the backup is damaged; nothing was restored.`);
      return (source) =>
        eachPiece(source, CHUNK + TAG, (sealed, nonce) => {
          const end = sealed.length - TAG;
          if (end < 0) throw damaged();
          const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
          decipher.setAuthTag(sealed.subarray(end));
          const content = decipher.update(sealed.subarray(0, end));
          try {
            decipher.final();
          } catch {
            throw damaged();
          }
          return content;
        });
    },
  };
}

async function* asItIs(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source;
}

/** Backups of before, which were not encrypted. */
export const NOT_ENCRYPTED: BackupCipher = { seal: () => asItIs, open: () => asItIs };

/** Changes a file in pieces of `length`, the last of what is left, each under the nonce of its place. */
async function* eachPiece(
  source: AsyncIterable<Buffer>,
  length: number,
  change: (piece: Buffer, nonce: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
  let index = 0;
  const changed = (piece: Buffer, isLast: boolean): Buffer => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    index += 1;
    return change(piece, nonce);
  };
  let buffered: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece]);
    // The last piece is known by there being nothing behind it.
    for (; buffered.length > length; buffered = buffered.subarray(length))
      yield changed(buffered.subarray(0, length), false);
  }
  yield changed(buffered, true);
}
