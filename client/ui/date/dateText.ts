import { BUDDHIST_ERA, commonYear } from '../../../shared/buddhistEra.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import type { Locale } from '../../../shared/locale.ts';

/** `2026-11-21` → `21/11/2569` in Thai, `21/11/2026` in English. Any other text is returned unchanged. */
export function toDateText(day: string, locale: Locale): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return day;
  const year = Number(match[1]) + (locale === 'th' ? BUDDHIST_ERA : 0);
  return `${match[3]}/${match[2]}/${String(year).padStart(4, '0')}`;
}

/**
 * Typed text → `YYYY-MM-DD`, or undefined. Accepts / - . and spaces as separators, also ISO order. A year of
 * the Buddhist era is one in any language.
 */
export function parseDateText(text: string): string | undefined {
  const parts = thaiDigits(text)
    .trim()
    .split(/[\s/.-]+/);
  if (parts.length !== 3 || !parts.every((part) => /^\d+$/.test(part))) return undefined;
  const [first = '', second = '', third = ''] = parts;
  const [yearText, month, day] = first.length === 4 ? [first, second, third] : [third, second, first];
  if (yearText.length !== 4) return undefined;
  const year = commonYear(Number(yearText));
  const parsed = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
  const exact =
    parsed.getUTCFullYear() === year &&
    parsed.getUTCMonth() === Number(month) - 1 &&
    parsed.getUTCDate() === Number(day);
  return exact && year >= 1800 ? parsed.toISOString().slice(0, 10) : undefined;
}

/** `930`, `9:30`, `09.30` → `09:30`, or undefined. */
export function parseTimeText(text: string): string | undefined {
  const match = /^(\d{1,2})[:.]?(\d{2})$/.exec(thaiDigits(text).trim());
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return undefined;
  return `${match[1]?.padStart(2, '0')}:${match[2]}`;
}
