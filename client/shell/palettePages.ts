import { may, type Standing } from '../../shared/registry/permissions.ts';
import type { RouteRule } from '../../shared/registry/routeRule.ts';
import { type RouteId, ROUTES } from '../../shared/registry/routes.ts';
import { accountMenu, flatMenu } from './visibleMenu.ts';

const routes: readonly (RouteRule & { id: RouteId })[] = ROUTES;

/** Every page that the command palette names to a person: those of their menus, and those that it alone has. */
export function palettePages(standing: Standing): { id: RouteId; path: string }[] {
  const others = routes.filter(({ inPalette, permission }) => inPalette && may(standing, permission!));
  const pages = [...flatMenu(standing), ...accountMenu(standing), ...others];
  return pages.filter(({ path }, index) => pages.findIndex((one) => one.path === path) === index);
}
