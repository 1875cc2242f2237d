import { expect, test } from 'vitest';
import { xmlReader } from '../../server/platform/imports/xml.ts';

/** What a reader hands over of XML that comes in pieces of so many bytes; texts that follow each other are one. */
function eventsOf(xml: string, piece: number): string[] {
  const events: string[] = [];
  const reader = xmlReader({
    open: (name, attributes) => events.push(`open ${name} r=${attributes.get('r')} x:r=${attributes.get('x:r')}`),
    text(text) {
      if (events.at(-1)?.startsWith('text ')) events[events.length - 1] += text;
      else events.push(`text ${text}`);
    },
    close: (name) => events.push(`close ${name}`),
  });
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  reader.end();
  return events;
}

test('what XML holds is the same wherever its bytes are cut', () => {
  const xml = `<?xml version="1.0"?><x:row r="1"><!-- a > b --><c r='ก"&amp;' /><t xml:space="preserve">สมหญิง &#3585;&lt;</t ><v><![CDATA[<ใช่>]]></v></x:row>`;
  const expected = [
    'open row r=1 x:r=undefined',
    'open c r=ก"& x:r=undefined',
    'close c',
    'open t r=undefined x:r=undefined',
    'text สมหญิง ก<',
    'close t',
    'open v r=undefined x:r=undefined',
    'text <ใช่>',
    'close v',
    'close row',
  ];
  for (let piece = 1; piece <= Buffer.byteLength(xml); piece += 1) expect(eventsOf(xml, piece)).toEqual(expected);
});

test('an attribute is what stands outside of the values of others', () => {
  expect(eventsOf(`<c foo="a>b r='9'" x:r="2"/>`, 1_000)).toEqual(['open c r=undefined x:r=2', 'close c']);
});

test('a document type, a text without an end and XML that ends in the middle are refused', () => {
  expect(() => eventsOf('<!DOCTYPE a [<!ENTITY b "c">]><a/>', 1_000)).toThrow('A document type');
  expect(() => eventsOf(`<a b="${'c'.repeat(2 ** 20)}`, 2 ** 16)).toThrow('without an end');
  expect(() => eventsOf('<a><b', 1_000)).toThrow('ends in the middle');
});
