import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';

/** Sarabun, the typeface of Thai government papers, under the SIL Open Font License. */
const FILES = {
  regular: '400Regular/Sarabun_400Regular.ttf',
  italic: '400Regular_Italic/Sarabun_400Regular_Italic.ttf',
  semibold: '600SemiBold/Sarabun_600SemiBold.ttf',
  bold: '700Bold/Sarabun_700Bold.ttf',
} as const;
const require = createRequire(import.meta.url);

/** The TrueType file of one style, 83 kB. */
export const fontFile = (style: keyof typeof FILES): Buffer =>
  readFileSync(require.resolve(`@expo-google-fonts/sarabun/${FILES[style]}`));

/**
 * A TrueType file as WOFF2 with every table as it is (the null transform of `glyf` and `loca`), so that a page which
 * carries its fonts stays small.
 * Source: WOFF File Format 2.0, W3C Recommendation, sections 4 and 5.
 */
export function woff2(ttf: Buffer): Buffer {
  const count = ttf.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 12 + index * 16;
    const tag = ttf.toString('latin1', at, at + 4);
    const start = ttf.readUInt32BE(at + 8);
    return { tag, data: ttf.subarray(start, start + ttf.readUInt32BE(at + 12)) };
  }).filter(({ tag }) => tag !== 'DSIG');
  // `loca` must follow `glyf` at once.
  tables.sort((one, other) => (one.tag < other.tag ? -1 : 1));
  const glyf = tables.findIndex(({ tag }) => tag === 'glyf');
  const [loca] = tables.splice(
    tables.findIndex(({ tag }) => tag === 'loca'),
    1,
  );
  tables.splice(glyf + 1, 0, loca!);
  const directory = Buffer.concat(
    tables.map(({ tag, data }) => {
      // 63: the tag is spelt out; 0xC0 marks the null transform of the two tables that have another one.
      const flags = 63 | (tag === 'glyf' || tag === 'loca' ? 0xc0 : 0);
      return Buffer.concat([Buffer.from([flags]), Buffer.from(tag, 'latin1'), base128(data.length)]);
    }),
  );
  const packed = brotliCompressSync(Buffer.concat(tables.map(({ data }) => data)), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
  const header = Buffer.alloc(48);
  header.write('wOF2', 0, 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(
    12 + tables.length * 16 + tables.reduce((sum, { data }) => sum + Math.ceil(data.length / 4) * 4, 0),
    16,
  );
  header.writeUInt32BE(packed.length, 20);
  header.writeUInt16BE(1, 24);
  const file = Buffer.concat([header, directory, packed]);
  const padded = Buffer.concat([file, Buffer.alloc((4 - (file.length % 4)) % 4)]);
  padded.writeUInt32BE(padded.length, 8);
  return padded;
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}
