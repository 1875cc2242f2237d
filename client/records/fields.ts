import type { DiffField } from '../ui/DiffView.tsx';
import { type Locale, LOCALES } from '../../shared/locale.ts';
import type { Bilingual } from '../../shared/text.ts';
import type { FormField } from './mergeFields.ts';
import type { Members } from './members.ts';
import { withValue } from './threeWay.ts';

/** What is needed to describe a record: the texts of its namespace, and their language. */
export interface Words {
  /** Keys are built from those of fields, so they are plain strings. */
  t: (key: string, values?: object) => string;
  locale: Locale;
}

/**
 * The kind of a field's value. `text` is long, two edits of it can be combined; `bilingual` and `bilingualText` are a
 * Thai and an English field; `set` is a list without an order; `group` is several values that only make sense together.
 */
export type FieldKind =
  | 'line'
  | 'text'
  | 'bilingual'
  | 'bilingualText'
  | 'yesNo'
  | 'choice'
  | 'number'
  | 'day'
  | 'set'
  | 'list'
  | 'group';

/** A field of a record, declared once for its form, its reading view, its merging and its problems. */
export interface FieldDescriptor<Content> {
  key: string;
  kind: FieldKind;
  /** Its section of the form and of the reading view. */
  section: string;
  /** Key of its label; `field.<key>` by default. */
  label?: string | ((content: Content | undefined) => string);
  /** Paths of its values in the form; by default its key. Empty: it is read-only. */
  paths?: readonly string[];
  /** Initial values of a new record, one for each path, where the kind has no default. */
  initial?: readonly unknown[];
  /** Its value as text; undefined where this content does not have it. A boolean is converted to text by the kit. */
  read: (content: Content, words: Words) => string | boolean | Bilingual | undefined;
  /** Whether it has a meaning in this content; always by default. */
  applies?: (content: Content) => boolean;
  /** Distinguishes two values with the same text. */
  identity?: (content: Content) => string;
  /** The field that it is merged as a part of. */
  partOf?: string;
  /** It is named in the confirmation of publishing. */
  inSummary?: true;
  /** The name of a problem somewhere inside it; its label by default. `rest`: the path from the field on. */
  problemLabel?: (rest: readonly (string | number)[], words: Words) => string | undefined;
  /** Of a list whose members have ids (`membersOf`): two edits are merged, and compared, in the fields of each. */
  members?: Members<Content>;
}

/** A field as text. */
export interface ReadField {
  key: string;
  section: string;
  label: string;
  text: string;
}

/** One text of a field: the field itself, or one language of it. */
interface Part<Content> {
  field: FieldDescriptor<Content>;
  key: string;
  paths: readonly string[];
  label: (content: Content | undefined, words: Words) => string;
  read: (content: Content, words: Words) => string | undefined;
}

const pathsOf = <Content>({ key, paths }: FieldDescriptor<Content>): readonly string[] => paths ?? [key];
const isBilingual = ({ kind }: { kind: FieldKind }): boolean => kind === 'bilingual' || kind === 'bilingualText';
const isLong = ({ kind }: { kind: FieldKind }): boolean => kind === 'text' || kind === 'bilingualText';

function partsOf<Content>(field: FieldDescriptor<Content>): Part<Content>[] {
  const paths = pathsOf(field);
  const label = (content: Content | undefined, { t }: Words) =>
    t((typeof field.label === 'function' ? field.label(content) : field.label) ?? `field.${field.key}`);
  if (!isBilingual(field)) {
    const read = (content: Content, words: Words) => {
      const value = field.read(content, words);
      if (typeof value === 'boolean') return words.t(value ? 'common:yes' : 'common:no');
      return value as string | undefined;
    };
    return [{ field, key: field.key, paths, label, read }];
  }
  return LOCALES.map((locale) => ({
    field,
    key: `${field.key}.${locale}`,
    paths: paths.map((path) => `${path}.${locale}`),
    label: (content, words) => words.t(`versionedRecord:language.${locale}`, { field: label(content, words) }),
    read: (content, words) => (field.read(content, words) as Bilingual | undefined)?.[locale],
  }));
}

const INITIAL: Record<FieldKind, unknown> = {
  line: '',
  text: '',
  bilingual: { th: '', en: '' },
  bilingualText: { th: '', en: '' },
  yesNo: false,
  choice: null,
  number: null,
  day: null,
  set: [],
  list: [],
  group: null,
};

/**
 * The parts of a list whose members have ids, in some contents: the fields of a member that all of them have, otherwise
 * the entire member. Parts of other fields unchanged.
 */
