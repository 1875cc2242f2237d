/** Languages of the product; Thai is the default. */
export const LOCALES = ['th', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'th';
/** Cookie that keeps the choice for a year. */
export const LOCALE_COOKIE = 'pokpong_locale';

export function isLocale(value: unknown): value is Locale {
  return value === 'th' || value === 'en';
}

/**
 * The best language for an Accept-Language header or a browser's list: English only when it is asked for before Thai.
 */
export function preferredLocale(languages: string): Locale {
  for (const language of languages.toLowerCase().split(',')) {
    const code = language.trim().slice(0, 2);
    if (isLocale(code)) return code;
  }
  return DEFAULT_LOCALE;
}

/** A name in the reader's language, or in the other one where it has none; empty without a name. */
export const nameIn = (
  { locale }: { readonly locale: Locale },
  name: Readonly<Record<Locale, string>> | null | undefined,
): string => (name ? name[locale] || name.th || name.en : '');
