import { expect, test } from 'vitest';
import { withoutMetadata } from '../../server/platform/files/metadata.ts';
import { png } from '../helpers/samples.ts';

const SECRET = 'GPS 13.7563 100.5018 Somchai iPhone';
const be = (value: number, bytes: number) => {
  const out = Buffer.alloc(bytes);
  out.writeUIntBE(value, 0, bytes);
  return out;
};
const le = (value: number) => {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
};

test('a PNG loses its texts, its time and its Exif, and any data after its end', () => {
  const clean = png();
  // The check sum is irrelevant here.
  const chunk = (name: string, content: string) =>
    Buffer.concat([be(content.length, 4), Buffer.from(name + content, 'latin1'), be(0, 4)]);
  const head = clean.subarray(0, 33);
  const dirty = Buffer.concat([
    head,
    ...['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].map((name) => chunk(name, SECRET)),
    clean.subarray(33),
    Buffer.from(SECRET),
  ]);
  expect(withoutMetadata(dirty, 'image/png')).toEqual(clean);
  expect(withoutMetadata(clean, 'image/png')).toEqual(clean);
});

const segment = (marker: number, content: Buffer | string) =>
  Buffer.concat([Buffer.from([0xff, marker]), be(content.length + 2, 2), Buffer.from(content as string, 'latin1')]);
/** Exif of a camera: orientation, location, author. */
const exif = (wayUp: number, order: 'II' | 'MM') => {
  const tiff = Buffer.alloc(26);
  tiff.write(order === 'MM' ? 'MM\0*' : 'II*\0', 0, 'latin1');
  if (order === 'MM') {
    tiff.writeUInt32BE(8, 4);
    tiff.writeUInt16BE(1, 8);
    tiff.writeUInt16BE(0x0112, 10);
    tiff.writeUInt16BE(3, 12);
    tiff.writeUInt32BE(1, 14);
    tiff.writeUInt16BE(wayUp, 18);
  } else {
    tiff.writeUInt32LE(8, 4);
    tiff.writeUInt16LE(1, 8);
    tiff.writeUInt16LE(0x0112, 10);
    tiff.writeUInt16LE(3, 12);
    tiff.writeUInt32LE(1, 14);
    tiff.writeUInt16LE(wayUp, 18);
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(SECRET)]);
};
const SCANS = Buffer.concat([
  segment(0xda, '\u0001\u0002\u0003'),
  // Data with an escaped 0xff, a restart marker, then a table between two scans that looks like an end.
  Buffer.from([0x12, 0xff, 0x00, 0xff, 0xd3, 0x34]),
  segment(0xc4, '\u00ff\u00d9'),
  segment(0xda, '\u0001'),
  Buffer.from([0x56, 0xff, 0xd9]),
]);
const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, SCANS]);

test.each(['II', 'MM'] as const)('a JPEG loses everything except its appearance and its orientation: %s', (order) => {
  const expected = [
    segment(0xe0, 'JFIF\0..'),
    segment(0xe2, 'ICC_PROFILE\0..'),
    segment(0xee, 'Adobe..'),
    segment(0xdb, 'q'),
  ];
  const dirty = (wayUp: number) =>
    Buffer.concat([
      jpeg(
        expected[0]!,
        segment(0xe1, exif(wayUp, order)),
        segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
        segment(0xe2, `MPF\0${SECRET}`),
        segment(0xed, `Photoshop 3.0\0${SECRET}`),
        segment(0xfe, SECRET),
        ...expected.slice(1),
      ),
      Buffer.from(SECRET),
    ]);
  expect(withoutMetadata(dirty(1), 'image/jpeg')).toEqual(jpeg(...expected));
  const turned = withoutMetadata(dirty(6), 'image/jpeg');
  expect(turned.toString('latin1')).not.toContain('Somchai');
  expect(turned).toEqual(jpeg(segment(0xe1, exif(6, 'MM').subarray(0, 32)), ...expected));
  // A second pass removes nothing.
  expect(withoutMetadata(turned, 'image/jpeg')).toEqual(turned);
});

test('a WebP loses Exif and XMP, also in its header', () => {
  const chunk = (name: string, content: Buffer) =>
    Buffer.concat([Buffer.from(name), le(content.length), content, Buffer.alloc(content.length % 2)]);
  const riff = (...chunks: Buffer[]) => {
    const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
    return Buffer.concat([Buffer.from('RIFF'), le(body.length), body]);
  };
  const extended = (flags: number) => chunk('VP8X', Buffer.from([flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]));
  const [profile, data] = [chunk('ICCP', Buffer.from('abc')), chunk('VP8 ', Buffer.from('pixels'))];
  const secrets = [chunk('EXIF', Buffer.from(SECRET)), chunk('XMP ', Buffer.from(SECRET))];
  const dirty = Buffer.concat([riff(extended(0b0010_1100), profile, data, ...secrets), Buffer.from(SECRET)]);
  expect(withoutMetadata(dirty, 'image/webp')).toEqual(riff(extended(0b0010_0000), profile, data));
});

test('a file that is no image remains unchanged, and a truncated one does not break the check', () => {
  const text = Buffer.from('abc');
  expect(withoutMetadata(text, 'text/plain')).toBe(text);
  for (const type of ['image/png', 'image/jpeg'])
    for (const clean of [png(), jpeg(segment(0xe1, exif(6, 'II')))])
      for (let length = 0; length < clean.length; length += 1)
        expect(() => withoutMetadata(clean.subarray(0, length), type)).not.toThrow();
  const webp = Buffer.from('RIFF\u00ff\0\0\0WEBPVP8 \u00f0\0\0\0ab', 'latin1');
  for (let length = 12; length < webp.length; length += 1)
    expect(() => withoutMetadata(webp.subarray(0, length), 'image/webp')).not.toThrow();
});
