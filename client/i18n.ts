import i18next from 'i18next';
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type thResources from '../shared/locales/th/index.ts';
import type thLate from '../shared/locales/th/late.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: typeof thResources & typeof thLate;
    returnNull: false;
  }
}

/** The languages of the product. Thai is the default and the source. */
export const locales = ['th', 'en'] as const;
export type Locale = (typeof locales)[number];

const cookieName = 'pokpong_locale';
const yearInSeconds = 365 * 24 * 60 * 60;

// One chunk per language; only the one shown is fetched.
const loaders: Record<Locale, () => Promise<{ default: Record<string, unknown> }>> = {
  th: () => import('../shared/locales/th/index.ts'),
  en: () => import('../shared/locales/en/index.ts'),
};

/** Texts of pages that are rarely the first: fetched with such a page. */
const lateLoaders: Record<Locale, () => Promise<{ default: Record<string, unknown> }>> = {
  th: () => import('../shared/locales/th/late.ts'),
  en: () => import('../shared/locales/en/late.ts'),
};
let lateWanted = false;

export function isLocale(value: unknown): value is Locale {
  return value === 'th' || value === 'en';
}

/** The language remembered in the cookie (365 days), if any. */
export function rememberedLocale(): Locale | undefined {
  const value = document.cookie.match(/(?:^|; )pokpong_locale=([a-z]+)/)?.[1];
  return isLocale(value) ? value : undefined;
}

/**
 * The language to open in: the address (`/en/…`) first, then the remembered choice, then the
 * browser's first language that we have, then Thai.
 */
export function detectLocale(path: string = location.pathname): Locale {
  if (/^\/en(\/|$)/.test(path)) return 'en';
  return rememberedLocale() ?? navigator.languages.map((tag) => tag.slice(0, 2)).find(isLocale) ?? 'th';
}

/**
 * Starts translations in one language. Resolves when its texts are there, so the first paint is final.
 *
 * @example await initI18n(detectLocale()); createRoot(root).render(<App />);
 */
export async function initI18n(locale: Locale): Promise<i18n> {
  const texts = (await loaders[locale]()).default;
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'ui',
    ns: Object.keys(texts),
    resources: { [locale]: texts as never },
    interpolation: { escapeValue: false }, // React escapes.
    react: { useSuspense: false },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
  applied(locale);
  return i18next;
}

/** Changes the language in place and remembers it. The caller changes the address (`/en` prefix). */
export async function setLocale(locale: Locale): Promise<void> {
  if (!i18next.hasResourceBundle(locale, 'ui')) {
    const texts = (await loaders[locale]()).default;
    for (const [namespace, bundle] of Object.entries(texts)) i18next.addResourceBundle(locale, namespace, bundle);
  }
  if (lateWanted) await addLateTexts(locale);
  await i18next.changeLanguage(locale);
  applied(locale);
}

/** Fetches the texts of `shared/locales/<locale>/late.ts`, now and in every language shown from now on. */
export function loadLateTexts(): Promise<void> {
  lateWanted = true;
  return addLateTexts(currentLocale());
}

async function addLateTexts(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'coming')) return;
  const texts = (await lateLoaders[locale]()).default;
  for (const [namespace, bundle] of Object.entries(texts)) i18next.addResourceBundle(locale, namespace, bundle);
}

/** The language now shown. */
export function currentLocale(): Locale {
  return isLocale(i18next.language) ? i18next.language : 'th';
}

function applied(locale: Locale): void {
  document.documentElement.lang = locale;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax${secure}`;
}
