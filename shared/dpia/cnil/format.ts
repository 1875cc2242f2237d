/** A file of the PIA application of the CNIL (LINCnil/pia): what it is made of, and within which bounds it is read. */

/** Bytes of a file, levels of what is nested in it, entries of one of its lists, and names of one of its objects. */
export const CNIL_LIMITS = { bytes: 900_000, depth: 32, entries: 1000, names: 300 } as const;

const CNIL_PROBLEMS = ['size', 'depth', 'json', 'form', 'several', 'entries'] as const;
export type CnilProblem = (typeof CNIL_PROBLEMS)[number];

/** What is no file of that application, or too much of one. */
export class CnilUnreadable extends Error {
  readonly problem: CnilProblem;
  constructor(problem: CnilProblem) {
    super(`no file of the CNIL application: ${problem}`);
    this.problem = problem;
  }
}

export type Json = Record<string, unknown>;

const CNIL_LISTS = ['answers', 'measures', 'evaluations', 'comments'] as const;
export type CnilList = (typeof CNIL_LISTS)[number];

/** A file as it is read: only its outline is known, every value of it is still anything. */
export interface CnilFile extends Readonly<Record<CnilList, readonly unknown[]>> {
  readonly pia: Json;
  /** What stands beside these, by its name. */
  readonly rest: Json;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own value; never what an object inherits. */
export const valueOf = (object: Json, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** An object without some of its own values. */
export const without = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** How deep brackets outside of texts are nested; it looks at each letter once. */
function depthOf(text: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, (depth += 1));
    else if (letter === '}' || letter === ']') depth -= 1;
  }
  return deepest;
}

function parsed(text: string): unknown {
  if (new TextEncoder().encode(text).length > CNIL_LIMITS.bytes) throw new CnilUnreadable('size');
  if (depthOf(text) > CNIL_LIMITS.depth) throw new CnilUnreadable('depth');
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CnilUnreadable('json');
  }
}

/** The only one of a list, as servers of that application write them. */
function onlyOne(root: unknown): unknown {
  if (!Array.isArray(root)) return root;
  if (root.length > 1) throw new CnilUnreadable('several');
  return root[0];
}

function listIn(root: Json, name: CnilList): readonly unknown[] {
  const list = valueOf(root, name) ?? [];
  if (!Array.isArray(list)) throw new CnilUnreadable('form');
  if (list.length > CNIL_LIMITS.entries) throw new CnilUnreadable('entries');
  return list;
}

/**
 * Reads a file: with its facts under `pia` as the application writes it, or beside its lists, alone or in a list, as
 * servers of it do. @throws CnilUnreadable
 */
export function readCnil(text: string): CnilFile {
  const root = onlyOne(parsed(text));
  if (!isObject(root)) throw new CnilUnreadable('form');
  const lists = Object.fromEntries(CNIL_LISTS.map((name) => [name, listIn(root, name)])) as Record<
    CnilList,
    readonly unknown[]
  >;
  const others = without(root, CNIL_LISTS);
  const isFlat = !Object.hasOwn(others, 'pia');
  const pia = isFlat ? without(others, [EXTENSION]) : others.pia;
  const rest = isFlat ? without(others, Object.keys(pia as Json)) : without(others, ['pia']);
  if (!isObject(pia) || (isFlat && typeof valueOf(pia, 'name') !== 'string')) throw new CnilUnreadable('form');
  if ([pia, rest].some((object) => Object.keys(object).length > CNIL_LIMITS.names)) throw new CnilUnreadable('entries');
  return { pia, rest, ...lists };
}

/** Where a file carries what that application has no place for; its importer reads other names alone. */
export const EXTENSION = 'pokpong';
