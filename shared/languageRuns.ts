import type { Locale } from './locale.ts';

/** A part of a text; `lang` where it is written in the script of the other language. */
export interface LanguageRun {
  text: string;
  lang?: Locale;
}

/** Addresses of pages and mail: they are in no language, and stay in one piece. */
const ADDRESS = /(https?:\/\/[^\s<>"']+|[\w.+-]{1,64}@[\w.-]+)/;

/** Runs of the other script, with what is between the words of a name. */
const OTHER = {
  en: /(\p{Script=Thai}(?:[ .,&’'/\d-]*\p{Script=Thai})*)/u,
  th: /(\p{Script=Latin}(?:[ .,&’'/\d-]*\p{Script=Latin})*)/u,
} as const satisfies Record<Locale, RegExp>;

/**
 * Splits a text of one language at what is written in the other, such as a Thai name in an English sentence, so that
 * screen readers can pronounce each as what it is. Together the parts are the text.
 */
export function languageRuns(text: string, locale: Locale): LanguageRun[] {
  const lang: Locale = locale === 'th' ? 'en' : 'th';
  // With a group in its pattern, `split` returns what matched in every second place.
  return text
    .split(ADDRESS)
    .flatMap((part, isAddress): LanguageRun[] =>
      isAddress % 2
        ? [{ text: part }]
        : part
            .split(OTHER[locale])
            .map((run, isOther): LanguageRun => (isOther % 2 ? { text: run, lang } : { text: run })),
    )
    .filter((run) => run.text !== '');
}
