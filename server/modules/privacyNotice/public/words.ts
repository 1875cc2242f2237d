import { languageRuns } from '../../../../shared/languageRuns.ts';
import type { Locale } from '../../../../shared/locale.ts';
import { dayText } from '../../../platform/dateTexts.ts';
import { escapeHtml } from '../../../platform/html.ts';
import { translate } from '../../../platform/i18n.ts';

/** A text of one language for HTML: escaped, and what is written in the other language is marked as such. */
export const inLanguages = (value: string, locale: Locale): string =>
  languageRuns(value, locale)
    .map(({ text, lang }) => (lang ? `<span lang="${lang}">${escapeHtml(text)}</span>` : escapeHtml(text)))
    .join('');

/** Texts of the public page, escaped for HTML. */
export const pageWords = (locale: Locale) => ({
  locale,
  t: (key: string, values: Record<string, unknown> = {}): string =>
    escapeHtml(translate(locale, `noticePage:${key}`, values)),
  text: ({ th, en }: { th: string; en: string }): string => inLanguages(locale === 'en' && en ? en : th, locale),
  day: (day: string): string => escapeHtml(dayText(locale, day)),
  number: (value: number): string => value.toLocaleString(locale === 'th' ? 'th-TH' : 'en-GB'),
});
export type PageWords = ReturnType<typeof pageWords>;
