import { readdirSync } from 'node:fs';
import { createInstance } from 'i18next';
import type { Locale } from '../../shared/locale.ts';

/** All texts of a language: each file of its folder is a namespace; those of `pages/` are one together. */
async function textsOf(locale: Locale): Promise<Record<string, object>> {
  const folder = new URL(`../../shared/locales/${locale}/`, import.meta.url);
  const filesOf = (path: string) => readdirSync(new URL(path, folder)).filter((file) => file.endsWith('.ts'));
  const read = async (path: string) =>
    ((await import(/* @vite-ignore */ new URL(path, folder).href)) as { default: object }).default;
  const namespaces = filesOf('.').map(async (file) => [file.slice(0, -'.ts'.length), await read(file)] as const);
  const titles = filesOf('pages/').map((file) => read(`pages/${file}`));
  return {
    ...Object.fromEntries(await Promise.all(namespaces)),
    pages: Object.assign({}, ...(await Promise.all(titles))),
  };
}

const [th, en] = await Promise.all([textsOf('th'), textsOf('en')]);

const i18n = createInstance();
await i18n.init({
  resources: { th, en },
  lng: 'th',
  fallbackLng: false,
  defaultNS: 'errors',
  ns: Object.keys(th),
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof i18n.init>[0]);

/** Whether a locale has a text of this key (`namespace:key`), without forms for one and for several. */
export function hasText(locale: Locale, key: string): boolean {
  const colon = key.indexOf(':');
  return typeof i18n.getResource(locale, key.slice(0, colon), key.slice(colon + 1)) === 'string';
}

/**
 * The text of a locale key in the caller's language. Example: `translate('en', 'errors:required')`. Where it has forms
 * for one and for several, `count` decides, or the first of the values that is a number.
 */
export function translate(locale: Locale, key: string, values: Record<string, unknown> = {}): string {
  const count = values.count ?? Object.values(values).find((value) => typeof value === 'number') ?? 0;
  // Keys arrive as text (from zod messages, events); a missing one would show itself as the key.
  if (process.env.NODE_ENV === 'test' && !i18n.exists(key, { lng: locale, count: Number(count) }))
    throw new Error(`no text: ${key}`);
  return (i18n.t as (name: string, options: object) => string)(key, { lng: locale, ...values, count });
}

/** The text of a locale key in both languages. */
export const translateBoth = (key: string): Record<Locale, string> => ({
  th: translate('th', key),
  en: translate('en', key),
});
