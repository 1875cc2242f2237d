import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupCipher } from './encryption.ts';
import { BackupError } from './manifest.ts';
import type { FileEntry } from './manifest.ts';

type Step = ReturnType<BackupCipher['seal']>;
/** A file by its path in a backup folder. */
const filePath = (path: string): string => `files/${path}`;

/** Copies every file below `from` to `to`, encrypted; one that is swept away meanwhile is passed over. */
export async function copyFolder(from: string, to: string, cipher: BackupCipher): Promise<FileEntry[]> {
  const copied: FileEntry[] = [];
  for (const path of await listFiles(from)) {
    try {
      copied.push({
        path,
        ...(await copyFile(join(from, path), join(to, path), { seal: cipher.seal(filePath(path)) })),
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}

/** Files that are back but for their place. */
export interface RestoredFiles {
  /** Puts them into their folder. */
  publish(): Promise<void>;
  /** Takes them away again, published or not. */
  discard(): Promise<void>;
}

/** No name that the product gives a file begins with a dot. */
const UNPUBLISHED = '.restoring';

/**
 * Copies the listed files into a folder within `to`, and makes sure that each is what was stored. What an earlier try
 * left there goes.
 * @throws BackupError
 */
export async function restoreFiles(
  entries: FileEntry[],
  from: string,
  to: string,
  cipher: BackupCipher,
): Promise<RestoredFiles> {
  const unpublished = join(to, UNPUBLISHED);
  await rm(unpublished, { recursive: true, force: true });
  if (entries.length > 0 && (await listFiles(to)).length > 0)
    throw new BackupError(`${to} already holds files. Restore into an empty DATA_DIR.`);
  const published: string[] = [];
  const restored: RestoredFiles = {
    async publish() {
      for (const name of entries.length > 0 ? await readdir(unpublished) : []) {
        await rename(join(unpublished, name), join(to, name));
        published.push(join(to, name));
      }
      await rm(unpublished, { recursive: true, force: true });
    },
    async discard() {
      for (const path of [unpublished, ...published]) await rm(path, { recursive: true, force: true });
    },
  };
  try {
    for (const entry of entries) await restoreFile(entry, from, unpublished, cipher);
    return restored;
  } catch (error) {
    await restored.discard();
    throw error;
  }
}

async function restoreFile(
  { path, size, sha256 }: FileEntry,
  from: string,
  to: string,
  cipher: BackupCipher,
): Promise<void> {
  const target = join(to, path);
  if (relative(to, target).startsWith('..'))
    throw new BackupError(`The backup names a file outside its folder: ${path}`);
  const copy = await copyFile(join(from, path), target, { open: cipher.open(filePath(path), `file ${path}`) }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new BackupError(`The file ${path} of the backup is missing.`);
      throw error;
    },
  );
  if (copy.size !== size || copy.sha256 !== sha256) throw new BackupError(`The file ${path} of the backup is damaged.`);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(UNPUBLISHED))
    .sort();
}

/** @returns what the file is in clear */
async function copyFile(
  from: string,
  to: string,
  { seal, open }: { seal?: Step; open?: Step },
): Promise<{ size: number; sha256: string }> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let size = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(to, { mode: 0o600, flush: true });
  if (open) await pipeline(createReadStream(from), open, tap, target);
  else if (seal) await pipeline(createReadStream(from), tap, seal, target);
  return { size, sha256: hash.digest('hex') };
}
