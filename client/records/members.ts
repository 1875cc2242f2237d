import type { FieldDescriptor, Words } from './fields.ts';

/** The members of a list in a content. */
export interface Members<Content> {
  /** The property with its id. */
  by: string;
  idsOf: (content: Content) => readonly string[];
  /** The name of a member; undefined where this content does not have it. */
  name: (content: Content, id: string, words: Words) => string | undefined;
  /** Of one member, `paths` from the member on; each with its own label. */
  fieldsOf: (id: string) => readonly FieldDescriptor<Content>[];
}

/**
 * A list whose members have ids, as `members` of its field.
 * @param by the property with its id
 * @param fields the fields of a member
 */
export function membersOf<Content, Member>({
  by,
  list,
  name,
  nameOf,
  fields,
}: {
  by: keyof Member & string;
  /** Undefined: the content is not known. */
  list: (content: Content) => readonly Member[] | undefined;
  name: (member: Member, content: Content, words: Words) => string;
  /** The name of something that is no member yet, such as a question without an answer; left out: none. */
  nameOf?: (id: string, content: Content, words: Words) => string;
  fields: readonly FieldDescriptor<{ member: Member; content: Content }>[];
}): Members<Content> {
  const find = (content: Content, id: string) => list(content)?.find((member) => member[by] === id);
  return {
    by,
    idsOf: (content) => (list(content) ?? []).map((member) => member[by] as string),
    name: (content, id, words) => {
      const member = find(content, id);
      return member ? name(member, content, words) : nameOf?.(id, content, words);
    },
    fieldsOf: (id) =>
      fields.map(({ key, kind, section, label, paths, read }) => ({
        key,
        kind,
        section,
        ...(typeof label === 'string' && { label }),
        ...(paths && { paths }),
        read: (content, words) => {
          const member = find(content, id);
          return member && read({ member, content }, words);
        },
      })),
  };
}
