import { DEFAULT_LOCALE, type Locale } from '../locale.ts';
import { type AnyRoute, routeOf, ROUTES } from './routes.ts';

export interface RouteMatch {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, string>>;
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

function matchOne(pattern: string, segments: readonly string[]): Record<string, string> | null {
  const wanted = segmentsOf(pattern);
  if (segments.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const have = segments[index];
    if (want.startsWith(':')) {
      if (have === undefined && !want.endsWith('?')) return null;
      if (have !== undefined) params[want.slice(1).replace('?', '')] = decode(have);
    } else if (want !== have) return null;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * The route of an address without language, or `null` where there is no page. A fixed name wins over `:id`.
 * Example: `matchRoute('/consent/dashboard')?.route.id // 'consentDashboard'`
 */
export function matchRoute(path: string): RouteMatch | null {
  const segments = segmentsOf(path);
  let best: RouteMatch | null = null;
  for (const { id } of ROUTES) {
    const route = routeOf(id);
    const params = matchOne(route.path, segments);
    if (!params) continue;
    if (Object.keys(params).length === 0) return { route, params };
    best ??= { route, params };
  }
  return best;
}

/** An address with its last `:id` segment taken off, where that is a page: `/consent/0198…` gives `/consent`. */
export function withoutId(path: string): string | null {
  const found = matchRoute(path);
  if (!found) return null;
  if (Object.keys(found.params).length === 0) return `/${segmentsOf(path).join('/')}`;
  const parent = `/${segmentsOf(path).slice(0, -1).join('/')}`;
  return matchRoute(parent) ? parent : null;
}

/** Takes an address apart: `/en/consent` is `/consent` in English; anything not under /en is Thai. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const english = /^\/en(?=\/|$)/.test(pathname);
  const path = english ? pathname.slice(3) : pathname;
  return { locale: english ? 'en' : DEFAULT_LOCALE, path: path === '' ? '/' : path };
}

/** The address of a page in a language: Thai at the root, English under /en. */
export function withLocale(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? '/en' : /^\/[?#]/.test(path) ? `/en${path.slice(1)}` : `/en${path}`;
}

/**
 * Where to go after signing in: only an address of our own, behind the guard or the list of one's invitations, without
 * language (the one then shown holds). Everything else, an address of another site before all, gives `null`.
 */
export function safeNext(wanted: string | null | undefined): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || wanted.length > 2000) return null;
  const own = 'http://own.invalid';
  let address: URL;
  try {
    address = new URL(wanted, own);
  } catch {
    return null;
  }
  if (address.origin !== own) return null;
  const { path } = splitLocale(address.pathname);
  // `/en//evil.example` without its language would be an address of another site.
  if (path.startsWith('//')) return null;
  const route = matchRoute(path)?.route;
  // Without the token of a link: what is opened is what the person who signs in is invited to.
  if (route?.id === 'invitation') return path;
  return route?.layout === 'default' ? `${path}${address.search}${address.hash}` : null;
}
