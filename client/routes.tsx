import { createElement, useState } from 'react';
import type { ComponentType } from 'react';
import { PREFETCH_IDLE_TIMEOUT } from '../shared/constants.ts';
import { matchRoute } from '../shared/registry/routeMatch.ts';
import type { RouteId } from '../shared/registry/routes.ts';
import { screenOf, textsOf } from '../shared/registry/screens.ts';
import { loadTexts } from './i18n.ts';
import { lazyScreen } from './ui/lazyScreen.tsx';
import { whenIdle } from './ui/whenIdle.ts';

type Page = ComponentType;
type Load = () => Promise<{ default: Page }>;

/** Every screen of a module is a file named …Page.tsx with a default export, in its own chunk. */
const files = import.meta.glob<{ default: Page }>('./modules/**/*Page.tsx');
/** The screens by their file names. */
const screens = new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.tsx$/g, ''), load]));

function loaderOf(id: RouteId): Load {
  const name = screenOf(id);
  const load = screens.get(name);
  if (!load) return () => Promise.reject(new Error(`client/modules: no ${name}.tsx`));
  const texts = textsOf(id);
  return texts.length === 0 ? load : () => Promise.all([load(), loadTexts(texts)]).then(([page]) => page);
}

const lazyPages = new Map<RouteId, Page>();
const loadedPages = new Map<RouteId, Page>();

async function loadPage(id: RouteId): Promise<{ default: Page }> {
  const page = await loaderOf(id)();
  loadedPages.set(id, page.default);
  return page;
}

function lazyPage(id: RouteId): Page {
  let page = lazyPages.get(id);
  if (!page) lazyPages.set(id, (page = lazyScreen(() => loadPage(id))));
  return page;
}

/** Whether the code of a page is loaded. */
export const isPageLoaded = (id: RouteId): boolean => loadedPages.has(id);

/** Renders the page of a route: immediately if it was prefetched, otherwise once it is loaded. */
export function PageOf({ id }: { id: RouteId }) {
  // A page that started lazy stays so: another component type would lose its state.
  const [Page] = useState<ComponentType>(() => loadedPages.get(id) ?? lazyPage(id));
  return createElement(Page);
}

/**
 * Prefetches the code of the page at `path`, for example when a link to it is hovered. The page itself reports a
 * failure.
 */
export async function prefetchPath(path: string): Promise<void> {
  const route = matchRoute(path)?.route;
  if (route && !route.opensGroup) await loadPage(route.id).catch(() => {});
}

/**
 * Prefetches pages once the displayed page has been open for 2 s, when the browser is idle, at most 2 s later. @returns
 * cancels it
 */
export function prefetchWhenIdle(paths: readonly string[]): () => void {
  const fetchAll = () => {
    for (const path of paths) void prefetchPath(path);
  };
  let callOff: (() => void) | undefined;
  const timer = setTimeout(() => {
    callOff = whenIdle(fetchAll);
  }, PREFETCH_IDLE_TIMEOUT);
  return () => {
    clearTimeout(timer);
    callOff?.();
  };
}
