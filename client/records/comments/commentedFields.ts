import type { FieldDescriptor, Words } from '../fields.ts';

/** The field of a path: the one with the longest matching prefix. */
const fieldOf = <Content>(
  fields: readonly FieldDescriptor<Content>[],
  path: string,
): FieldDescriptor<Content> | undefined =>
  fields
    .filter(({ key }) => path === key || path.startsWith(`${key}.`))
    .sort((one, other) => other.key.length - one.key.length)[0];

const isPlace = (step: string | undefined): boolean => step !== undefined && /^\d+$/.test(step);

/**
 * The field of a form in the terms of comments: a member of a list by its id, since its position changes.
 * @param read a value of the form by its path
 * @returns null where it is no field of the record
 */
export function commentedField<Content>(
  fields: readonly FieldDescriptor<Content>[],
  path: string,
  read: (path: string) => unknown,
): string | null {
  const field = fieldOf(fields, path);
  if (!field) return null;
  const [place, ...rest] = path.slice(field.key.length + 1).split('.');
  if (!field.members || !isPlace(place)) return path;
  const member = read(`${field.key}.${place}`) as Readonly<Record<string, unknown>> | undefined;
  const id = member?.[field.members.by];
  return typeof id === 'string' ? [field.key, id, ...rest].join('.') : null;
}

/** The name of a comment's field; undefined where this content does not have it. */
export function commentedLabel<Content>(
  fields: readonly FieldDescriptor<Content>[],
  commented: string,
  content: Content,
  words: Words,
): string | undefined {
  const field = fieldOf(fields, commented);
  if (!field) return undefined;
  const labelOf = ({ key, label }: FieldDescriptor<Content>) =>
    words.t((typeof label === 'function' ? label(content) : label) ?? `field.${key}`);
  const [id, ...rest] = commented.slice(field.key.length + 1).split('.');
  if (!field.members || !id) return labelOf(field);
  const part = fieldOf(field.members.fieldsOf(id), rest.join('.'));
  return [field.members.name(content, id, words) || labelOf(field), part && labelOf(part)].filter(Boolean).join(' · ');
}
