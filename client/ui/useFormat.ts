import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../format.ts';
import type { DateInput, DateStyle } from '../format.ts';
import { isLocale, type Locale, nameIn } from '../../shared/locale.ts';

/** The displayed language, with updates. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : 'th';
}

/**
 * The functions of format.ts bound to the displayed language.
 * @example const { date, number } = useFormat(); date(row.createdAt)
 */
export function useFormat() {
  const locale = useLocale();
  return useMemo(
    () => ({
      locale,
      date: (value: DateInput | null | undefined, style?: DateStyle) => format.formatDate(value, locale, style),
      dateTime: (value: DateInput | null | undefined, style?: DateStyle) => format.formatDateTime(value, locale, style),
      time: format.formatTime,
      month: (value: DateInput | null | undefined, style?: DateStyle) => format.formatMonth(value, locale, style),
      relative: (value: DateInput | null | undefined, now?: number) => format.formatRelative(value, locale, now),
      number: format.formatNumber,
      percent: format.formatPercent,
      /** A bilingual text in the displayed language; the other one when this is empty. */
      text: (value: { th: string; en: string } | null | undefined) => nameIn({ locale }, value),
    }),
    [locale],
  );
}
