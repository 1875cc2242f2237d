import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { orientationOf, type Pixels, upright } from './pixels.ts';

/** A letter of a page's text, in fractions of the page's width and height from its upper left corner. */
export interface Letter {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A file as pages that can be drawn and read. */
export interface Pages {
  readonly sizes: readonly { width: number; height: number }[];
  /** @param dots an inch, for PDF; a picture has its own pixels, scaled down to at most `most` */
  draw(page: number, dots: number): Pixels;
  /** @throws for a page with more of them than any document has */
  letters(page: number): Letter[];
  /** Contents beside the drawn pages: notes, attachments, scripts. */
  readonly extras: number;
}

const wasm = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(name)));
/** Maximum number of pixels of a drawn page. */
const MOST_PIXELS = 12_000_000;
const MOST_PAGES = 200;
/** Letters of one page that are read; the page of a phone book has some 15,000. */
const MOST_LETTERS = 50_000;
const POINTS = 72;
/** Annotations are drawn as people see them; bytes are returned as RGBA. */
const DRAW_FLAGS = 0x01 | 0x10;
const GRID = 20_000;

/** @throws for a file that cannot be read, has too many pages or is locked by a password */
export async function openPages(type: string, bytes: Uint8Array): Promise<Pages> {
  if (type === 'application/pdf') return openPdf(bytes);
  return pictureOf(type === 'image/png' ? await decodePng(bytes) : await decodeJpeg(bytes));
}

function pictureOf(pixels: Pixels): Pages {
  if (pixels.width * pixels.height > 4 * MOST_PIXELS) throw new Error('too many pixels');
  const { width, height } = pixels;
  return {
    sizes: [{ width, height }],
    draw: () => ({ width, height, data: pixels.data.slice() }),
    letters: () => [],
    extras: 0,
  };
}

async function decodePng(bytes: Uint8Array): Promise<Pixels> {
  const { PNG } = await import('pngjs');
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  // On white, like in a viewer.
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let part = 0; part < 3; part += 1) data[at + part] = Math.round(data[at + part]! * alpha + 255 * (1 - alpha));
    data[at + 3] = 255;
  }
  return { width, height, data: new Uint8Array(data) };
}

async function decodeJpeg(bytes: Uint8Array): Promise<Pixels> {
  const { default: decode, init } = await import('@jsquash/jpeg/decode.js');
  // The decoder creates one of these, which browsers have.
  Object.assign(globalThis, {
    ImageData: class {
      readonly data: Uint8ClampedArray;
      readonly width: number;
      readonly height: number;
      constructor(data: Uint8ClampedArray, width: number, height: number) {
        this.data = data;
        this.width = width;
        this.height = height;
      }
    },
  });
  await init(new WebAssembly.Module(new Uint8Array(wasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))));
  const { width, height, data } = await decode(new Uint8Array(bytes).buffer);
  return upright({ width, height, data: new Uint8Array(data) }, orientationOf(bytes));
}

async function openPdf(bytes: Uint8Array): Promise<Pages> {
  const { init } = await import('@embedpdf/pdfium');
  const lib = await init({ wasmBinary: new Uint8Array(wasm('@embedpdf/pdfium/pdfium.wasm')).buffer as ArrayBuffer });
  lib.PDFiumExt_Init();
  const memory = lib.pdfium as unknown as {
    HEAPU8: Uint8Array;
    HEAP32: Int32Array;
    HEAPF64: Float64Array;
    wasmExports: { malloc(size: number): number; free(at: number): void };
  };
  const allocate = (size: number) => memory.wasmExports.malloc(size);
  const file = allocate(bytes.length);
  memory.HEAPU8.set(bytes, file);
  const document = lib.FPDF_LoadMemDocument(file, bytes.length, '');
  if (!document) throw new Error('no PDF that can be read');
  const count = lib.FPDF_GetPageCount(document);
  if (count < 1 || count > MOST_PAGES) throw new Error('too many pages');
  const withPage = <Result>(page: number, work: (handle: number) => Result): Result => {
    const handle = lib.FPDF_LoadPage(document, page);
    if (!handle) throw new Error('no such page');
    try {
      return work(handle);
    } finally {
      lib.FPDF_ClosePage(handle);
    }
  };
  const sizes = Array.from({ length: count }, (_, page) =>
    withPage(page, (handle) => ({ width: lib.FPDF_GetPageWidthF(handle), height: lib.FPDF_GetPageHeightF(handle) })),
  );
  const box = allocate(32);
  const device = allocate(8);
  return {
    sizes,
    draw: (page, dots) =>
      withPage(page, (handle) => {
        const size = sizes[page]!;
        const scale = Math.min(dots / POINTS, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
        const width = Math.max(1, Math.round(size.width * scale));
        const height = Math.max(1, Math.round(size.height * scale));
        const bitmap = lib.FPDFBitmap_Create(width, height, 0);
        lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff);
        lib.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, DRAW_FLAGS);
        const at = lib.FPDFBitmap_GetBuffer(bitmap);
        const data = memory.HEAPU8.slice(at, at + width * height * 4);
        lib.FPDFBitmap_Destroy(bitmap);
        for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
        return { width, height, data };
      }),
    letters: (page) =>
      withPage(page, (handle) => {
        const text = lib.FPDFText_LoadPage(handle);
        const letters: Letter[] = [];
        if (lib.FPDFText_CountChars(text) > MOST_LETTERS) throw new Error('too many letters');
        const place = (x: number, y: number) => {
          lib.FPDF_PageToDevice(handle, 0, 0, GRID, GRID, 0, x, y, device, device + 4);
          return [memory.HEAP32[device / 4]! / GRID, memory.HEAP32[device / 4 + 1]! / GRID] as const;
        };
        for (let index = 0; index < lib.FPDFText_CountChars(text); index += 1) {
          const code = lib.FPDFText_GetUnicode(text, index);
          lib.FPDFText_GetCharBox(text, index, box, box + 8, box + 16, box + 24);
          const [left, right, bottom, top] = memory.HEAPF64.slice(box / 8, box / 8 + 4);
          const [a, b] = [place(left!, top!), place(right!, bottom!)];
          letters.push({
            text: code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '',
            x: Math.min(a[0], b[0]),
            y: Math.min(a[1], b[1]),
            width: Math.abs(a[0] - b[0]),
            height: Math.abs(a[1] - b[1]),
          });
        }
        lib.FPDFText_ClosePage(text);
        return letters;
      }),
    extras:
      lib.FPDFDoc_GetAttachmentCount(document) +
      lib.FPDFDoc_GetJavaScriptActionCount(document) +
      sizes.reduce((sum, _, page) => sum + withPage(page, (handle) => lib.FPDFPage_GetAnnotCount(handle)), 0),
  };
}
