import { pageAddress } from '../../shared/registry/addresses.ts';
import { may, type Standing } from '../../shared/registry/permissions.ts';
import { type RouteId, routeOf } from '../../shared/registry/routes.ts';
import { accountMenu, flatMenu } from './visibleMenu.ts';

/** Pages that no menu has. */
const OTHERS = ['userConsentReceipt'] as const satisfies RouteId[];

/** Every page that the command palette names to a person: those of their menus, and those that it alone has. */
export function palettePages(standing: Standing): { id: RouteId; path: string }[] {
  const others = OTHERS.filter((id) => may(standing, routeOf(id).permission!));
  const pages = [
    ...flatMenu(standing),
    ...accountMenu(standing),
    ...others.map((id) => ({ id, path: pageAddress(id) })),
  ];
  return pages.filter(({ path }, index) => pages.findIndex((one) => one.path === path) === index);
}
