/** Letters of a heading that are compared: what is longer is none. */
const HEADING = 300;
/** A heading without what people add to it: marks, blanks, what stands in brackets. */
const plain = (text: string): string =>
  text
    .slice(0, HEADING)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** A short text, and how often each pair of neighbouring letters stands in it. */
export interface Compared {
  readonly text: string;
  readonly pairs: ReadonlyMap<string, number>;
  readonly size: number;
}

/** Prepares a text that is compared with many. */
export function compared(text: string): Compared {
  const pairs = new Map<string, number>();
  const size = Math.max(0, text.length - 1);
  for (let place = 0; place < size; place += 1) {
    const pair = text.slice(place, place + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { text, pairs, size };
}

/**
 * How alike two short texts are, 0 to 1: twice the pairs of letters they share by all their pairs (Dice); 0 where that
 * is below `least`, mostly without looking at the letters.
 */
export function likeness(one: Compared, other: Compared, least: number): number {
  if (one.text === '' || other.text === '') return 0;
  if (one.text === other.text) return 1;
  const all = one.size + other.size;
  if (all === 0 || (2 * Math.min(one.size, other.size)) / all < least) return 0;
  let shared = 0;
  for (const [pair, count] of one.pairs) shared += Math.min(count, other.pairs.get(pair) ?? 0);
  const share = (2 * shared) / all;
  return share < least ? 0 : share;
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
    names: [...headings, ...aliases].map((name) => compared(plain(name))),
    exact: headings.map(folded),
  }));
  function suggest(columns: readonly { index: number; heading: string }[]): Record<string, number> {
    const found: { key: string; index: number; score: number }[] = [];
    for (const { index, heading } of columns) {
      const exact = folded(heading);
      const text = compared(plain(heading));
      for (const own of known) {
        const score = own.exact.includes(exact)
          ? 2
          : Math.max(0, ...own.names.map((name) => likeness(text, name, ALIKE)));
        if (score > 0) found.push({ key: own.key, index, score });
      }
    }
    const suggested: Record<string, number> = {};
    const used = new Set<number>();
    for (const { key, index } of found.toSorted((a, b) => b.score - a.score || a.index - b.index)) {
      if (used.has(index) || suggested[key] !== undefined) continue;
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
