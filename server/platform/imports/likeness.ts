/** Letters of a heading that are compared: what is longer is none, and pairs are counted against pairs. */
const HEADING = 300;
/** A heading without what people add to it: marks, blanks, what stands in brackets. */
const plain = (text: string): string =>
  text
    .slice(0, HEADING)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
const pairs = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, place) => text.slice(place, place + 2));

/** How alike two short texts are, 0 to 1: twice the pairs of letters they share by all their pairs (Dice). */
export function likeness(one: string, other: string): number {
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
const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

export interface KnownField {
  key: string;
  /** Headings as we write them ourselves: one of these whole counts more than one without its brackets. */
  headings: readonly string[];
  /** Other headings that people give such a column. */
  aliases?: readonly string[];
}

/**
 * Suggests which column fills which field: the most alike first, each column and each field once.
 * Example: `suggester([{ key: 'uid', headings: ['UID'] }]).suggest(['uid', 'x']) // { uid: 0 }`
 */
export function suggester(fields: readonly KnownField[]) {
  const known = fields.map(({ key, headings, aliases = [] }) => ({
    key,
    names: [...headings, ...aliases].map(plain),
    exact: headings.map(folded),
  }));
  const best = (heading: string, own: (typeof known)[number]): number => {
    if (own.exact.includes(folded(heading))) return 2;
    const text = plain(heading);
    return Math.max(0, ...own.names.map((name) => likeness(text, name)));
  };
  function suggest(columns: readonly { index: number; heading: string }[]): Record<string, number> {
    const found: { key: string; index: number; score: number }[] = [];
    for (const { index, heading } of columns)
      for (const own of known) found.push({ key: own.key, index, score: best(heading, own) });
    const suggested: Record<string, number> = {};
    const used = new Set<number>();
    for (const { key, index, score } of found.toSorted((a, b) => b.score - a.score || a.index - b.index)) {
      if (score < ALIKE || used.has(index) || suggested[key] !== undefined) continue;
      suggested[key] = index;
      used.add(index);
    }
    return suggested;
  }
  return {
    suggest,
    /** How many known headings stand in a row. */
    scoreOf: (cells: readonly string[]): number =>
      Object.keys(suggest(cells.map((heading, index) => ({ index, heading: heading.slice(0, 300) })))).length,
  };
}
export type Suggester = ReturnType<typeof suggester>;
