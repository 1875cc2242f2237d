import i18next from 'i18next';
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLocale, type Locale, LOCALE_COOKIE } from '../shared/locale.ts';
import type { Texts } from '../shared/locales/texts.ts';
import { DEFERRED, type PageTexts } from '../shared/registry/screens.ts';
import { loadPart } from './ui/chunkReload.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: Texts;
    returnNull: false;
  }
}

const yearInSeconds = 365 * 24 * 60 * 60;

/** When texts are fetched (shared/locales/loading.ts). */
type Loading = 'initial' | PageTexts;

/**
 * Texts are in a chunk for each language and time of loading, so that no page waits for texts that it does not use.
 * vite.config.ts builds the chunks.
 */
const CHUNKS: Record<Locale, Record<Loading, () => Promise<{ default: Record<string, object> }>>> = {
  th: {
    initial: () => import('virtual:texts/th/initial'),
    signIn: () => import('virtual:texts/th/signIn'),
    record: () => import('virtual:texts/th/record'),
    deferred: () => import('virtual:texts/th/deferred'),
  },
  en: {
    initial: () => import('virtual:texts/en/initial'),
    signIn: () => import('virtual:texts/en/signIn'),
    record: () => import('virtual:texts/en/record'),
    deferred: () => import('virtual:texts/en/deferred'),
  },
};
/** The groups of texts that are loaded, or being loaded, for every language from now on. */
const wanted = new Set<Loading>(['initial']);
/** The language that is displayed once its texts are loaded. */
let opening: Locale = 'th';
let started: Promise<unknown> | undefined;

const fetchTexts = (locale: Locale, of: Iterable<Loading>) =>
  Promise.all([...of].map((one) => loadPart(CHUNKS[locale][one]).then((texts) => texts.default)));

const LOCALE_IN_COOKIES = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([a-z]+)`);

/** The language in the cookie (365 days), if any. */
export function rememberedLocale(): Locale | undefined {
  const value = document.cookie.match(LOCALE_IN_COOKIES)?.[1];
  return isLocale(value) ? value : undefined;
}

/**
 * Starts translations in one language. Resolves when its texts are loaded, so that the first paint is final.
 * @example await initI18n('th'); createRoot(root).render(<App />);
 */
export function initI18n(locale: Locale): Promise<i18n> {
  opening = locale;
  const starting = start(locale);
  started = starting;
  return starting;
}

async function start(locale: Locale): Promise<i18n> {
  const texts = Object.assign({}, ...(await fetchTexts(locale, ['initial']))) as Record<string, object>;
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'ui',
    ns: Object.keys(texts),
    resources: { [locale]: texts as never },
    interpolation: { escapeValue: false }, // React escapes.
    react: { useSuspense: false },
    showSupportNotice: false,
    // The key is displayed in place of its missing text: browser tests fail on what is reported.
    saveMissing: true,
    missingKeyHandler: (_languages: readonly string[], namespace: string, key: string) =>
      reportError(new Error(`No text for ${namespace}:${key}`)),
  } as Parameters<typeof i18next.init>[0]);
  applied(locale);
  return i18next;
}

/** Changes the language without a reload. The caller changes the address (`/en` prefix). */
export async function setLocale(locale: Locale): Promise<void> {
  await addTexts(locale, wanted);
  await i18next.changeLanguage(locale);
  applied(locale);
}

/**
 * Fetches texts, now and for every later language. Can be called before `initI18n` has resolved: both load in parallel.
 */
export function loadTexts(kinds: readonly PageTexts[]): Promise<void> {
  for (const one of kinds) wanted.add(one);
  return addTexts(currentLocale(), kinds);
}

/** The texts of most pages. */
export const loadDeferredTexts = (): Promise<void> => loadTexts(DEFERRED);

async function addTexts(locale: Locale, kinds: Iterable<Loading>): Promise<void> {
  const [fetched] = await Promise.all([fetchTexts(locale, kinds), started]);
  for (const [namespace, bundle] of fetched.flatMap((texts) => Object.entries(texts))) {
    if (!i18next.hasResourceBundle(locale, namespace)) i18next.addResourceBundle(locale, namespace, bundle);
  }
}

/** The displayed language. */
export function currentLocale(): Locale {
  return isLocale(i18next.language) ? i18next.language : opening;
}

function applied(locale: Locale): void {
  document.documentElement.lang = locale;
}

/** Stores the language that somebody chose; that of a link they followed is no choice. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_COOKIE}=${locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax${secure}`;
}
