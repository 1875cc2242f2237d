import type { Bilingual } from '../text.ts';

/** What a template may name; it is put in when somebody answers a right. */
export const MERGE_FIELDS = [
  'reference',
  'name',
  'right',
  'application',
  'received',
  'due',
  'newDue',
  'section',
  'ground',
  'controller',
  'contact',
  'authority',
  'today',
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];
/** Values by field, in one language; a field without one has nothing to say. */
export type MergeValues = Readonly<Partial<Record<MergeField, string>>>;

/** A field as it is written in a text. */
export const tokenOf = (field: MergeField): string => `{${field}}`;
const TOKEN = /\{([A-Za-z]{1,40})\}/g;
const isField = (name: string): name is MergeField => (MERGE_FIELDS as readonly string[]).includes(name);

/** Names in braces that are no fields, each once. */
export const unknownFields = (text: string): string[] => [
  ...new Set([...text.matchAll(TOKEN)].flatMap(([, name]) => (isField(name!) ? [] : [name!]))),
];

/**
 * A text with the values of its fields. Where there is no value, `blank` says what to write in its place.
 * @returns also the fields without a value, each once
 */
export function merge(
  text: string,
  values: MergeValues,
  blank: (field: MergeField) => string,
): { text: string; missing: MergeField[] } {
  const missing = new Set<MergeField>();
  const merged = text.replace(TOKEN, (token, name: string) => {
    if (!isField(name)) return token;
    const value = values[name];
    if (value) return value;
    missing.add(name);
    return blank(name);
  });
  return { text: merged, missing: [...missing] };
}

/** The Office of the Committee, to which section 73 lets people complain; a workspace may add its address. */
export const AUTHORITY: Bilingual = {
  th: 'สำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล (สคส.) www.pdpc.or.th',
  en: 'Office of the Personal Data Protection Committee (PDPC), www.pdpc.or.th',
};
