import { pipeline, Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

/** A file of the archive: its path, and its text piece by piece. */
export interface ZipEntry {
  readonly path: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

const LIMIT = 0xffff_ffff;
// Sizes follow their file (bit 3), names are UTF-8 (bit 11).
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the earliest day that a ZIP can say: the same rows give the same bytes. */
const DAY = 0x0021;

/**
 * A ZIP archive (APPNOTE 6.3.10, without ZIP64) as its entries come; nothing but their names and sizes is kept.
 * @throws Error when a file or the archive passes 4 GiB
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { path, text } of entries) {
    const name = Buffer.from(path);
    const start = offset;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(VERSION, 4);
    header.writeUInt16LE(FLAGS, 6);
    header.writeUInt16LE(DEFLATED, 8);
    header.writeUInt16LE(DAY, 12);
    header.writeUInt16LE(name.length, 26);
    yield Buffer.concat([header, name]);

    let sum = 0;
    let size = 0;
    const measured = async function* () {
      for await (const piece of text) {
        const bytes = Buffer.from(piece);
        sum = crc32(bytes, sum);
        size += bytes.length;
        yield bytes;
      }
    };
    const deflate = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION });
    // A failure of either side ends the other; it reaches us through the loop.
    pipeline(Readable.from(measured(), { objectMode: false, highWaterMark: 65_536 }), deflate, () => {});
    let packed = 0;
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }

    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    if (size > LIMIT || packed > LIMIT) throw new Error(`${path} is too large for a ZIP`);
    sizes.writeUInt32LE(sum, 4);
    sizes.writeUInt32LE(packed, 8);
    sizes.writeUInt32LE(size, 12);
    yield sizes;
    offset += header.length + name.length + packed + sizes.length;
    if (offset > LIMIT) throw new Error('the archive is too large for a ZIP');

    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(VERSION, 4);
    record.writeUInt16LE(VERSION, 6);
    record.writeUInt16LE(FLAGS, 8);
    record.writeUInt16LE(DEFLATED, 10);
    record.writeUInt16LE(DAY, 14);
    sizes.copy(record, 16, 4);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(start, 42);
    directory.push(record, name);
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([records, end]);
}
