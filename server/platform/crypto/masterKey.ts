import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A master key that cannot be used; the message says where it came from and what to do. */
class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

function decoded(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (!/^[A-Za-z0-9+/]{43}=\s*$/.test(text) || key.length !== 32) {
    throw new MasterKeyError(
      `The master key in ${source} must be 32 bytes in base64 (openssl rand -base64 32). Put back the key that was used before; data sealed with it cannot be read with a new one.`,
    );
  }
  return key;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * The 32-byte master key: `masterKey` (base64) when given, else the file `master.key` of the data folder, which is
 * made on first use, readable by its owner only. Two processes that start at once end with the same key: each writes
 * a whole file of its own, and only one of them can be linked to the name.
 * @throws MasterKeyError when the key is malformed or its file can be neither read nor made.
 */
export function loadMasterKey(config: { masterKey?: string; dataDir: string }): Buffer {
  if (config.masterKey) return decoded(config.masterKey, 'MASTER_KEY');
  const path = join(config.dataDir, 'master.key');
  try {
    return decoded(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unusable(error, path);
  }
  const own = `${path}.${randomUUID()}`;
  try {
    mkdirSync(config.dataDir, { recursive: true });
    const file = openSync(own, 'wx', 0o600);
    try {
      writeSync(file, `${randomBytes(32).toString('base64')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    try {
      linkSync(own, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    return decoded(readFileSync(path, 'utf8'), path);
  } catch (error) {
    throw unusable(error, path);
  } finally {
    rmSync(own, { force: true });
  }
}

function unusable(error: unknown, path: string): Error {
  if (error instanceof MasterKeyError) return error;
  return new MasterKeyError(
    `The master key ${path} can be neither read nor made (${codeOf(error) ?? (error as Error).message}). Set MASTER_KEY, or let the server write its data folder.`,
  );
}
