import { type MergeField, type Outcome, sameValue, valueAt } from './threeWay.ts';

/** A field of a form: its merging, its name and its text. Declared once for merging, comparing and copying. */
export interface FormField<Values> extends MergeField {
  label: string;
  /** Its value as text. */
  text: (values: Values) => string;
  /** A text that can be long, at one path: both sides can be combined. */
  long?: boolean;
  /** Of a list whose members have ids: the fields of its members, in these values. */
  memberFields?: (sides: readonly Values[]) => readonly FormField<Values>[];
}

/** The fields by which edits are merged: instead of a list whose members have ids, those of each member. */
export const withMembers = <Values>(
  fields: readonly FormField<Values>[],
  ...sides: readonly Values[]
): readonly FormField<Values>[] => fields.flatMap((field) => field.memberFields?.(sides) ?? [field]);

/** Whether the field has the same value in both. */
export const sameField = (one: unknown, other: unknown, { key, paths = [key] }: MergeField): boolean =>
  paths.every((path) => sameValue(valueAt(one, path), valueAt(other, path)));

/** Labels of the fields with one of these outcomes, in the order of the form. */
export const labelsOf = <Values>(
  fields: readonly FormField<Values>[],
  outcomes: ReadonlyMap<string, Outcome>,
  ...wanted: Outcome[]
): string[] => fields.filter(({ key }) => wanted.includes(outcomes.get(key) as Outcome)).map(({ label }) => label);

/** The input since the form was opened, as text to be pasted elsewhere: each changed field with its label. */
export const typedText = <Values>(fields: readonly FormField<Values>[], base: Values, mine: Values): string =>
  fields
    .filter((field) => !sameField(base, mine, field))
    .map(({ label, text }) => `${label}\n${text(mine)}`)
    .join('\n\n');
