import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { endingOf, endingsOf, FILE_TYPES, type FileType, type UploadKind } from '../../../shared/file.ts';
import { appError } from '../errors.ts';
import { pixelSize } from './image.ts';
import type { TextOf } from '../../../shared/registry/errors.ts';

const HEAD = 1024;
/** A ZIP's end record may be followed by a comment of 65,535 bytes (APPNOTE 4.3.16). */
const ZIP_TAIL = 65_557;
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');
const MAX_PIXELS = 50_000_000;

// Old Office files are all one container; only their names tell them apart.
const CONTAINER: Record<string, FileType> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};
const MARKUP = /<\s*(?:!doctype\s+html|html|head|body|script|iframe|svg|math|object|embed|meta|img)\b/i;

const refused = (text: TextOf<'file.type'>, kind: UploadKind) =>
  appError('file.type', { at: 'file', text, values: { types: endingsOf(kind).join(', ') } });

/**
 * The type that a file's content shows; its name decides only among types that share one content (csv and text, old
 * Office files). Content that two programs would read as two things is refused.
 * @throws AppError 415 when the content is not of a type that `kind` takes.
 */
export async function checkContent(path: string, name: string, kind: UploadKind): Promise<FileType> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const found = (await fileTypeFromFile(path))?.mime;
    const head = await read(file, 0, HEAD);
    const type = found ? ofFound(found, name) : await textType(file, name);
    if (!type || !kind.types.includes(type)) throw refused('files:type', kind);

    const start = head.toString('latin1');
    const isDocument = type === 'application/pdf' || type.startsWith('image/');
    if ((isDocument || type.startsWith('text/')) && MARKUP.test(start)) throw refused('files:mixed', kind);
    if (isDocument && endsAsZip(await read(file, Math.max(0, size - ZIP_TAIL), ZIP_TAIL)))
      throw refused('files:mixed', kind);
    if (found && isZipBased(type) && !isCompleteZip(await read(file, Math.max(0, size - ZIP_TAIL), ZIP_TAIL)))
      throw refused('files:mixed', kind);
    if (type === 'application/pdf' && !isCompletePdf(start, await read(file, Math.max(0, size - HEAD), HEAD)))
      throw refused('files:notPdf', kind);
    const pixels = await pixelSize(file, type);
    if (pixels === null) throw refused('files:brokenImage', kind);
    // A small file can unfold into gigabytes in the browser that shows it.
    if (pixels && pixels.width * pixels.height > MAX_PIXELS) throw refused('files:hugeImage', kind);
    return type;
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

function ofFound(mime: string, name: string): FileType | undefined {
  if (mime === 'application/x-cfb') return CONTAINER[endingOf(name)];
  return mime in FILE_TYPES ? (mime as FileType) : undefined;
}

/** Text without control characters, in UTF-8 or a Thai code page, that nobody would take for markup or a PDF. */
async function textType(file: FileHandle, name: string): Promise<FileType | undefined> {
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    for (const byte of chunk)
      if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) || byte === 0x7f)
        return undefined;
  }
  const head = (await read(file, 0, HEAD))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (head.startsWith('<') || head.includes('%PDF-')) return undefined;
  return endingOf(name) === 'csv' ? 'text/csv' : 'text/plain';
}

/**
 * Whether a PDF begins with its header at the first byte and ends with its trailer (ISO 32000-2, 7.5.2 and 7.5.5).
 * Viewers accept rubbish around both, which is how a file becomes a PDF and something else at once; we do not.
 */
function isCompletePdf(start: string, tail: Buffer): boolean {
  return /^%PDF-[12]\.\d[\s%]/.test(start) && /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(tail.toString('latin1'));
}

const isZipBased = (type: FileType): boolean =>
  type === 'application/zip' || type.startsWith('application/vnd.openxmlformats');

/** Whether a ZIP's end record, with its comment, is the last thing in the file: nothing is appended to it. */
function isCompleteZip(tail: Buffer): boolean {
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

/**
 * Whether these last bytes hold the end record of a ZIP whose directory stands before it: unpackers would open the
 * file.
 */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    if (at + 22 > tail.length) continue;
    // Chance bytes of a compressed stream: a real record of a one-part archive has zeros here.
    if (tail.readUInt32LE(at + 4) !== 0) continue;
    const directory = at - tail.readUInt32LE(at + 12);
    const entries = tail.readUInt16LE(at + 10);
    const isThere = directory >= 0 ? tail.toString('latin1', directory, directory + 4) === 'PK\u0001\u0002' : true;
    if (entries > 0 && isThere) return true;
  }
  return false;
}
