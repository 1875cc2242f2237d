export type Language = 'th' | 'en';

type Values = Record<string, string | number>;
/** Replaces the placeholders of a text; an error is its `message`. Example: `fill('{count} ข้อ', { count: 3 })` */
export const fill = (text: string, values: Values | Error): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => `${(values as Values)[name] ?? place}`);

/** A day in the language's notation: the Buddhist era in Thai. */
export const dayText = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Asia/Bangkok',
  }).format(new Date(instant));

/** The language of the page, if it is one of ours; otherwise Thai. */
export const pageLanguage = (): Language => (/^en\b/i.test(document.documentElement.lang) ? 'en' : 'th');
