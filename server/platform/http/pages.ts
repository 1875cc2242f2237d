import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ListRule, unnarrowedInput } from '../../../shared/listRule.ts';
import type { Locale } from '../../../shared/locale.ts';
import { matchRoute, splitLocale } from '../../../shared/registry/routeMatch.ts';
import type { AnyRoute, RouteId } from '../../../shared/registry/routes.ts';
import { startsWithSession } from '../../../shared/registry/screens.ts';
import { SESSION_COOKIE } from '../auth/cookies.ts';
import { appError } from '../errors.ts';
import { translate } from '../i18n.ts';
import { sendError } from './rest.ts';

/** The list that a page begins with: its procedure, named within the router of its module, and its rule. */
export interface FirstList {
  readonly procedure: string;
  readonly rule: ListRule;
  /** What the page narrows its list by at all times, as one of two variants. */
  readonly fixed?: Readonly<Record<string, string>>;
}
/** By the id of the route. */
export type FirstLists = { readonly [Id in RouteId]?: FirstList };

export interface PageOptions {
  /** Folder of the built client; without it there are no pages. */
  clientDir: string | undefined;
  /** Beginnings of addresses that are no pages. */
  serverPaths: readonly string[];
  modules: readonly { readonly name: string; readonly firstLists?: FirstLists }[];
  localeOf: (request: FastifyRequest) => Locale;
}

/**
 * Serves the files of the built client, and its page at the addresses of pages; to people also where there is nothing.
 * The page names what its route needs (scripts, texts, first calls), so that all of it is on its way at once.
 */
export async function servePages(
  app: FastifyInstance,
  { clientDir, serverPaths, modules, localeOf }: PageOptions,
): Promise<void> {
  const isBuilt = clientDir !== undefined && existsSync(path.join(clientDir, 'index.html'));
  if (isBuilt) {
    await app.register(staticFiles, {
      root: clientDir,
      index: false,
      wildcard: false,
      // The build leaves compressed ones beside those that are worth it.
      preCompressed: true,
      globIgnore: ['**/*.br'],
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          // Names under assets/ carry a hash of their content.
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
  }
  const page = isBuilt ? pageOf(clientDir, modules) : null;
  app.setNotFoundHandler((request, reply): FastifyReply => {
    const { locale, path: address } = splitLocale(request.url.split('?', 1)[0]!);
    const route = matchRoute(address)?.route ?? null;
    // A person who followed a wrong link is shown where to go on; a program gets 404.
    const isWanted = route !== null || request.headers.accept?.includes('text/html');
    const isPage =
      page &&
      isWanted &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !serverPaths.some((beginning) => request.url.startsWith(beginning));
    if (!isPage) return sendError(request, reply, appError('NOT_FOUND'), localeOf(request));
    return reply
      .code(route ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .send(page(route, locale, request.headers.cookie?.includes(SESSION_COOKIE) ?? false));
  });
}

/** Scripts by route and language, as the build left them. */
type Preloads = Partial<Record<string, Record<Locale, readonly string[]>>>;

const ROOT = '<div id="root"></div>';
/** The shape of the page, for whoever waits for the program (client/frame.css); the program takes its place. */
const frameIn = (locale: Locale): string =>
  `<div id="frame" aria-busy="true"><header><img src="/icon.svg" alt="" width="28" height="28">${translate(locale, 'shell:brand')}</header><i></i><i></i></div>`;

/** The page of a route in a language, made once for each; with its frame for those who come with a session. */
function pageOf(
  clientDir: string,
  modules: PageOptions['modules'],
): (route: AnyRoute | null, locale: Locale, hasSession: boolean) => string {
  const index = readFileSync(path.join(clientDir, 'index.html'), 'utf8');
  const file = path.join(clientDir, 'preloads.json');
  const preloads = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Preloads) : {};
  const firstCalls = new Map(
    modules.flatMap(({ name, firstLists = {} }) =>
      Object.entries(firstLists).map(([id, { procedure, rule, fixed }]) => [
        id,
        JSON.stringify([`${name}.${procedure}`, { ...unnarrowedInput(rule), ...fixed }]),
      ]),
    ),
  );
  const rendered = new Map<string, string>();
  return (route, locale, hasSession) => {
    const key = `${locale} ${route?.id} ${hasSession}`;
    let page = rendered.get(key);
    if (page === undefined) {
      const files = (route && preloads[route.id]?.[locale]) ?? [];
      const call = route && firstCalls.get(route.id);
      const calls = route && startsWithSession(route) ? ` data-start${call ? ` data-first='${call}'` : ''}` : '';
      page = index
        .replace('<html lang="th"', `<html lang="${locale}"${route ? ` data-layout="${route.layout}"` : ''}`)
        .replace('src="/boot.js"', `src="/boot.js"${calls}`)
        .replace(ROOT, hasSession && route?.layout === 'default' ? `<div id="root">${frameIn(locale)}</div>` : ROOT)
        .replace('</head>', `${files.map((one) => `<link rel="modulepreload" href="${one}">`).join('')}</head>`);
      rendered.set(key, page);
    }
    return page;
  };
}
