import type { FileHandle } from 'node:fs/promises';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

type Read = (offset: number, length: number) => Promise<Buffer>;

async function png(read: Read): Promise<PixelSize | null> {
  const head = await read(0, 24);
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

async function gif(read: Read): Promise<PixelSize | null> {
  const head = await read(0, 10);
  return head.length < 10 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/** WebP container: https://developers.google.com/speed/webp/docs/riff_container */
async function webp(read: Read): Promise<PixelSize | null> {
  const head = await read(0, 30);
  if (head.length < 30) return null;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** The first frame header (SOF) of a JPEG, jumping from segment to segment (ITU T.81, annex B). */
async function jpeg(read: Read): Promise<PixelSize | null> {
  let offset = 2;
  for (let segments = 0; segments < 500; segments += 1) {
    const head = await read(offset, 9);
    if (head.length < 9 || head[0] !== 0xff) return null;
    const marker = head[1] as number;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    if (marker === 0xda || marker === 0xd9) return null;
    offset += 2 + head.readUInt16BE(2);
  }
  return null;
}

const READERS: Record<string, (read: Read) => Promise<PixelSize | null>> = {
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'image/jpeg': jpeg,
};

/**
 * Width and height in pixels as an image's header states them, without decoding it; null when the header is broken,
 * undefined for types that are never shown.
 */
export async function pixelSize(file: FileHandle, type: string): Promise<PixelSize | null | undefined> {
  const reader = READERS[type];
  if (!reader) return undefined;
  const size = await reader(async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  });
  return size && size.width > 0 && size.height > 0 ? size : null;
}
