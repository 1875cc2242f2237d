export type Language = 'th' | 'en';

/** Replaces the placeholders of a text. Example: `fill('{count} ข้อ', { count: 3 })` */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => `${values[name] ?? place}`);

/** A day in the language's notation: the Buddhist era in Thai. */
export function dayText(instant: string, language: Language): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? ''
    : new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', {
        dateStyle: 'long',
        timeZone: 'Asia/Bangkok',
      }).format(date);
}

/** The language of the page, if it is one of ours; otherwise Thai. */
export const pageLanguage = (): Language => (/^en\b/i.test(document.documentElement.lang) ? 'en' : 'th');
