import i18next from 'i18next';
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type thEntry from '../shared/locales/th/entry.ts';
import type thFirst from '../shared/locales/th/index.ts';
import type thLate from '../shared/locales/th/late.ts';
import type thRecord from '../shared/locales/th/record.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: typeof thFirst & typeof thEntry & typeof thRecord & typeof thLate;
    returnNull: false;
  }
}

/** The languages of the product. Thai is the default and the source. */
const locales = ['th', 'en'] as const;
export type Locale = (typeof locales)[number];

const cookieName = 'pokpong_locale';
const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Texts come in a chunk for each language and kind of page, so that no page waits for words it does not show: `index`
 * is for every page, `entry` for those before signing in, `record` for the record's, `late` for all others.
 */
const chunks = import.meta.glob<{ default: Record<string, object> }>(
  '../shared/locales/*/{index,entry,record,late}.ts',
);
type Texts = 'index' | 'entry' | 'record' | 'late';
/** Kinds of pages whose texts are there, in every language shown from now on. */
const wanted = new Set<Texts>(['index']);
/** The language that is shown once its texts have come. */
let opening: Locale = 'th';
let started: Promise<unknown> | undefined;

const fetchTexts = (locale: Locale, of: Iterable<Texts>) =>
  Promise.all([...of].map((one) => chunks[`../shared/locales/${locale}/${one}.ts`]!().then((texts) => texts.default)));

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
export function initI18n(locale: Locale): Promise<i18n> {
  opening = locale;
  const starting = start(locale);
  started = starting;
  return starting;
}

async function start(locale: Locale): Promise<i18n> {
  const texts = Object.assign({}, ...(await fetchTexts(locale, ['index']))) as Record<string, object>;
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
  await addTexts(locale, wanted);
  await i18next.changeLanguage(locale);
  applied(locale);
}

/**
 * Fetches the texts of `shared/locales/<locale>/<kind>.ts`, now and in every language shown from now on. May be called
 * before `initI18n` has ended: both are under way at the same time.
 */
export function loadTexts(kind: Exclude<Texts, 'index'>): Promise<void> {
  // Other pages name purposes, too.
  const kinds: Texts[] = kind === 'late' ? ['record', 'late'] : [kind];
  for (const one of kinds) wanted.add(one);
  return addTexts(currentLocale(), kinds);
}

/** The texts of most pages. */
export const loadLateTexts = (): Promise<void> => loadTexts('late');

async function addTexts(locale: Locale, kinds: Iterable<Texts>): Promise<void> {
  const [fetched] = await Promise.all([fetchTexts(locale, kinds), started]);
  for (const [namespace, bundle] of fetched.flatMap((texts) => Object.entries(texts))) {
    if (!i18next.hasResourceBundle(locale, namespace)) i18next.addResourceBundle(locale, namespace, bundle);
  }
}

/** The language now shown. */
export function currentLocale(): Locale {
  return isLocale(i18next.language) ? i18next.language : opening;
}

function applied(locale: Locale): void {
  document.documentElement.lang = locale;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax${secure}`;
}
