import { useMemo } from 'react';
import { useLocale } from '../ui/useFormat.ts';
import { COUNTRY_CODES } from '../../shared/countries.ts';
import { countryName } from '../../shared/country.ts';
import type { Locale } from '../../shared/locale.ts';

export { countryName };

/** `countryName` in the displayed language. */
export function useCountryName(): (code: string) => string {
  const locale = useLocale();
  return (code) => countryName(code, locale);
}

/** Every country by name, in the order of the language; Thailand first, since it is the most frequent. */
export function countryOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const order = new Intl.Collator(locale);
  const options = COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value }));
  return options.sort((a, b) => Number(b.value === 'TH') - Number(a.value === 'TH') || order.compare(a.label, b.label));
}

/** `countryOptions` in the displayed language. */
export function useCountryOptions(): { value: string; label: string }[] {
  const locale = useLocale();
  return useMemo(() => countryOptions(locale), [locale]);
}
