/**
 * Merging of two edits of one record over their common base, field by field. Pure functions: names and texts of fields
 * belong to the form.
 */

/** A field of a form, as one unit of decision. */
export interface MergeField {
  key: string;
  /**
   * Paths of its value in the form's values, as `retention.note`; several where they only make sense together. The key
   * by default.
   */
  paths?: readonly string[];
  /**
   * How a list is merged: `set` by each side's additions and removals; `list` too, but with an order. Left out, the
   * field is one value.
   */
  members?: 'set' | 'list';
}

/** The result for a field. `alike`: both changed it to the same; `joined`: the members of both sides. */
export type Outcome = 'same' | 'mine' | 'theirs' | 'alike' | 'joined' | 'conflict';

export interface Merged<Values> {
  /** The merged values; a conflict has theirs until it is decided. */
  values: Values;
  outcomes: ReadonlyMap<string, Outcome>;
}

/** The choice for a conflict; `text` is a combination of both. */
export type Choice = { take: 'theirs' } | { take: 'mine' } | { take: 'text'; text: string };

type Json = Record<string, unknown>;

/** A canonical form of a value: keys sorted, and all empty values equal. */
function canonical(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, canonical((value as Json)[key])]),
  );
}
const print = (value: unknown): string => JSON.stringify(canonical(value));

/** Whether two values have the same content. */
export const sameValue = (one: unknown, other: unknown): boolean => print(one) === print(other);

/** The index in a list of the member that a step of a path identifies, as `id=6f1c…`; -1: none. */
function placeOf(list: readonly unknown[], step: string): number {
  const [key = '', wanted] = step.split('=', 2);
  return list.findIndex((member) => (member as Json | null)?.[key] === wanted);
}

/** The value at a path, as `name.th` or `risks.id=6f1c….title`; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => {
    if (at === null || at === undefined) return undefined;
    return Array.isArray(at) && step.includes('=') ? at[placeOf(at, step)] : (at as Json)[step];
  }, values);
}

/** A list with a member replaced at the position of a path, or removed; a new one is appended. */
function withMember(list: readonly unknown[], step: string, rest: readonly string[], value: unknown): unknown[] {
  const place = placeOf(list, step);
  const member = rest.length === 0 ? value : withValue(list[place], rest.join('.'), value);
  if (place < 0) return member === undefined ? [...list] : [...list, member];
  return member === undefined ? list.toSpliced(place, 1) : list.with(place, member);
}

/** A copy of the values with another one at a path, or without it where it is undefined. */
export function withValue<Values>(values: Values, path: string, value: unknown): Values {
  const [head = '', ...rest] = path.split('.');
  if (head.includes('=')) return withMember((values as unknown[] | undefined) ?? [], head, rest, value) as Values;
  const inside = (values as Json | null | undefined) ?? {};
  const { [head]: before, ...others } = inside;
  const inner = rest.length === 0 ? value : withValue(before, rest.join('.'), value);
  // Existing members keep their positions.
  return (inner === undefined ? others : { ...inside, [head]: inner }) as Values;
}

const pathsOf = ({ key, paths }: MergeField): readonly string[] => paths ?? [key];
const partsOf = (values: unknown, field: MergeField): unknown[] => pathsOf(field).map((path) => valueAt(values, path));
/** The value of a field as text, equal for the same content: all its paths. */
export const printField = (values: unknown, field: MergeField): string => print(partsOf(values, field));
/** Top-level keys of the values that no field covers. */
function keysWithoutField(values: unknown, fields: readonly MergeField[]): string[] {
  const covered = new Set(fields.flatMap((field) => pathsOf(field).map((path) => path.split('.')[0])));
  return Object.keys(values as Json).filter((key) => !covered.has(key));
}
const copyField = <Values>(into: Values, from: unknown, field: MergeField): Values =>
  pathsOf(field).reduce((values, path) => withValue(values, path, valueAt(from, path)), into);

/**
 * The members of a list with both sides' additions and removals. Null where that is ambiguous: each side replaced the
 * same one, or each ordered them differently.
 */
