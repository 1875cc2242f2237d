import type {
  ListPageViews,
  PageViews,
  PageViewSummary,
  SummarizePageViews,
} from '../../../shared/analytics/schema.ts';
import type { List } from '../../../shared/list.ts';
import { matchRoute, splitLocale } from '../../../shared/registry/routeMatch.ts';
import { type RouteId, routeOf } from '../../../shared/registry/routes.ts';
import { findMembership } from '../../platform/auth/membership.ts';
import { PAGE_VIEW_ADDRESS, spend } from '../../platform/auth/throttle.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
import type { RequestContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { pageOf } from './pages.ts';
import { dayAfter, type Period, periodOf } from './period.ts';
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
export async function summary(ctx: WorkspaceContext, { days, page }: SummarizePageViews): Promise<PageViewSummary> {
  const period = periodOf(ctx.deps.now(), days);
  const { id } = ctx.workspace;
  const { rows, routes } = await ctx.transaction(async (trx) => ({
    rows: await queries.byDay(trx, id, period, page && routeOf(page).path),
    routes: await queries.byRoute(trx, id, period),
  }));
  const viewsOf = new Map(rows.map(({ day, views }) => [day, views]));
  const found = Array.from({ length: period.days }, (_, index) => {
    const day = dayAfter(period.from, index);
    return { day, views: viewsOf.get(day) ?? 0, previous: viewsOf.get(dayAfter(day, -period.days)) ?? 0 };
  });
  const sum = (of: 'views' | 'previous') => found.reduce((total, one) => total + one[of], 0);
  return {
    from: period.from,
    to: period.to,
    views: sum('views'),
    previous: sum('previous'),
    pages: routes.filter(({ views }) => views > 0).length,
    days: found,
  };
}

/** Pages that were viewed in the period or in the previous one; at most as many as the product has pages. */
export async function list(ctx: WorkspaceContext, input: ListPageViews): Promise<List<PageViews>> {
  const period = periodOf(ctx.deps.now(), input.days);
  const rows = await ctx.transaction((trx) => queries.byRoute(trx, ctx.workspace.id, period));
  const text = input.query.toLocaleLowerCase();
  const pages = rows
    .map(({ route, views, previous }): PageViews => ({ ...pageOf(ctx.locale, route), path: route, views, previous }))
    .filter(({ title, path }) => title.toLocaleLowerCase().includes(text) || path.includes(text))
    .sort(comparing(ctx, input));
  const { currentPage, pageSize } = input;
  return {
    collection: pages.slice((currentPage - 1) * pageSize, currentPage * pageSize),
    meta: {
      currentPage,
      pageSize,
      totalPage: Math.max(1, Math.ceil(pages.length / pageSize)),
      totalItems: pages.length,
    },
  };
}

function comparing({ locale }: WorkspaceContext, { sortBy, sortDirection }: ListPageViews) {
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
