import { may, refusal, type Standing } from '../../shared/registry/permissions.ts';
import { matchRoute, withoutId } from '../../shared/registry/routeMatch.ts';
import type { RouteRule } from '../../shared/registry/routeRule.ts';
import { type RouteId, ROUTES } from '../../shared/registry/routes.ts';
import { entryState, flatMenu } from './visibleMenu.ts';
import { MENU } from '../../shared/registry/menu.ts';

const routes: readonly (RouteRule & { id: RouteId })[] = ROUTES;

/**
 * The first page of a person (spec 1 section 4.3): by role, and for Top Management by the workspace's modules. Where
 * these are off, the first open entry of the menu.
 */
export function roleLanding(standing: Standing): string {
  const of = standing.role === 'Top Management' ? 'heads' : 'others';
  const pages = routes.filter(({ firstOf }) => firstOf === of);
  const open = pages.find(({ permission }) => may(standing, permission!));
  return open?.path ?? flatMenu(standing)[0]?.path ?? pages.at(-1)!.path;
}

/**
 * The page after changing workspace: the same page without its id when that page is visible and allowed there,
 * otherwise the first page of the role. Paths have no language and no query. Example: `landing(dpo,
 * '/business-function/purpose/0198…') // '/business-function/purpose'`
 */
export function landing(standing: Standing, currentPath: string): string {
  const list = withoutId(currentPath);
  const route = list === null ? undefined : matchRoute(list)?.route;
  if (!list || route?.layout !== 'default') return roleLanding(standing);
  const allowed = route.opensGroup
    ? openOfGroup(standing, route.opensGroup) !== null
    : !route.permission || refusal(standing, route.permission) === null;
  return allowed ? list : roleLanding(standing);
}

/**
 * The first page of a menu group that a person can open; its first visible one when there is none; `null` when the role
 * has none.
 */
export function groupLanding(standing: Standing, group: string): string | null {
  const items = MENU.find(({ id }) => id === group)?.items ?? [];
  return openOfGroup(standing, group) ?? items.find((item) => entryState(item, standing) !== null)?.path ?? null;
}

function openOfGroup(standing: Standing, group: string): string | null {
  const items = MENU.find(({ id }) => id === group)?.items ?? [];
  return items.find((item) => entryState(item, standing) === 'open')?.path ?? null;
}
