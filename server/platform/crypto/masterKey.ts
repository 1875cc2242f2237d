import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { masterKeyFrom } from './masterKeys.ts';

/** 32 bytes in base64. */
const KEY_TEXT = /^[A-Za-z0-9+/]{43}=$/;

/** A master key that cannot be used; the message says where it came from and what to do. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

function decoded(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (!KEY_TEXT.test(text.trim()) || key.length !== 32) {
    throw new MasterKeyError(
      `The master key in ${source} must be 32 bytes in base64 (openssl rand -base64 32). Put back the key that was used before; data sealed with it cannot be read with a new one.`,
    );
  }
  return key;
}

/** Where the master key of a node comes from. */
export interface MasterKeySource {
  /** Base64. */
  readonly masterKey?: string;
  /** The one that is to replace it, base64. */
  readonly masterKeyNext?: string;
  readonly dataDir: string;
}

/** The file of the master key in the data folder, and of the one that is to replace it. */
const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');
const nextMasterKeyFile = (dataDir: string): string => join(dataDir, 'master.key.next');

/**
 * The key that is to replace the master key, when there is one: `masterKeyNext`, or the file `master.key.next` beside
 * `master.key`.
 * @throws MasterKeyError when it is malformed or cannot be read
 */
export function loadNextMasterKey({ masterKey, masterKeyNext, dataDir }: MasterKeySource): Buffer | undefined {
  if (masterKeyNext) return decoded(masterKeyNext, 'MASTER_KEY_NEXT');
  if (masterKey) return undefined;
  const path = nextMasterKeyFile(dataDir);
  try {
    return decoded(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable(error, path);
  }
}

/**
 * Makes the file of the next master key, readable by its owner only; one that is there stays. @throws MasterKeyError
 */
export function makeNextMasterKey(dataDir: string): void {
  const path = nextMasterKeyFile(dataDir);
  try {
    makeKeyFile(path);
  } catch (error) {
    throw unusable(error, path);
  }
}

/**
 * Puts the next master key in the place of the one before, which stays beside it under its own name. To be called once
 * the next one is in use, and again where that was interrupted before.
 * @param inUse name of the master key in use
 * @returns name of the one before; undefined where the files are as they should be
 * @throws MasterKeyError when the files cannot be changed
 */
export function replaceMasterKeyFile({ masterKey, dataDir }: MasterKeySource, inUse: string): string | undefined {
  if (masterKey) return undefined;
  const next = loadNextMasterKey({ dataDir });
  if (!next || masterKeyFrom(next).name !== inUse) return undefined;
  const nameNow = () => masterKeyFrom(loadMasterKey({ dataDir })).name;
  const former = nameNow();
  if (former === inUse) return undefined;
  const path = masterKeyFile(dataDir);
  try {
    addName(path, `${path}.${former}`);
    renameSync(nextMasterKeyFile(dataDir), path);
  } catch (error) {
    // Another node may have done it meanwhile.
    if (nameNow() !== inUse) throw unusable(error, path);
  }
  return former;
}

/** Gives the file of a key a second name, which it may have already. */
function addName(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !readFileSync(name).equals(readFileSync(path))) throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * The 32-byte master key: `masterKey` (base64) when given, else the file `master.key` of the data folder, which is
 * made on first use, readable by its owner only. Two processes that start at once end with the same key: each writes
 * a whole file of its own, and only one of them can be linked to the name.
 * @throws MasterKeyError when the key is malformed or its file can be neither read nor made.
 */
export function loadMasterKey(config: MasterKeySource): Buffer {
  if (config.masterKey) return decoded(config.masterKey, 'MASTER_KEY');
  const path = masterKeyFile(config.dataDir);
  try {
    return decoded(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unusable(error, path);
  }
  try {
    makeKeyFile(path);
    return decoded(readFileSync(path, 'utf8'), path);
  } catch (error) {
    throw unusable(error, path);
  }
}

/** Writes a new key to a file of this name, unless there is one by then. */
function makeKeyFile(path: string): void {
  const own = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
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
