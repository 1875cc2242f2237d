import { splitLocale } from '../../shared/registry/routeMatch.ts';
import { noteAddress } from '../ui/lastAddress.ts';

/** The displayed page without language, whose change alone opens no other page; and whether the product opened it. */
let path = '';
let byProduct = false;

/**
 * Notes from now on which pages the product opens, and begins them at the top; the browser itself goes back to where
 * one was. Called once, before the first page is drawn.
 */
export function followOpenings(): void {
  const note = () => {
    ({ path } = splitLocale(location.pathname));
    noteAddress(path, location.search);
  };
  note();
  for (const type of ['pushState', 'replaceState', 'popstate'])
    addEventListener(type, () => {
      const before = path;
      note();
      if (path === before) return;
      byProduct = type !== 'popstate';
      if (type === 'pushState') scrollTo(0, 0);
    });
}

/**
 * Whether a link or call of the product opened the displayed page; false where the browser loaded it, from any foreign
 * page perhaps, or went Back or Forward to it.
 */
export const isOpenedByProduct = (): boolean => byProduct;
