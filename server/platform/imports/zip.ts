import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { TableError, type TableLimits } from './table.ts';

export interface Zip {
  has(name: string): boolean;
  /** A part, unpacked as it is read; one that unpacks to more or less than its directory says is an error. */
  stream(name: string): Promise<AsyncIterable<Buffer>>;
  /** All of a small part. */
  content(name: string): Promise<Buffer>;
  close(): void;
}

/** No part that is unpacked at once is larger. */
const SMALL = 16 * 2 ** 20;
/** Bytes that are unpacked at a time: each piece costs a turn to another thread. */
const PIECE = 64 * 1024;
/** The method of parts that are packed (APPNOTE 4.4.5). */
const DEFLATED = 8;

/**
 * Opens a ZIP by its directory, before anything is unpacked.
 * @throws TableError `entries` or `inflated` when it holds too much, `encrypted`, `broken`
 */
export async function openZip(path: string, limits: Pick<TableLimits, 'entries' | 'inflated'>): Promise<Zip> {
  const file = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
      error ? reject(new TableError('broken', error.message)) : resolve(opened),
    );
  });
  try {
    return await openEntries(file, limits);
  } catch (error) {
    file.close();
    throw error;
  }
}

async function openEntries(file: ZipFile, limits: Pick<TableLimits, 'entries' | 'inflated'>): Promise<Zip> {
  if (file.entryCount > limits.entries) throw new TableError('entries', `${file.entryCount} parts`);
  const entries = new Map<string, Entry>();
  let inflated = 0;
  await new Promise<void>((resolve, reject) => {
    file.on('error', (error: Error) => reject(new TableError('broken', error.message)));
    file.on('end', () => resolve());
    file.on('entry', (entry: Entry) => {
      inflated += entry.uncompressedSize;
      if (inflated > limits.inflated)
        return reject(new TableError('inflated', `More than ${limits.inflated} bytes unpacked`));
      if (entry.isEncrypted()) return reject(new TableError('encrypted'));
      if (entries.has(entry.fileName)) return reject(new TableError('broken', `Two parts are named ${entry.fileName}`));
      entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.readEntry();
  });

  const stream = (name: string) =>
    new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      const entry = entries.get(name);
      if (!entry) return reject(new TableError('broken', `No part ${name}`));
      const packed = entry.compressionMethod === DEFLATED;
      file.openReadStream(entry, packed ? { decompress: false } : {}, (error, opened) => {
        if (error) reject(new TableError('broken', error.message));
        else resolve(packed ? unpacked(opened, entry.uncompressedSize) : opened);
      });
    });
  return {
    has: (name) => entries.has(name),
    stream,
    async content(name) {
      const entry = entries.get(name);
      if (entry && entry.uncompressedSize > SMALL) throw new TableError('inflated', `${name} is too large`);
      return buffer(await stream(name));
    },
    close: () => file.close(),
  };
}

async function* unpacked(part: Readable, size: number): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: PIECE });
  part.on('error', (error) => inflate.destroy(error));
  let left = size;
  try {
    for await (const piece of part.pipe(inflate) as AsyncIterable<Buffer>) {
      left -= piece.length;
      if (left < 0) break;
      yield piece;
    }
  } finally {
    part.destroy();
  }
  if (left !== 0) throw new TableError('broken', 'A part does not unpack to the size that the directory states');
}

/** The first bytes of a file. */
export async function headOf(path: string, length: number): Promise<Buffer> {
  const file = await openFile(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The text of a stream in pieces, letters never cut. */
export async function* textOf(source: AsyncIterable<Buffer>, encoding = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of source) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
  }
  const last = decoder.decode();
  if (last !== '') yield last;
}

export const fileStream = (path: string): Readable => createReadStream(path, { highWaterMark: 128 * 1024 });
