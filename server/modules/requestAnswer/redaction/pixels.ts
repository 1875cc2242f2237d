import type { Box } from '../sealed.ts';

/** A picture as rows of RGBA. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** All pixels that a box touches. */
function areaOf({ x, y, width, height }: Box, pixels: Pick<Pixels, 'width' | 'height'>) {
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    left: clamp(Math.floor(x * pixels.width), pixels.width),
    top: clamp(Math.floor(y * pixels.height), pixels.height),
    right: clamp(Math.ceil((x + width) * pixels.width), pixels.width),
    bottom: clamp(Math.ceil((y + height) * pixels.height), pixels.height),
  };
}

/** Blacks out a box: its pixels are overwritten. */
export function blackOut(pixels: Pixels, box: Box): void {
  const { left, top, right, bottom } = areaOf(box, pixels);
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) {
      const at = (row * pixels.width + column) * 4;
      pixels.data.fill(0, at, at + 3);
      pixels.data[at + 3] = 255;
    }
}

/** Margin of a box in which compression mixes it with its surroundings, pixels. */
const EDGE = 10;
const DARK = 48;

/** Whether a box is black, except for its margin. */
export function isBlack(pixels: Pixels, box: Box): boolean {
  const { left, top, right, bottom } = areaOf(box, pixels);
  for (let row = top + EDGE; row < bottom - EDGE; row += 1)
    for (let column = left + EDGE; column < right - EDGE; column += 1) {
      const at = (row * pixels.width + column) * 4;
      if (Math.max(pixels.data[at]!, pixels.data[at + 1]!, pixels.data[at + 2]!) > DARK) return false;
    }
  return true;
}

/** Rotates a picture by its EXIF orientation (3: upside down, 6: to the right, 8: to the left). */
export function upright(pixels: Pixels, orientation: number): Pixels {
  if (![3, 6, 8].includes(orientation)) return pixels;
  const { width, height, data } = pixels;
  const size = orientation === 3 ? { width, height } : { width: height, height: width };
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const target =
        orientation === 3
          ? (height - 1 - row) * width + (width - 1 - column)
          : orientation === 6
            ? column * height + (height - 1 - row)
            : (width - 1 - column) * height + row;
      to[target] = from[row * width + column]!;
    }
  return { ...size, data: new Uint8Array(to.buffer) };
}

/** The EXIF orientation of a JPEG; 1 where it has none. */
export function orientationOf(jpeg: Uint8Array): number {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const exif = bytes.subarray(0, 65_536).indexOf('Exif\0\0', 0, 'latin1');
  if (exif < 0) return 1;
  const tiff = bytes.subarray(exif + 6);
  if (tiff.length < 8) return 1;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const start = long(4);
  for (let entry = 0; entry < Math.min(short(start), 100); entry += 1) {
    const at = start + 2 + entry * 12;
    if (short(at) === 0x0112) return short(at + 8);
  }
  return 1;
}
