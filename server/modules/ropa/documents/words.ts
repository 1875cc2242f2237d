import { countryName, countryNames, storageName, countriesOf, isAbroad } from '../../../../shared/country.ts';
import type { Locale } from '../../../../shared/locale.ts';
import {
  durationText,
  type RetentionStart,
  type RetentionUnit,
  withStart,
} from '../../../../shared/purpose/retention.ts';
import type { Line } from '../../../platform/documents/document.ts';
import { translate } from '../../../platform/i18n.ts';
import { dayText } from '../../../platform/dateTexts.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Texts and formats for a document of the record in its language. */
export interface RopaWords {
  locale: Locale;
  /** A text of locales `ropa`, or of another namespace with its name before a colon. */
  t(key: string, values?: Record<string, unknown>): string;
  /** A name in the document's language, in Thai where there is none. */
  name(text: { th: string; en: string }): string;
  country(code: string): string;
  /** Every country of a recipient. */
  countries(party: Parameters<typeof countriesOf>[0]): string;
  /** A storage system with its country where that is abroad, or not recorded. */
  storage(system: { name: { th: string; en: string }; country?: string | null | undefined }): Line;
  /** A day as YYYY-MM-DD: `21 พฤศจิกายน 2569`, `21 Nov 2026`. */
  day(value: string): string;
  /** A moment's day in Bangkok. */
  date(at: Date): string;
  number(value: number): string;
  /** Null when nothing is set. */
  retention(
    value: { indefinite: boolean; amount: number | null; unit: RetentionUnit | null } & RetentionStart,
  ): string | null;
}

export function ropaWords(locale: Locale): RopaWords {
  const numbers = new Intl.NumberFormat(locale === 'th' ? 'th-TH-u-nu-latn' : 'en-GB');
  const t = (key: string, values?: Record<string, unknown>) =>
    translate(locale, key.includes(':') ? key : `ropa:${key}`, values);
  const day = (value: string) =>
    locale === 'th'
      ? dayText('th', value)
      : `${value.slice(8)} ${MONTHS[Number(value.slice(5, 7)) - 1]} ${value.slice(0, 4)}`;
  return {
    locale,
    t,
    name: ({ th, en }) => (locale === 'en' && en ? en : th),
    country: (code) => countryName(code, locale),
    countries: (party) => countryNames(countriesOf(party), locale),
    storage(system) {
      const text = storageName(system, locale);
      return isAbroad(system.country) ? { text, mark: 'crossBorder' } : system.country ? text : { text, mark: 'warn' };
    },
    day,
    date: (at) => day(bangkokDay(at)),
    number: (value) => numbers.format(value),
    retention({ indefinite, amount, unit, ...start }) {
      if (indefinite) return t('retention.indefinite');
      return amount === null || unit === null ? null : withStart(durationText(locale, amount, unit), start, t);
    },
  };
}
