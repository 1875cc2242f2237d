import { type MergeField, type Outcome, sameValue, valueAt } from './threeWay.ts';

/**
 * A field of a form: how it is merged, what it is called and how it reads. Declared once for merging, comparing and
 * copying.
 */
export interface FormField<Values> extends MergeField {
  label: string;
  /** Its value in words. */
  text: (values: Values) => string;
  /** A text that may be long, at one path: both can be edited into one. */
  long?: boolean;
  /** Of a list whose members are known by an id: the fields of its members, in these values. */
  memberFields?: (sides: readonly Values[]) => readonly FormField<Values>[];
}

/** The fields by which edits are merged: in place of a list whose members are known by an id, those of each member. */
export const withMembers = <Values>(
  fields: readonly FormField<Values>[],
  ...sides: readonly Values[]
): readonly FormField<Values>[] => fields.flatMap((field) => field.memberFields?.(sides) ?? [field]);

/** Whether the field reads the same in both, by its values. */
export const sameField = (one: unknown, other: unknown, { key, paths = [key] }: MergeField): boolean =>
  paths.every((path) => sameValue(valueAt(one, path), valueAt(other, path)));

/** Labels of the fields with one of these outcomes, in the order of the form. */
export const labelsOf = <Values>(
  fields: readonly FormField<Values>[],
  outcomes: ReadonlyMap<string, Outcome>,
  ...wanted: Outcome[]
): string[] => fields.filter(({ key }) => wanted.includes(outcomes.get(key) as Outcome)).map(({ label }) => label);

/** What was typed since the form began, in words, to be put elsewhere: each changed field with its label. */
export const typedText = <Values>(fields: readonly FormField<Values>[], base: Values, mine: Values): string =>
  fields
    .filter((field) => !sameField(base, mine, field))
    .map(({ label, text }) => `${label}\n${text(mine)}`)
    .join('\n\n');
