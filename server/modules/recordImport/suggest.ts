import type { ImportColumn } from '../../../shared/recordImport.ts';
import { FIELDS } from './sheet.ts';

/** A heading without what people add to it: marks, blanks, what stands in brackets. */
const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\([^)]*\)|\[[^\]]*\]/g, ' ').replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
const pairs = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, place) => text.slice(place, place + 2));

/** How alike two headings are, 0 to 1: twice the pairs of letters they share by all their pairs (Dice). */
function likeness(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const left = pairs(one);
  const right = pairs(other);
  if (left.length === 0 || right.length === 0) return 0;
  let shared = 0;
  const free = [...right];
  for (const pair of left) {
    const place = free.indexOf(pair);
    if (place < 0) continue;
    free.splice(place, 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}

/** Below this, headings only look alike by chance. */
const ALIKE = 0.72;
const names = FIELDS.map(({ key, heading, aliases = [] }) => ({ key, names: [heading.th, heading.en, ...aliases].map(plain), whole: [heading.th, heading.en].map((text) => text.normalize('NFC').trim().toLowerCase()) }));

const best = (heading: string, own: (typeof names)[number]): number => {
  // The whole heading as we write it counts more than one without its brackets.
  if (own.whole.includes(heading.normalize('NFC').trim().toLowerCase())) return 2;
  const text = plain(heading);
  return Math.max(0, ...own.names.map((name) => likeness(text, name)));
};

/** Which column fills which field: the most alike first, each column and each field once. */
export function suggest(columns: readonly ImportColumn[]): Record<string, number> {
  const found: { key: string; index: number; score: number }[] = [];
  for (const { index, heading } of columns) for (const own of names) found.push({ key: own.key, index, score: best(heading, own) });
  const fields: Record<string, number> = {};
  const taken = new Set<number>();
  for (const { key, index, score } of found.toSorted((a, b) => b.score - a.score || a.index - b.index)) {
    if (score < ALIKE || taken.has(index) || fields[key] !== undefined) continue;
    fields[key] = index;
    taken.add(index);
  }
  return fields;
}

/** How many known headings stand in a row. */
export const scoreOf = (cells: readonly string[]): number => Object.keys(suggest(cells.map((heading, index) => ({ index, heading: heading.slice(0, 300), samples: [] })))).length;
