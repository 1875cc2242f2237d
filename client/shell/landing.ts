import { pageAddress } from '../../shared/registry/addresses.ts';
import { may, refusal, type Standing } from '../../shared/registry/permissions.ts';
import { matchRoute, withoutId } from '../../shared/registry/routeMatch.ts';
import { entryState } from './visibleMenu.ts';
import { MENU } from '../../shared/registry/menu.ts';

/** The first page of a person (spec 1 section 4.3): by role, and for Top Management by the workspace's modules. */
export function roleLanding(standing: Standing): string {
  if (standing.role !== 'Top Management') return pageAddress('applications');
  if (may(standing, 'dashboard.read')) return pageAddress('dashboard');
  return may(standing, 'consent.dashboard') ? pageAddress('consentDashboard') : pageAddress('dsrmDashboard');
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
