import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorkingFiles } from '../crypto/workingFile.ts';

/** Where a run that broke off left its file whole. */
export interface Leftover {
  readonly file: string;
  /** The maker's own words for the place. */
  readonly position: string;
  /** Bytes of the file up to there. */
  readonly size: number;
  /** Of those bytes in clear: a disk that lost some of them when the power went is found out. */
  readonly sha256: string;
}

/** How often a run writes down where it is. */
const EVERY_MS = 1000;
const ENDING = '.checkpoint';

/** A file while it is made: what was written, measured, and from time to time where a later run could go on. */
export class PartFile {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash;
  readonly #encrypt: (piece: Uint8Array) => Buffer;
  #size: number;
  /** Settled once all that was given is in the file. */
  #written: Promise<void> = Promise.resolve();
  #saved = Date.now();
  #saving: Promise<void> | undefined;

  private constructor(file: string, handle: FileHandle, encrypt: (piece: Uint8Array) => Buffer) {
    this.#file = file;
    this.#handle = handle;
    this.#hash = createHash('sha256');
    this.#encrypt = encrypt;
    this.#size = 0;
  }

  /** Opens an empty file, or one that begins with what another run left; encrypted by `files`. */
  static async create(file: string, files: WorkingFiles, from?: Leftover): Promise<PartFile> {
    const part = new PartFile(file, await open(file, 'w', 0o600), files.writer(file));
    try {
      // Copied, since a run that was given up for dead may still write to its own.
      if (from) for await (const piece of files.content(from.file, from.size)) await part.write(piece);
    } catch (error) {
      await part.#handle.close();
      throw error;
    }
    return part;
  }

  /** Takes a piece, once the one before it is in the file: the next can be made while the disk writes. */
  async write(piece: Uint8Array): Promise<void> {
    await this.#written;
    this.#hash.update(piece);
    this.#size += piece.length;
    this.#written = this.#handle.writeFile(this.#encrypt(piece));
    // Whoever waits for it next is told.
    this.#written.catch(() => {});
  }

  /** What was written so far is whole up to `position`. Written down once a second at most. */
  mark(position: string): void {
    if (this.#saving || Date.now() < this.#saved + EVERY_MS) return;
    const checkpoint = { position, size: this.#size, sha256: this.#hash.copy().digest('hex') };
    // Without one a later run begins earlier: no reason to fail.
    this.#saving = this.#save(checkpoint)
      .catch(() => {})
      .finally(() => {
        this.#saving = undefined;
        this.#saved = Date.now();
      });
  }

  async #save(checkpoint: Omit<Leftover, 'file'>): Promise<void> {
    await this.#written;
    await this.#handle.datasync();
    const draft = `${this.#file}.draft`;
    await writeFile(draft, JSON.stringify(checkpoint), { mode: 0o600 });
    await rename(draft, `${this.#file}${ENDING}`);
  }

  async close(): Promise<{ size: number; sha256: string }> {
    await this.#saving;
    try {
      await this.#written;
    } finally {
      await this.#handle.close();
    }
    return { size: this.#size, sha256: this.#hash.copy().digest('hex') };
  }
}

/** The longest whole file that earlier runs of an export left in the folder; `file` is that of this run. */
export async function leftoverOf(
  folder: string,
  exportId: string,
  file: string,
  files: WorkingFiles,
): Promise<Leftover | undefined> {
  const found: Leftover[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(exportId) || !name.endsWith(ENDING)) continue;
    const of = path.join(folder, name.slice(0, -ENDING.length));
    if (of === file) continue;
    try {
      found.push({
        ...(JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Omit<Leftover, 'file'>),
        file: of,
      });
    } catch {
      // A run of the same export has just ended and cleared it away.
    }
  }
  for (const one of found.sort((a, b) => b.size - a.size))
    if (one.size > 0 && (await hashOf(one, files)) === one.sha256) return one;
  return undefined;
}

async function hashOf({ file, size }: Leftover, files: WorkingFiles): Promise<string | undefined> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const piece of files.content(file, size)) {
      hash.update(piece);
      read += piece.length;
    }
  } catch {
    return undefined;
  }
  return read === size ? hash.digest('hex') : undefined;
}

/** Removes what runs of an export left, or one run where `start` is the name of its file. */
export async function removeLeftovers(folder: string, start: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(start)) await rm(path.join(folder, name), { force: true });
}
