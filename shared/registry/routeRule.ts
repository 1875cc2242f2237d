import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

/**
 * The frame a page is drawn in (spec 1 section 2.4). Only `default`, which is that of a route without one, is behind
 * the authentication guard.
 */
export type Layout = 'auth' | 'default' | 'landing' | 'blank';

/** Groups of the main menu, in order; the name of each stands in locales `menu:group.<id>`. */
export const MENU_GROUPS = [
  'dashboard',
  'organization',
  'businessFunction',
  'piiInventory',
  'consent',
  'dsrm',
  'dataBreach',
  'dpoTools',
] as const;
export type MenuGroupId = (typeof MENU_GROUPS)[number];

/** What an entry of a menu has beyond its page. */
interface MenuPlace {
  /** Greyed with the sale dialog when the workspace's tier or flag refuses it, in place of being hidden. */
  readonly sale?: true;
  /** Shown to these roles only, fewer than hold the permission. */
  readonly visibleTo?: readonly Role[];
  /** Shown only in this variant of the product. */
  readonly variant?: 'standard' | 'special';
  /** What the caller must hold to be shown it, where that is not what opens the page. */
  readonly permission?: Permission;
}

export interface RouteRule {
  /**
   * Names the page: its title in locales `pages:<id>` (`<id>InMenu` where its menu entry reads otherwise), its
   * component in `client/modules/<module>/<Id>Page.tsx`.
   */
  readonly id: string;
  /** Address without language; `:id` is a segment, `:id?` one that may be missing. */
  readonly path: string;
  readonly layout?: Layout;
  /** What the caller must hold to open it. */
  readonly permission?: Permission;
  /** Has no page of its own: opens the first submenu of this menu group that the caller may open. */
  readonly opensGroup?: MenuGroupId;
  /** Its entry in the main menu; the entries of a group stand in the order of the routes. */
  readonly menu?: MenuPlace & { readonly group: MenuGroupId };
  /** The page by whose menu entry it is found, where it has none itself and its address is not below that page's. */
  readonly within?: string;
  /** The first page of Top Management (`heads`), or of other roles; of several, the first that the caller may open. */
  readonly firstOf?: 'heads' | 'others';
  /** Named in the command palette, though no menu has it. */
  readonly inPalette?: true;
  /** Its entry in the user dropdown, or, for workspaces, in the workspace dropdown. */
  readonly account?: MenuPlace;
}
