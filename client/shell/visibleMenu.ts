import { ACCOUNT_MENU, MENU, type MenuItem } from '../../shared/registry/menu.ts';
import { isTurnedOff, refusal, type Standing } from '../../shared/registry/permissions.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { matchRoute } from '../../shared/registry/routeMatch.ts';
import type { MenuGroupId } from '../../shared/registry/routeRule.ts';
import { type RouteId, routeOf } from '../../shared/registry/routes.ts';

export type AccountItemId = (typeof ACCOUNT_MENU)[number]['id'];

/**
 * The state of an entry: open, or greyed because the workspace's tier or flag refuses it. A greyed one opens the sale
 * dialog when it is a sale item that the tier does not include, and otherwise the contact-support dialog.
 */
export type EntryState = 'open' | 'sale' | 'support';

export interface VisibleItem {
  readonly id: RouteId;
  readonly path: string;
  readonly state: EntryState;
}

export interface VisibleGroup {
  readonly id: MenuGroupId;
  readonly items: readonly VisibleItem[];
  /** Open when any of its entries is. */
  readonly state: EntryState;
  /** The address of the group itself: its first open entry, otherwise its first. */
  readonly path: string;
}

/** The state of an entry for a person, or `null` when it is hidden from the role or the variant. */
export function entryState(item: MenuItem, standing: Standing): EntryState | null {
  if (item.variant && item.variant !== (standing.variant ?? 'standard')) return null;
  if (item.visibleTo && !item.visibleTo.includes(standing.role)) return null;
  switch (refusal(standing, item.permission)) {
    case null:
      return 'open';
    case 'role':
    case 'variant':
      return null;
    default:
      return item.sale && !isTurnedOff(standing, item.permission) ? 'sale' : 'support';
  }
}

/** The main menu of one person: without entries that the role lacks; entries that the tier refuses are greyed. */
export function visibleMenu(standing: Standing): VisibleGroup[] {
  return MENU.flatMap((group): VisibleGroup[] => {
    const items = group.items.flatMap((item): VisibleItem[] => {
      const state = entryState(item, standing);
      return state ? [{ id: item.id, path: item.path, state }] : [];
    });
    const lead = items.find(({ state }) => state === 'open') ?? items[0];
    return lead ? [{ id: group.id, items, state: lead.state, path: lead.path }] : [];
  });
}

/**
 * Roles that have an entry in the flat list of pages, where they are fewer than in the main menu (spec 1 section 6.1).
 */
const IN_FLAT_LIST: Partial<Record<RouteId, readonly Role[]>> = { requests: ['Admin', 'DPO', 'Staff'] };

/** Every page of the menu that a person can open, without groups. */
export function flatMenu(standing: Standing): VisibleItem[] {
  return visibleMenu(standing)
    .flatMap(({ items }) => items)
    .filter(({ id, state }) => state === 'open' && (IN_FLAT_LIST[id]?.includes(standing.role) ?? true));
}

/** Entries of the user and workspace dropdowns that a person has: hidden where role, tier or variant refuse. */
export function accountMenu(standing: Standing): { id: AccountItemId; path: string }[] {
  return ACCOUNT_MENU.filter((item) => entryState(item, standing) === 'open').map(({ id, path }) => ({ id, path }));
}

/** The place of an address in the menu; no entry where the role lacks it. */
export interface CurrentEntry {
  readonly group: VisibleGroup;
  readonly item: VisibleItem | undefined;
}

/**
 * The group and entry of an address: the entry whose path is its longest prefix, otherwise the one that its route
 * names. `null` for pages outside the menu, and where the whole group is hidden.
 */
export function currentEntry(menu: readonly VisibleGroup[], path: string): CurrentEntry | null {
  let best: { group: VisibleGroup; item: VisibleItem } | null = null;
  for (const group of menu) {
    for (const item of group.items) {
      const inside = path === item.path || path.startsWith(`${item.path}/`);
      if (inside && item.path.length > (best?.item.path.length ?? 0)) best = { group, item };
    }
  }
  return best ?? namedEntry(menu, path);
}

/** The place of the entry that the route of an address names; a page whose entry the role lacks keeps its group. */
function namedEntry(menu: readonly VisibleGroup[], path: string): CurrentEntry | null {
  const route = matchRoute(path)?.route;
  const entry = route && routeOf(route.within ?? route.id);
  // An entry of one variant stands elsewhere in the other.
  const place = entry?.menu?.variant ? undefined : entry?.menu;
  const group = menu.find(({ id }) => id === place?.group);
  return group ? { group, item: group.items.find(({ id }) => id === entry?.id) } : null;
}
