import { splitLocale } from '../../shared/registry/routeMatch.ts';

const currentPath = (): string => splitLocale(location.pathname).path;

/** The displayed page, and whether the product itself opened it. */
let path = '';
let byProduct = false;

/** Notes from now on which pages the product opens. Called once, before the first page is drawn. */
export function followOpenings(): void {
  path = currentPath();
  // A change of the language alone opens no other page.
  const note = (own: boolean) => () => {
    if (currentPath() === path) return;
    path = currentPath();
    byProduct = own;
  };
  addEventListener('pushState', note(true));
  addEventListener('replaceState', note(true));
  addEventListener('popstate', note(false));
}

/**
 * Whether a link or call of the product opened the displayed page; false where the browser loaded it, from any foreign
 * page perhaps, or went Back or Forward to it.
 */
export const isOpenedByProduct = (): boolean => byProduct;
