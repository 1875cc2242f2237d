import { createElement } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { PREFETCH_IDLE_TIMEOUT } from '../shared/constants.ts';
import { matchRoute } from '../shared/registry/routeMatch.ts';
import { routeOf, type RouteId } from '../shared/registry/routes.ts';
import { loadTexts } from './i18n.ts';
import { lazyScreen } from './ui/chunkReload.ts';
import { whenIdle } from './ui/whenIdle.ts';

type Page = ComponentType;
type Load = () => Promise<{ default: Page }>;

/** Every screen of a module is a file named …Page.tsx with a default export, in a chunk of its own. */
const files = import.meta.glob<{ default: Page }>('./modules/**/*Page.tsx');
/** The screens by the names of their files. */
const screens = new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.tsx$/g, ''), load]));

/** Pages that need fewer texts than most: none but the initial ones, or those of their kind. */
const TEXTS: Partial<Record<RouteId, 'initial' | 'signIn' | 'record'>> = {
  applications: 'initial',
  home: 'signIn',
  login: 'signIn',
  logout: 'signIn',
  signup: 'signIn',
  oauth: 'signIn',
  forgotPassword: 'signIn',
  resetPassword: 'signIn',
  invitation: 'signIn',
  mails: 'signIn',
  workspaces: 'record',
  dataControllers: 'record',
  purposes: 'record',
  purposeCategories: 'record',
};

/** The page of route `purpose` is PurposePage; routes of a later release are all drawn by the coming page. */
function loaderOf(id: RouteId): Load {
  const name = routeOf(id).coming ? 'ComingPage' : `${id[0]!.toUpperCase()}${id.slice(1)}Page`;
  const load = screens.get(name);
  if (!load) return () => Promise.reject(new Error(`client/modules: no ${name}.tsx`));
  const texts = TEXTS[id] ?? 'deferred';
  return texts === 'initial' ? load : () => Promise.all([load(), loadTexts(texts)]).then(([page]) => page);
}

const pages = new Map<RouteId, LazyExoticComponent<Page>>();

/** Draws the page of a route, loaded when first drawn. */
export function PageOf({ id }: { id: RouteId }) {
  let page = pages.get(id);
  if (!page) pages.set(id, (page = lazyScreen(loaderOf(id))));
  return createElement(page);
}

/**
 * Fetches the code of the page at `path` ahead, for example when a link to it is pointed at. A failure waits for the
 * page itself.
 */
export function prefetchPath(path: string): void {
  const route = matchRoute(path)?.route;
  if (route && !route.opensGroup) loaderOf(route.id)().catch(() => {});
}

/**
 * Fetches pages ahead: once the page shown has been there for 2 s, when the browser is idle, 2 s later at the latest.
 * Pages of a later release are left out. Returns how to call it off.
 */
export function prefetchWhenIdle(paths: readonly string[]): () => void {
  const fetchAll = () => paths.filter((path) => !matchRoute(path)?.route.coming).forEach(prefetchPath);
  let callOff: (() => void) | undefined;
  const timer = setTimeout(() => {
    callOff = whenIdle(fetchAll);
  }, PREFETCH_IDLE_TIMEOUT);
  return () => {
    clearTimeout(timer);
    callOff?.();
  };
}
