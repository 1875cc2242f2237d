import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endAbove } from '../../../platform/confined/watch.ts';
import type { Box } from '../sealed.ts';
import { type Letter, openPages, type Pages } from './openPages.ts';
import { blackOut, isBlack, type Pixels } from './pixels.ts';

/** The task of the process for one file: count its pages, draw one, read it, redact it, or check a redacted file. */
export interface Order {
  readonly work: 'sizes' | 'page' | 'letters' | 'redact' | 'check';
  readonly type: string;
  /** base64 */
  readonly bytes: string;
  readonly page: number;
  readonly boxes: readonly Box[];
  readonly memoryMb: number;
}
/** A page as a picture; `bytes` base64. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly points: { readonly width: number; readonly height: number };
  readonly bytes: string;
}
export interface Outcome {
  readonly sizes?: Pages['sizes'];
  readonly pages?: readonly DrawnPage[];
  readonly letters?: readonly (readonly Letter[])[];
  /** Whether a redacted file has no readable text, and its boxes are black. */
  readonly isClean?: boolean;
  readonly failed?: true;
}

const VIEW_DOTS = 110;
const SEND_DOTS = 200;
/** Letters of a file that leave this process, some 100 bytes each. */
const MOST_LETTERS = 600_000;
const QUALITY = { view: 75, send: 85 };

async function jpegOf({ width, height, data }: Pixels, quality: number): Promise<string> {
  const { default: encode, init } = await import('@jsquash/jpeg/encode.js');
  const code = readFileSync(fileURLToPath(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')));
  await init(new WebAssembly.Module(new Uint8Array(code)));
  const picture = { width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' } as unknown as ImageData;
  return Buffer.from(await encode(picture, { quality })).toString('base64');
}

async function pngOf({ width, height, data }: Pixels): Promise<string> {
  const { PNG } = await import('pngjs');
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png, { colorType: 2 }).toString('base64');
}

/** The letters of every page. @throws for more of them than the process that asks for them should take in */
function allLetters(pages: Pages): Letter[][] {
  let left = MOST_LETTERS;
  return pages.sizes.map((_, number) => {
    const letters = pages.letters(number);
    left -= letters.length;
    if (left < 0) throw new Error('too many letters');
    return letters;
  });
}

async function outcomeOf({ work, type, bytes, page, boxes }: Order): Promise<Outcome> {
  const pages = await openPages(type, Buffer.from(bytes, 'base64'));
  const drawn = async (number: number, pixels: Pixels, quality: number): Promise<DrawnPage> => ({
    width: pixels.width,
    height: pixels.height,
    points: pages.sizes[number]!,
    bytes: type === 'image/png' && work === 'redact' ? await pngOf(pixels) : await jpegOf(pixels, quality),
  });
  switch (work) {
    case 'sizes':
      return { sizes: pages.sizes };
    case 'page':
      return { pages: [await drawn(page, pages.draw(page, VIEW_DOTS), QUALITY.view)] };
    case 'letters':
      return { letters: allLetters(pages) };
    case 'redact': {
      const redacted: DrawnPage[] = [];
      for (const number of pages.sizes.keys()) {
        const pixels = pages.draw(number, SEND_DOTS);
        for (const box of boxes) if (box.page === number) blackOut(pixels, box);
        redacted.push(await drawn(number, pixels, QUALITY.send));
      }
      return { pages: redacted };
    }
    case 'check': {
      const isClean = pages.sizes.every((_, number) => {
        const own = boxes.filter((box) => box.page === number);
        const pixels = pages.draw(number, SEND_DOTS);
        return pages.letters(number).length === 0 && own.every((box) => isBlack(pixels, box));
      });
      return { isClean: isClean && pages.extras === 0 };
    }
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  endAbove(order.memoryMb);
  void outcomeOf(order)
    .catch((): Outcome => ({ failed: true }))
    .then((outcome) => process.send!(outcome));
});
