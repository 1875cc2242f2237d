import { globSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../../shared/locales');

/** Paths and texts of an object of texts: `status.done`. */
const entriesOf = (texts: object, before: string[] = []): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]: [string, string | object]) =>
    typeof text === 'string' ? [[[...before, key].join('.'), text]] : entriesOf(text, [...before, key]),
  );

/** A text of a locale file: namespace (`pages/incident` for titles), path and text. */
export interface LocaleText {
  namespace: string;
  key: string;
  text: string;
}

/** All texts of a language. */
export async function textsOf(locale: 'th' | 'en'): Promise<LocaleText[]> {
  const files = globSync(`${locale}/**/*.ts`, { cwd: LOCALES });
  const all = await Promise.all(
    files.map(async (file) => {
      const { default: texts } = (await import(/* @vite-ignore */ join(LOCALES, file))) as { default: object };
      const namespace = file.slice(locale.length + 1, -'.ts'.length);
      return entriesOf(texts).map(([key, text]) => ({ namespace, key, text }));
    }),
  );
  return all.flat();
}

const known = new Set<string>();
const namespaces = new Set<string>();
for (const { namespace, key } of await textsOf('th')) {
  namespaces.add(namespace);
  const plain = key.replace(/_(one|other)$/, '');
  known.add(`${namespace.startsWith('pages/') ? 'pages' : namespace}:${plain}`);
  if (plain.includes('.')) known.add(plain);
}

/** Whether a text is the key of a text (`errors:required`, `refusal.incomplete`), or looks like one of a namespace. */
export const isKey = (text: string): boolean =>
  known.has(text) || (namespaces.has(text.split(':')[0]!) && /^\w+:[a-z]\w*(\.\w+)*$/i.test(text));

/** Whether a key with its namespace has a text. */
export const hasText = (key: string): boolean => known.has(key);
