import { createInstance } from 'i18next';
import type { Locale } from '../../shared/locale.ts';
import enEntry from '../../shared/locales/en/entry.ts';
import en from '../../shared/locales/en/index.ts';
import enLate from '../../shared/locales/en/late.ts';
import enMade from '../../shared/locales/en/made.ts';
import enRecord from '../../shared/locales/en/record.ts';
import thEntry from '../../shared/locales/th/entry.ts';
import th from '../../shared/locales/th/index.ts';
import thLate from '../../shared/locales/th/late.ts';
import thMade from '../../shared/locales/th/made.ts';
import thRecord from '../../shared/locales/th/record.ts';

const resources = {
  th: { ...th, ...thEntry, ...thRecord, ...thLate, ...thMade },
  en: { ...en, ...enEntry, ...enRecord, ...enLate, ...enMade },
};

const i18n = createInstance();
await i18n.init({
  resources,
  lng: 'th',
  fallbackLng: false,
  defaultNS: 'errors',
  ns: Object.keys(resources.th),
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof i18n.init>[0]);

/** The text of a locale key in the caller's language. Example: `translate('en', 'errors:required')`. */
export function translate(locale: Locale, key: string, values: Record<string, unknown> = {}): string {
  // Keys arrive as text (from zod messages, events); a missing one would show itself as the key.
  return (i18n.t as (name: string, options: object) => string)(key, { lng: locale, ...values });
}
