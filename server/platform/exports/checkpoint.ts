import { createHash, randomUUIDv7 } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';
import type { SealedFile } from '../files/bytes.ts';
import { FileSealer, openFile } from '../files/sealedStream.ts';

/** Where an export is written, as the file that will be stored. */
export interface Part {
  readonly folder: string;
  readonly exportId: string;
  /** Of the stored file. No two runs have the same: one that was given up for dead may still write to the other. */
  readonly fileId: string;
  readonly key: WorkspaceKey;
}

export const newPart = (place: Omit<Part, 'fileId'>): Part => ({ ...place, fileId: randomUUIDv7() });
export const partPath = ({ folder, exportId, fileId }: Omit<Part, 'key'>): string =>
  path.join(folder, `${exportId}-${fileId}.part`);

/** A finished file, measured in clear. */
export interface FinishedPart {
  readonly size: number;
  readonly sha256: string;
  readonly file: SealedFile;
}

/** What a run writes down from time to time. */
interface Checkpoint {
  readonly fileId: string;
  /** The maker's own words for the place. */
  readonly position: string;
  /** Bytes of the content up to there. */
  readonly size: number;
}

/** Where a run that broke off left its file whole. */
export interface Leftover extends Checkpoint {
  content(): Promise<Readable>;
}

/** How often a run writes down where it is. */
const EVERY_MS = 1000;
const ENDING = '.checkpoint';

/** A file while it is made: what was written, measured, and from time to time where a later run could go on. */
export class PartFile {
  readonly #part: Part;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #sealer: FileSealer;
  #size = 0;
  /** Settled once all that was given is in the file. */
  #written: Promise<void> = Promise.resolve();
  #saved = Date.now();
  #saving: Promise<void> | undefined;
  /** A place to be written down as soon as the file can be read up to it. */
  #marked: Checkpoint | undefined;

  private constructor(part: Part, handle: FileHandle) {
    this.#part = part;
    this.#handle = handle;
    this.#sealer = new FileSealer(part.key, part.fileId);
  }

  /** Opens an empty file, or one that begins with what another run left. */
  static async create(part: Part, from?: Leftover): Promise<PartFile> {
    await mkdir(part.folder, { recursive: true, mode: 0o700 });
    const file = new PartFile(part, await open(partPath(part), 'w', 0o600));
    try {
      // Copied, since a run that was given up for dead may still write to its own.
      if (from) for await (const piece of await from.content()) await file.write(piece as Buffer);
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  }

  /** Takes a piece, once the one before it is in the file: the next can be made while the disk writes. */
  async write(piece: Uint8Array): Promise<void> {
    await this.#written;
    this.#hash.update(piece);
    this.#size += piece.length;
    this.#append(this.#sealer.update(Buffer.from(piece.buffer, piece.byteOffset, piece.length)));
    if (this.#marked && this.#marked.size <= this.#sealer.readable) this.#save(this.#marked);
  }

  #append(bytes: Buffer): void {
    this.#written = this.#handle.writeFile(bytes);
    // Whoever waits for it next is told.
    this.#written.catch(() => {});
  }

  /** What was written so far is whole up to `position`. Written down once a second at most. */
  mark(position: string): void {
    if (this.#saving || this.#marked || Date.now() < this.#saved + EVERY_MS) return;
    this.#marked = { fileId: this.#part.fileId, position, size: this.#size };
  }

  #save(checkpoint: Checkpoint): void {
    this.#marked = undefined;
    this.#saving = this.#writeDown(checkpoint)
      // Without one a later run begins earlier: no reason to fail.
      .catch(() => {})
      .finally(() => {
        this.#saving = undefined;
        this.#saved = Date.now();
      });
  }

  async #writeDown(checkpoint: Checkpoint): Promise<void> {
    await this.#written;
    await this.#handle.datasync();
    const file = partPath(this.#part);
    const draft = `${file}.draft`;
    await writeFile(draft, JSON.stringify(checkpoint), { mode: 0o600 });
    await rename(draft, `${file}${ENDING}`);
  }

  /** Writes the end of the file, after which it is as it will be stored. */
  async finish(): Promise<FinishedPart> {
    await this.#written;
    this.#append(this.#sealer.final());
    await this.#written;
    return {
      size: this.#size,
      sha256: this.#hash.digest('hex'),
      file: { fileId: this.#part.fileId, keyId: this.#sealer.keyId, onDisk: partPath(this.#part) },
    };
  }

  async close(): Promise<void> {
    await this.#saving;
    await this.#written.catch(() => {});
    await this.#handle.close();
  }
}

/** The longest whole file that earlier runs of an export left in the folder. */
export async function leftoverOf({ folder, exportId, key }: Omit<Part, 'fileId'>): Promise<Leftover | undefined> {
  const found: Leftover[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(exportId) || !name.endsWith(ENDING)) continue;
    try {
      const checkpoint = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Checkpoint;
      const { fileId, size } = checkpoint;
      const content = () => openFile(key, { fileId, size, isStart: true }, partPath({ folder, exportId, fileId }));
      found.push({ ...checkpoint, content });
    } catch {
      // A run of the same export has just ended and cleared it away.
    }
  }
  for (const one of found.sort((a, b) => b.size - a.size)) if (one.size > 0 && (await isIntact(one))) return one;
  return undefined;
}

/** Whether all of it opens: a disk that lost some of it when the power went is found out. */
async function isIntact({ content, size }: Leftover): Promise<boolean> {
  try {
    let read = 0;
    for await (const piece of await content()) read += (piece as Buffer).length;
    return read === size;
  } catch {
    return false;
  }
}

/** Removes what runs of an export left, or one run where `start` is the name of its file. */
export async function removeLeftovers(folder: string, start: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(start)) await rm(path.join(folder, name), { force: true });
}
