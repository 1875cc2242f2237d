import { type ImportField, listOf as listName } from '../../../../shared/recordImport/schema.ts';
import { inGroup } from '../../../../shared/ropa/cellText.ts';
import { compared, likeness } from '../../../platform/imports/likeness.ts';
import { folded } from '../facts.ts';
import type { Known } from '../known.ts';
import { bare } from './synonyms.ts';

/** Below this similarity, names are of different things. */
const NEAR = 0.85;
/** Texts for which similar names are searched; more frequent texts are in the cache by then. */
const LOOKS = 2000;

/** The maximum similarity of texts with these lengths. */
const alike = (one: number, other: number): number => (2 * Math.min(one, other)) / (one + other);

interface Name {
  readonly text: string;
  /** Prepared once: it is compared with many. */
  readonly own: ReturnType<typeof compared>;
}

const nameOf = (text: string, plain: string): Name => ({ text, own: compared(plain) });

/** The names of a workspace by the fields that can hold them. */
export interface NameIndex {
  has(field: ImportField, text: string): boolean;
  /** The most similar name. */
  near(field: ImportField, text: string): string | undefined;
  /** An attribute with its category, in the form of a cell. */
  attribute(text: string, exact: boolean): string | undefined;
}

/** Indexes the names that a workspace has. */
export function nameIndex(known: Known): NameIndex {
  const attributes = new Map<string, string>();
  for (const { category, name } of known.attributes)
    for (const own of [name.th, name.en])
      if (own && !attributes.has(bare(own))) attributes.set(bare(own), `${inGroup(category)}: ${inGroup(name.th)}`);
  const lists = new Map<string, { names: readonly Name[]; folded: ReadonlySet<string> }>();
  const listOf = (field: ImportField) => {
    const key = listName(field);
    let list = lists.get(key);
    if (!list) {
      const texts = known.namesOf(key);
      list = { names: texts.map((text) => nameOf(text, bare(text))), folded: new Set(texts.map(folded)) };
      lists.set(key, list);
    }
    return list;
  };
  const attributeNames = [...attributes].map(([plain, text]) => nameOf(text, plain));
  let looks = 0;
  const nearest = (text: string, names: readonly Name[]): string | undefined => {
    if ((looks += 1) > LOOKS) return undefined;
    const own = compared(bare(text));
    let best: { text: string; score: number } = { text: '', score: 0 };
    for (const { text: name, own: other } of names) {
      // Texts with such different lengths cannot reach that similarity.
      if (alike(own.text.length, other.text.length) < NEAR) continue;
      const score = likeness(own, other, NEAR);
      if (score > best.score) best = { text: name, score };
    }
    return best.score >= NEAR ? best.text : undefined;
  };
  return {
    has: (field, text) => listOf(field).folded.has(folded(text)),
    near: (field, text) => nearest(text, listOf(field).names),
    attribute(text, exact) {
      const found = attributes.get(bare(text));
      if (found !== undefined || exact) return found;
      return nearest(text, attributeNames);
    },
  };
}
