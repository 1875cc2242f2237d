import { isAbroad, UNNAMED_COUNTRY } from './dataSharing/transfer.ts';
import type { Locale } from './locale.ts';

const WORDS = {
  th: { unnamed: 'ต่างประเทศ (ยังไม่ระบุประเทศ)', notRecorded: 'ยังไม่ได้บันทึกประเทศ' },
  en: { unnamed: 'Abroad (country not named)', notRecorded: 'Country not recorded' },
} as const;

/** The name of a country in a language. @example countryName('TH', 'th') // "ไทย" */
export function countryName(code: string, locale: Locale): string {
  if (code === UNNAMED_COUNTRY) return WORDS[locale].unnamed;
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** The names of several. @example countryNames(['SG', 'JP'], 'en') // "Singapore, Japan" */
export const countryNames = (codes: readonly string[], locale: Locale): string =>
  codes.map((code) => countryName(code, locale)).join(', ');

/** Where something stands; where nobody recorded it, this says so. */
export const placeName = (country: string | null | undefined, locale: Locale): string =>
  country ? countryName(country, locale) : WORDS[locale].notRecorded;

/** A storage system with its country, unless that is known to be Thailand. */
export function storageName(
  { name: { th, en }, country }: { name: { th: string; en: string }; country?: string | null | undefined },
  locale: Locale,
): string {
  const name = locale === 'en' && en ? en : th;
  return isAbroad(country) || !country ? `${name} (${placeName(country, locale)})` : name;
}
