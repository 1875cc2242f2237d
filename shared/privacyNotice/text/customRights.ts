import type { Words } from './facts.ts';

/** Keys of sentences about rights in the notice's own words; an earlier release put the place of the line behind. */
const KEY = 'notice.rights.custom';
const FORMER = /^notice\.rights\.custom\d+$/;

/** FNV-1a, 32 bits in hex: enough to tell the lines of one notice apart. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** What the key of a line's sentence ends with: it stays with the line, whatever stands above it. */
export const customPart = ({ th, en }: Words): string => `custom.${shortHash(`${th}\n${en}`)}`;

/** Keys of such sentences, in their order, each with the one that an earlier release gave it. */
export const formerCustomKeys = (sentences: readonly { readonly key: string }[]): { key: string; former: string }[] =>
  sentences.filter(({ key }) => key.startsWith(`${KEY}.`)).map(({ key }, place) => ({ key, former: `${KEY}${place}` }));

/** The key that a sentence of a published version has now. `text`: what it says by the register, which is the line. */
export const customKey = (key: string, text: Words): string =>
  FORMER.test(key) ? `notice.rights.${customPart(text)}` : key;
