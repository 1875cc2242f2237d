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

/** Every screen of a module is a file named …Page.tsx with a default export, in a chunk of its own. */
const files = import.meta.glob<{ default: Page }>('./modules/**/*Page.tsx');
/** The screens by the names of their files. */
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

/** Whether the code of a page is there. */
export const isPageLoaded = (id: RouteId): boolean => loadedPages.has(id);

/** Draws the page of a route: at once when it was fetched ahead, else when it has come. */
export function PageOf({ id }: { id: RouteId }) {
  // One that began by waiting stays what it is: another kind would lose its state.
  const [Page] = useState<ComponentType>(() => loadedPages.get(id) ?? lazyPage(id));
  return createElement(Page);
}

/**
 * Fetches the code of the page at `path` ahead, for example when a link to it is pointed at. A failure waits for the
 * page itself.
 */
export async function prefetchPath(path: string): Promise<void> {
  const route = matchRoute(path)?.route;
  if (route && !route.opensGroup) await loadPage(route.id).catch(() => {});
}

/**
 * Fetches pages ahead: once the page shown has been there for 2 s, when the browser is idle, 2 s later at the latest.
 * Returns how to call it off.
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
