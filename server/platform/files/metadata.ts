/**
 * Pictures without what cameras and programs write beside them: where and when they were taken, by whom, with what,
 * small copies of what was cut away. Pixels, colour profile, animation and the way up stay as they are. Anything that
 * is not built as its format says stays unread: `pixelSize` refuses it, or no program shows it.
 */
const STRIP: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
};

/** Whether files of this type have metadata that `withoutMetadata` removes. */
export const hasMetadata = (type: string): boolean => Object.hasOwn(STRIP, type);

/** The picture without its metadata; other types as they are. */
export const withoutMetadata = (bytes: Buffer, type: string): Buffer => STRIP[type]?.(bytes) ?? bytes;

const PNG_SIGNATURE = 8;
/** Chunks of PNG that say nothing of the picture itself (https://www.w3.org/TR/png-3/, 11.3). */
const PNG_METADATA: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);

function png(bytes: Buffer): Buffer {
  const pieces = [bytes.subarray(0, PNG_SIGNATURE)];
  for (let at = PNG_SIGNATURE; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return bytes;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (!PNG_METADATA.has(name)) pieces.push(bytes.subarray(at, end));
    at = end;
    // Nothing that stands behind the end belongs to the picture.
    if (name === 'IEND') return Buffer.concat(pieces);
  }
  return bytes;
}

const [APP0, APP1, APP2, APP14, APP15, COMMENT, SCAN] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe, 0xda] as const;

/** Whether a segment of a JPEG belongs to how it looks: JFIF, its colour profile, Adobe's colour transform. */
function isOfPicture(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return content.toString('latin1', 0, 5) === 'JFIF\0';
  if (marker === APP2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  return marker === APP14 && content.toString('latin1', 0, 5) === 'Adobe';
}

function jpeg(bytes: Buffer): Buffer {
  const pieces = [bytes.subarray(0, 2)];
  let wayUp = 1;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    // Fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === SCAN) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return bytes;
    const content = bytes.subarray(at + 4, end);
    if (marker === APP1) wayUp = orientationOf(content) ?? wayUp;
    else if (isOfPicture(marker, content)) pieces.push(bytes.subarray(at, end));
    at = end;
  }
  if (wayUp !== 1) pieces.splice(1, 0, exifOf(wayUp));
  pieces.push(bytes.subarray(at, endOfJpeg(bytes, at)));
  return Buffer.concat(pieces);
}

/** Where the picture ends, from its first scan on: phones append films and second pictures behind it. */
function endOfJpeg(bytes: Buffer, scan: number): number {
  for (let at = scan; at + 1 < bytes.length;) {
    const marker = bytes[at] === 0xff ? bytes[at + 1]! : 0;
    // Data of a scan: 0xff stands for itself before 0, and before the marks at which decoders begin again.
    if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) at += 1;
    else if (marker === 0xd9) return at + 2;
    else if (at + 4 > bytes.length) break;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return bytes.length;
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;

/** Which way up a picture is to be shown, 1 to 8 (Exif 2.32, 4.6.4); undefined where the segment does not say. */
function orientationOf(content: Buffer): number | undefined {
  if (!content.subarray(0, 6).equals(EXIF)) return undefined;
  const tiff = content.subarray(6);
  if (tiff.length < 14) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  for (let entry = 0; entry < short(first); entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.length) return undefined;
    if (short(at) === ORIENTATION) {
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  }
  return undefined;
}

/** A segment of Exif that says which way up, and nothing else. */
function exifOf(wayUp: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(wayUp, 18);
  return Buffer.concat([Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length]), EXIF, tiff]);
}

const WEBP_METADATA: ReadonlySet<string> = new Set(['EXIF', 'XMP ']);
/** Bits of the extended header that announce them. */
const WEBP_FLAGS = 0b0000_1100;

/** https://developers.google.com/speed/webp/docs/riff_container */
function webp(bytes: Buffer): Buffer {
  const pieces = [Buffer.from(bytes.subarray(0, 12))];
  const last = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at + 8 <= last;) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > bytes.length) return bytes;
    const name = bytes.toString('latin1', at, at + 4);
    if (!WEBP_METADATA.has(name)) {
      const chunk = Buffer.from(bytes.subarray(at, end));
      if (name === 'VP8X') chunk[8]! &= ~WEBP_FLAGS;
      pieces.push(chunk);
    }
    at = end;
  }
  const stripped = Buffer.concat(pieces);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}
