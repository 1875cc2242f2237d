import type { DiffField } from '../ui/DiffView.tsx';
import type { Locale } from '../../shared/locale.ts';
import type { Bilingual } from '../../shared/text.ts';
import type { FormField } from './mergeFields.ts';
import type { Members } from './members.ts';
import { withValue } from './threeWay.ts';

/** What puts a record in words: the texts of its namespace, and the language they are in. */
export interface Words {
  /** Keys are put together from those of fields, so they are plain strings. */
  t: (key: string, values?: object) => string;
  locale: Locale;
}

/** A name in the language of the reader, or in the other one where it has none; empty without a name. */
export const nameIn = ({ locale }: Pick<Words, 'locale'>, name: Bilingual | null | undefined): string =>
  name ? name[locale] || name.th || name.en : '';

/**
 * What a field holds. `text` is long, both edits of it can be made into one; `bilingual` and `bilingualText` stand for
 * a Thai and an English field; `set` is a list whose order means nothing; `group` is several values that only make
 * sense together.
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

/** A field of a record, declared once for its form, its reading, its merging and its problems. */
export interface FieldDescriptor<Content> {
  key: string;
  kind: FieldKind;
  /** The section of the form and of the reading view that it stands in. */
  section: string;
  /** Key of its label; `field.<key>` unless given. */
  label?: string | ((content: Content | undefined) => string);
  /** Where its values stand in the form; under its key unless given. Empty: it is read only. */
  paths?: readonly string[];
  /** What a new record holds, one for each path, where the kind does not say it. */
  initial?: readonly unknown[];
  /** How it reads; undefined where this content does not tell it. A yes or no is put in words by the kit. */
  read: (content: Content, words: Words) => string | boolean | Bilingual | undefined;
  /** Whether it means anything in this content; always unless given. */
  applies?: (content: Content) => boolean;
  /** What tells two values apart that read the same. */
  identity?: (content: Content) => string;
  /** The field that it is merged as a part of. */
  partOf?: string;
  /** It is named where somebody confirms to publish. */
  inSummary?: true;
  /** What a problem somewhere inside it is called; its label unless given. `rest`: the path from the field on. */
  problemLabel?: (rest: readonly (string | number)[], words: Words) => string | undefined;
  /** Of a list whose members are known by an id (`membersOf`): two edits are merged, and compared, in the fields of each. */
  members?: Members<Content>;
}

/** A field in words. */
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
  return (['th', 'en'] as const).map((locale) => ({
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
 * The parts of a list whose members are known by an id, in some contents: the fields of a member that all of them hold,
 * else the member as a whole. Parts of other fields as they are.
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

/** The values that the form of a new record begins with. */
export function initialValues<Values>(fields: readonly FieldDescriptor<never>[]): Values {
  let values = {} as Values;
  for (const field of fields) {
    for (const [index, path] of pathsOf(field).entries())
      values = withValue(values, path, field.initial ? field.initial[index] : INITIAL[field.kind]);
  }
  return values;
}

/** Every field that a content tells, in words, in the order of the form. */
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

/** Two contents field by field. What only one of them can tell is left out. */
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
 * The fields of the form, as two edits of a record are merged by them.
 * @param contentOf what typed values read like
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

/** What the field of a problem is called: the field whose path is the longest beginning of the problem's. */
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
