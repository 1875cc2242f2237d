import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';
import { MENU_GROUPS, type MenuGroupId, type RouteRule } from './routeRule.ts';
import { type RouteId, ROUTES } from './routes.ts';

/** One entry of a menu: what the row of its page says. */
export interface MenuItem<Id extends string = RouteId> {
  readonly id: Id;
  readonly path: string;
  readonly permission: Permission;
  readonly sale?: true;
  readonly visibleTo?: readonly Role[];
  readonly variant?: 'standard' | 'special';
}

interface MenuGroup {
  readonly id: MenuGroupId;
  readonly items: readonly MenuItem[];
}

const rows: readonly (RouteRule & { readonly id: RouteId })[] = ROUTES;
type AccountRoute = Extract<(typeof ROUTES)[number], { account: object }>;

/** The address of a page as a menu opens it: without a segment that may be missing. */
const withoutOptional = (path: string): string => path.replace(/\/:\w+\?$/, '');

/**
 * The main menu and its submenus, in order. Visibility follows from the permission of each item:
 * hidden when the role lacks it, greyed when only the tier or flag refuses it.
 */
export const MENU: readonly MenuGroup[] = MENU_GROUPS.map((id) => ({
  id,
  items: rows.flatMap(({ menu, ...row }): MenuItem[] => {
    if (menu?.group !== id) return [];
    const { group: _, ...place } = menu;
    return [{ id: row.id, path: withoutOptional(row.path), permission: row.permission!, ...place }];
  }),
}));

/** Entries outside the main menu: the user dropdown, the workspace dropdown. */
export const ACCOUNT_MENU: readonly MenuItem<AccountRoute['id']>[] = ROUTES.filter(
  (row): row is AccountRoute => 'account' in row,
).map(({ id, path, permission, account }) => ({ id, path: withoutOptional(path), permission, ...account }));
