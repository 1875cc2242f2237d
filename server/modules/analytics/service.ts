import type {
  ConsolePageViewSummary,
  ListConsolePageViews,
  ListPageViews,
  PageViews,
  PageViewSummary,
  SummarizeConsolePageViews,
  SummarizePageViews,
} from '../../../shared/analytics/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { Locale } from '../../../shared/locale.ts';
import { matchRoute, splitLocale } from '../../../shared/registry/routeMatch.ts';
import { type RouteId, routeOf } from '../../../shared/registry/routes.ts';
import { findMembership } from '../../platform/auth/membership.ts';
import { adminPlaces } from '../../platform/auth/places.ts';
import { PAGE_VIEW_ADDRESS, spend } from '../../platform/auth/throttle.ts';
import { bangkokDay, dayAfter } from '../../../shared/bangkok.ts';
import type { RequestContext, SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { metaOf } from '../../platform/list/rows.ts';
import { pageOf } from './pages.ts';
import { type Period, periodOf } from './period.ts';
import * as queries from './queries.ts';

/** Public pages whose address names their workspace. */
const PAGES_OF_A_WORKSPACE: readonly RouteId[] = ['consentReceipt'];

/**
 * Counts one view of a page by workspace, route and day. The caller states an address or a route's pattern; only the
 * pattern (`/consent/:id`) is stored, so that the table holds no record, no language and nothing about the visitor.
 * @throws 400 when the product has no such page, 429 above 600 a minute from one address
 */
export async function pageview(
  ctx: RequestContext,
  input: { route: string; ws?: string | undefined },
): Promise<{ route: string }> {
  const { deps, ip } = ctx;
  const [pathname = ''] = input.route.split(/[?#]/);
  const found = matchRoute(splitLocale(pathname).path);
  if (!found) throw appError('BAD_REQUEST', { at: 'route', text: 'errors:choice' });
  await spend(deps, PAGE_VIEW_ADDRESS, ip);
  const { id, path: route } = found.route;
  const workspaceId = await workspaceOf(ctx, id, input.ws);
  await queries.addView(deps.db, { workspaceId, route, day: bangkokDay(deps.now()) });
  return { route };
}

/** The workspace that a view counts for: one that the caller is a member of, or that owns the public page. */
async function workspaceOf(ctx: RequestContext, page: RouteId, ws: string | undefined): Promise<string | null> {
  if (ws === undefined) return null;
  if (PAGES_OF_A_WORKSPACE.includes(page)) return ws;
  const { deps, session } = ctx;
  const membership = session && (await findMembership(deps.authDb, session.userId, ws));
  return membership && membership.workspace.closedAt === null ? ws : null;
}

/** Views by day, of all pages or of one, and those of the previous period. */
export async function summary(ctx: WorkspaceContext, input: SummarizePageViews): Promise<PageViewSummary> {
  const { workspaces: _own, ...counted } = await summed(ctx, [ctx], input);
  return counted;
}

/** The same of all of the console's workspaces or of one of them, with the share of each. */
export const consoleSummary = async (
  ctx: SignedInContext,
  input: SummarizeConsolePageViews,
): Promise<ConsolePageViewSummary> => summed(ctx, await adminPlaces(ctx, 'workspace.manage', input), input);

async function summed(
  { deps }: RequestContext,
  places: readonly WorkspaceContext[],
  { days, page }: SummarizePageViews,
): Promise<ConsolePageViewSummary> {
  const period = periodOf(deps.now(), days);
  const found = Array.from({ length: period.days }, (_, index) => ({
    day: dayAfter(period.from, index),
    views: 0,
    previous: 0,
  }));
  const ofDay = new Map<string, { one: (typeof found)[number]; as: 'views' | 'previous' }>();
  for (const one of found) {
    ofDay.set(one.day, { one, as: 'views' });
    ofDay.set(dayAfter(one.day, -period.days), { one, as: 'previous' });
  }
  const pages = new Set<string>();
  const workspaces: ConsolePageViewSummary['workspaces'] = [];
  for (const { workspace, read } of places) {
    const { id, name } = workspace;
    const [rows, routes] = await read((trx) =>
      Promise.all([queries.byDay(trx, id, period, page && routeOf(page).path), queries.byRoute(trx, id, period)]),
    );
    const own = { id, name, views: 0, previous: 0 };
    for (const row of rows) {
      const { one, as } = ofDay.get(row.day)!;
      one[as] += row.views;
      own[as] += row.views;
    }
    for (const { route, views } of routes) if (views > 0) pages.add(route);
    workspaces.push(own);
  }
  const sum = (of: 'views' | 'previous') => workspaces.reduce((total, one) => total + one[of], 0);
  return {
    from: period.from,
    to: period.to,
    views: sum('views'),
    previous: sum('previous'),
    pages: pages.size,
    days: found,
    workspaces,
  };
}

/** Pages that were viewed in the period or in the previous one; at most as many as the product has pages. */
export const list = (ctx: WorkspaceContext, input: ListPageViews): Promise<List<PageViews>> =>
  listed(ctx, [ctx], input);

/** The same of all of the console's workspaces or of one of them. */
export const consoleList = async (ctx: SignedInContext, input: ListConsolePageViews): Promise<List<PageViews>> =>
  listed(ctx, await adminPlaces(ctx, 'workspace.manage', input), input);

async function listed(
  ctx: RequestContext,
  places: readonly WorkspaceContext[],
  input: ListPageViews,
): Promise<List<PageViews>> {
  const period = periodOf(ctx.deps.now(), input.days);
  const counts = new Map<string, queries.RouteRow>();
  for (const { workspace, read } of places) {
    for (const row of await read((trx) => queries.byRoute(trx, workspace.id, period))) {
      const before = counts.get(row.route);
      counts.set(row.route, {
        route: row.route,
        views: row.views + (before?.views ?? 0),
        previous: row.previous + (before?.previous ?? 0),
      });
    }
  }
  const text = input.query.toLocaleLowerCase();
  const pages = [...counts.values()]
    .map(({ route, views, previous }): PageViews => ({ ...pageOf(ctx.locale, route), path: route, views, previous }))
    .filter(({ title, path }) => title.toLocaleLowerCase().includes(text) || path.includes(text))
    .sort(comparing(ctx.locale, input));
  const { currentPage, pageSize } = input;
  return {
    collection: pages.slice((currentPage - 1) * pageSize, currentPage * pageSize),
    meta: metaOf({ currentPage, pageSize }, pages.length),
  };
}

function comparing(locale: Locale, { sortBy, sortDirection }: ListPageViews) {
  const { compare } = new Intl.Collator(locale);
  const direction = sortDirection === 'ASC' ? 1 : -1;
  const figure = (page: PageViews) => (sortBy === 'change' ? page.views - page.previous : page[sortBy as 'views']);
  return (one: PageViews, other: PageViews): number =>
    direction * (sortBy === 'title' ? compare(one.title, other.title) : figure(one) - figure(other)) ||
    compare(one.path, other.path);
}

/** Rows that one statement reads. */
const BATCH = 2000;

/** Every count of the period by day and page, newest day first. */
export async function* readAll(
  { workspace, transaction }: Pick<WorkspaceContext, 'workspace' | 'transaction'>,
  period: Period,
): AsyncGenerator<{ day: string; route: string; views: number }> {
  let after: { day: string; route: string } | undefined;
  for (;;) {
    const from = after;
    const rows = await transaction((trx) => queries.counts(trx, workspace.id, period, from, BATCH));
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1);
  }
}
