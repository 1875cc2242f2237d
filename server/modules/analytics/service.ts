import { matchRoute, splitLocale } from '../../../shared/registry/routes.ts';
import { PAGE_VIEW_ADDRESS, spend } from '../../platform/auth/throttle.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
import type { RequestContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import * as queries from './queries.ts';

/**
 * Counts one view of a page by route and day. Given is an address or a route's pattern; kept is the pattern alone
 * (`/consent/:id`), so that neither a record, a language nor anything about the visitor is in the table.
 * @throws 400 when the product has no such page, 429 above 600 a minute from one address
 */
export async function pageview({ deps, ip }: RequestContext, input: { route: string }): Promise<{ route: string }> {
  const [pathname = ''] = input.route.split(/[?#]/);
  const found = matchRoute(splitLocale(pathname).path);
  if (!found) throw errors.field('route', 'errors:choice');
  await spend(deps, PAGE_VIEW_ADDRESS, ip);
  const route = found.route.path;
  await queries.addView(deps.db, route, bangkokDay(deps.now()));
  return { route };
}