export function joinMembers(
  base: readonly unknown[],
  theirs: readonly unknown[],
  mine: readonly unknown[],
  ordered: boolean,
): unknown[] | null {
  const [began, their, own] = [base, theirs, mine].map((list) => new Map(list.map((one) => [print(one), one]))) as [
    Map<string, unknown>,
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  const removed = [...began.keys()].filter((one) => !their.has(one) && !own.has(one));
  const added = (side: Map<string, unknown>) => [...side.keys()].filter((one) => !began.has(one));
  const [byThem, byMe] = [added(their), added(own)];
  const differently = (some: readonly string[], others: readonly string[]) => some.some((one) => !others.includes(one));
  if (removed.length > 0 && differently(byThem, byMe) && differently(byMe, byThem)) return null;
  const stay = (side: Map<string, unknown>) => [...side.keys()].filter((one) => their.has(one) && own.has(one));
  const [before, ofTheirs, ofMine] = [
    stay(began),
    stay(their).filter((one) => began.has(one)),
    stay(own).filter((one) => began.has(one)),
  ];
  const moved = (order: readonly string[]) => order.join() !== before.join();
  if (ordered && moved(ofTheirs) && moved(ofMine) && ofTheirs.join() !== ofMine.join()) return null;
  // The side that changed the order determines it; the other's new ones follow.
  const [first, second] = ordered && moved(ofMine) ? [own, their] : [their, own];
  const remaining = [...first].filter(([one]) => second.has(one) || !began.has(one));
  return [...remaining, ...[...second].filter(([one]) => !began.has(one) && !first.has(one))].map(([, one]) => one);
}

/** The result for one field, and its values by path. */
function settle(
  base: unknown,
  theirs: unknown,
  mine: unknown,
  field: MergeField,
): { outcome: Outcome; joined?: unknown[] } {
  const [began, their, own] = [base, theirs, mine].map((values) => partsOf(values, field)) as [
    unknown[],
    unknown[],
    unknown[],
  ];
  const [byThem, byMe] = [!sameValue(began, their), !sameValue(began, own)];
  if (!byThem) return { outcome: byMe ? 'mine' : 'same' };
  if (!byMe) return { outcome: 'theirs' };
  if (sameValue(their, own)) return { outcome: 'alike' };
  if (field.members && [began[0] ?? [], their[0], own[0]].every(Array.isArray)) {
    const joined = joinMembers(
      (began[0] ?? []) as unknown[],
      their[0] as unknown[],
      own[0] as unknown[],
      field.members === 'list',
    );
    if (joined) return { outcome: 'joined', joined };
  }
  return { outcome: 'conflict' };
}

/**
 * Merges two edits. A change of only one side is adopted; different changes of both are a conflict. Values without a
 * field are merged too, as a unit, and mine where both changed them.
 * @param base what both started from
 */
export function merge<Values>(
  base: Values,
  theirs: Values,
  mine: Values,
  fields: readonly MergeField[],
): Merged<Values> {
  const outcomes = new Map<string, Outcome>();
  let values = mine;
  for (const key of keysWithoutField(theirs, fields)) {
    if (settle(base, theirs, mine, { key }).outcome === 'theirs') values = withValue(values, key, valueAt(theirs, key));
  }
  for (const field of fields) {
    const { outcome, joined } = settle(base, theirs, mine, field);
    outcomes.set(field.key, outcome);
    if (joined) values = withValue(values, pathsOf(field)[0] as string, joined);
    else if (outcome === 'theirs' || outcome === 'conflict') values = copyField(values, theirs, field);
  }
  return { values, outcomes };
}

/** The merged values with the choice for every conflict; one without a choice stays as merged. */
export function settled<Values>(
  merged: Merged<Values>,
  mine: Values,
  fields: readonly MergeField[],
  choices: ReadonlyMap<string, Choice>,
): Values {
  return fields.reduce((values, field) => {
    const choice = choices.get(field.key);
    if (merged.outcomes.get(field.key) !== 'conflict' || !choice || choice.take === 'theirs') return values;
    return choice.take === 'mine'
      ? copyField(values, mine, field)
      : withValue(values, pathsOf(field)[0] as string, choice.text);
  }, merged.values);
}

/** Whether saving these values would change nothing of theirs. */
export const saysTheirs = (values: unknown, theirs: unknown, fields: readonly MergeField[]): boolean =>
  fields.every((field) => sameValue(partsOf(values, field), partsOf(theirs, field))) &&
  keysWithoutField(theirs, fields).every((key) => sameValue(valueAt(values, key), valueAt(theirs, key)));

/** Two texts one after the other, to be edited into one. Common parts occur once. */
export function bothTexts(theirs: string, mine: string): string {
  if (theirs.includes(mine)) return theirs;
  if (mine.includes(theirs)) return mine;
  return `${theirs}\n\n${mine}`;
}
