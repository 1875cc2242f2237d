import type { Locale } from '../../shared/locale.ts';

const LANGUAGE: Record<Locale, string> = { th: 'th-TH-u-ca-buddhist', en: 'en-GB' };

/** A moment in words, in Bangkok's time and, in Thai, the Buddhist era: `21 พฤศจิกายน 2569 เวลา 14:05`. */
export const timeText = (locale: Locale, at: Date): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], {
    timeZone: 'Asia/Bangkok',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at);

/** A day in words, of a day as YYYY-MM-DD. */
export const dayText = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { timeZone: 'UTC', dateStyle: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );
