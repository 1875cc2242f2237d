import type { Locale } from '../../../../shared/locale.ts';
import { timeText } from '../../../platform/dateTexts.ts';
import { translate } from '../../../platform/i18n.ts';

/** Texts for documents of incidents. Texts of other namespaces are looked up with their name before a colon. */
export const incidentWords = (locale: Locale) => ({
  t: (key: string, values?: Record<string, unknown>): string =>
    translate(locale, key.includes(':') ? key : `incidentDocument:${key}`, values),
  name: ({ th, en }: { th: string; en: string }): string => (locale === 'en' && en ? en : th),
  time: (at: string | null): string => (at === null ? '' : timeText(locale, new Date(at))),
  number: (value: number): string => value.toLocaleString(locale === 'th' ? 'th-TH' : 'en-GB'),
});
export type IncidentWords = ReturnType<typeof incidentWords>;

/** The word for a fact that may not be known yet. */
export const yesNo = (known: boolean | null): 'yes' | 'no' | 'unknown' =>
  known === null ? 'unknown' : known ? 'yes' : 'no';
