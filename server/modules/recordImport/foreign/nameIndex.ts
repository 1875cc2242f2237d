import { type ImportField, listOf as listName } from '../../../../shared/recordImport/schema.ts';
import { inGroup } from '../../../../shared/ropa/cellText.ts';
import { likeness } from '../../../platform/imports/likeness.ts';
import { folded } from '../facts.ts';
import type { Known } from '../known.ts';
import { bare } from './synonyms.ts';

/** Below this, names are those of different things. */
const NEAR = 0.85;
/** Texts whose likeness to every name of a list is looked for; names that are met more often are known by then. */
const LOOKS = 2000;

/** How alike texts of these lengths can be at most. */
const alike = (one: number, other: number): number => (2 * Math.min(one, other)) / (one + other);

interface Name {
  text: string;
  plain: string;
}

/** The names of a workspace by the fields that hold them. */
export interface NameIndex {
  has(field: ImportField, text: string): boolean;
  /** The name that is nearly the same. */
  near(field: ImportField, text: string): string | undefined;
  /** An attribute with its category, as a cell has it. */
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
      list = { names: texts.map((text) => ({ text, plain: bare(text) })), folded: new Set(texts.map(folded)) };
      lists.set(key, list);
    }
    return list;
  };
  const attributeNames = [...attributes].map(([plain, text]) => ({ text, plain }));
  let looks = 0;
  const nearest = (text: string, names: readonly Name[]): string | undefined => {
    if ((looks += 1) > LOOKS) return undefined;
    const plain = bare(text);
    let best: { text: string; score: number } = { text: '', score: 0 };
    for (const name of names) {
      // Texts of such different lengths cannot be as alike as that.
      if (alike(plain.length, name.plain.length) < NEAR) continue;
      const score = likeness(plain, name.plain);
      if (score > best.score) best = { text: name.text, score };
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
