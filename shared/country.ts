import { DEFAULT_COUNTRY } from './constants.ts';
import type { Locale } from './locale.ts';

/** The country of the organisation: what goes elsewhere goes abroad (PDPA section 28). */
export const HOME_COUNTRY = DEFAULT_COUNTRY;
/** Abroad, in a country that nobody has named yet; CLDR's code of an unknown region. */
export const UNNAMED_COUNTRY = 'ZZ';

/** Whether data that goes there leaves the country; false where no country is recorded. */
export const isAbroad = (country: string | null | undefined): country is string =>
  country !== null && country !== undefined && country !== HOME_COUNTRY;
/** Whether it is known which country that is. */
export const isCountryNamed = (country: string | null | undefined): country is string =>
  country !== null && country !== undefined && country !== UNNAMED_COUNTRY;

/** Most countries of one recipient. */
export const PARTY_COUNTRY_LIMIT = 20;
/** Every country that a recipient is in; versions published before there could be several have one. */
export const countriesOf = ({
  country,
  countries,
}: {
  country?: string | undefined;
  countries?: readonly string[] | undefined;
}): readonly string[] => countries ?? (country === undefined ? [] : [country]);
/** Whether what goes to a recipient leaves the country: as soon as one of its countries is abroad. */
export const isPartyAbroad = (party: Parameters<typeof countriesOf>[0]): boolean => countriesOf(party).some(isAbroad);

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
