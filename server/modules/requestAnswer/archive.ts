import { Readable, Writable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js';

/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Readable | Uint8Array;
}

// Workers would be loaded from an address that Node does not have.
configure({ useWebWorkers: false });

/**
 * A ZIP whose files are encrypted with AES-256 (WinZip's AE-2): 7-Zip, WinRAR, Keka, The Unarchiver and bsdtar open it,
 * Info-ZIP's `unzip` 6 does not (docs/decisions/068). Names are not encrypted, so they must not identify the data
 * subject.
 * @param done called after each file
 */
export async function encryptedZip(
  entries: readonly ArchiveEntry[],
  password: string,
  { at, done }: { at: Date; done: (count: number) => Promise<void> },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(Buffer.from(chunk));
      next();
    },
  });
  const writer = new ZipWriter(Writable.toWeb(sink), {
    password,
    encryptionStrength: 3,
    useWebWorkers: false,
    lastModDate: at,
    extendedTimestamp: false,
  });
  for (const [index, { name, bytes }] of entries.entries()) {
    const source = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)], { objectMode: false });
    await writer.add(name, Readable.toWeb(source) as never);
    await done(index + 1);
  }
  await writer.close();
  return Buffer.concat(chunks);
}