function memberParts<Content>(field: FieldDescriptor<Content>, contents: readonly Content[]): Part<Content>[] {
  const { members } = field;
  if (!members) return partsOf(field);
  const ids = [...new Set(contents.flatMap((content) => members.idsOf(content)))];
  return ids.flatMap((id) => {
    const nameOf = (content: Content | undefined, words: Words) =>
      [content, ...contents].map((one) => one && members.name(one, id, words)).find(Boolean) ?? '';
    const path = `${pathsOf(field)[0]}.${members.by}=${id}`;
    const parts = members.fieldsOf(id).flatMap(partsOf);
    if (contents.every((content) => members.idsOf(content).includes(id)))
      return parts.map((part) => ({
        ...part,
        key: `${field.key}.${id}.${part.key}`,
        paths: part.paths.map((own) => `${path}.${own}`),
        label: (content, words) => `${nameOf(content, words)}: ${part.label(content, words)}`,
      }));
    return [
      {
        field: { key: field.key, kind: 'group', section: field.section, read: field.read },
        key: `${field.key}.${id}`,
        paths: [path],
        label: nameOf,
        read: (content, words) =>
          parts
            .map((part) => [part.label(content, words), part.read(content, words)])
            .filter(([, text]) => text)
            .map((line) => line.join(': '))
            .join('\n'),
      },
    ];
  });
}

/** The initial values of the form of a new record. */
export function initialValues<Values>(fields: readonly FieldDescriptor<never>[]): Values {
  let values = {} as Values;
  for (const field of fields) {
    for (const [index, path] of pathsOf(field).entries())
      values = withValue(values, path, field.initial ? field.initial[index] : INITIAL[field.kind]);
  }
  return values;
}

/** Every field that a content has, as text, in the order of the form. */
export function readFields<Content>(
  fields: readonly FieldDescriptor<Content>[],
  content: Content,
  words: Words,
): ReadField[] {
  return fields
    .filter((field) => field.applies?.(content) ?? true)
    .flatMap(partsOf)
    .flatMap(({ field, key, label, read }) => {
      const text = read(content, words);
      return text === undefined ? [] : { key, section: field.section, label: label(content, words), text };
    });
}

/** Two contents field by field. Fields that only one of them has are left out. */
export function differences<Content>(
  fields: readonly FieldDescriptor<Content>[],
  before: Content,
  after: Content,
  words: Words,
): DiffField[] {
  return fields
    .filter((field) => !field.applies || field.applies(before) || field.applies(after))
    .flatMap((field) => memberParts(field, [before, after]))
    .flatMap(({ field: { identity, applies }, key, label, read }) => {
      const text = (content: Content) => (applies && !applies(content) ? '' : read(content, words));
      const [old, now] = [text(before), text(after)];
      if (old === undefined || now === undefined) return [];
      const isOther = identity !== undefined && old === now && identity(before) !== identity(after);
      return {
        key,
        label: label(after, words),
        before: isOther ? identity(before) : old,
        after: isOther ? identity(after) : now,
      };
    });
}

/**
 * The fields of the form, for merging two edits of a record.
 * @param contentOf converts form values to content
 * @param theirs the newer record
 */
export function mergeFields<Content, Values>(
  fields: readonly FieldDescriptor<Content>[],
  contentOf: (values: Values) => Content,
  theirs: Content,
  words: Words,
): FormField<Values>[] {
  const parts = fields.flatMap(partsOf);
  const formField = ({ field, key, paths, label, read }: Part<Content>): FormField<Values> => {
    const joined = parts.filter((part) => part.field.partOf === key);
    return {
      key,
      paths,
      label: label(theirs, words),
      ...((field.kind === 'set' || field.kind === 'list') && { members: field.kind }),
      ...(isLong(field) && { long: true }),
      ...(field.members && {
        memberFields: (sides) => memberParts(field, sides.map(contentOf)).map(formField),
      }),
      text: (values) => {
        const content = contentOf(values);
        if (field.identity) return field.identity(content);
        return [read(content, words), ...joined.map((part) => part.read(content, words))].filter(Boolean).join('\n');
      },
    };
  };
  return parts
    .filter(({ field, paths, read }) => !field.partOf && paths.length > 0 && read(theirs, words) !== undefined)
    .map(formField);
}

/** The name of a problem's field: the field whose path is the longest prefix of the problem's. */
export function problemLabel<Content>(
  fields: readonly FieldDescriptor<Content>[],
  path: readonly (string | number)[],
  content: Content | undefined,
  words: Words,
): string {
  let best: { part: Part<Content>; length: number } | undefined;
  for (const part of fields.flatMap(partsOf)) {
    for (const own of [...part.paths, part.field.key]) {
      const steps = own.split('.');
      const fits = steps.every((step, index) => step === String(path[index]));
      if (fits && steps.length > (best?.length ?? 0)) best = { part, length: steps.length };
    }
  }
  if (!best) return path.join('.');
  const { part, length } = best;
  return part.field.problemLabel?.(path.slice(length), words) ?? part.label(content, words);
}
