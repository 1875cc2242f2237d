import { PAGE_VIEW_LIST, PERIODS } from '../../../shared/analytics/schema.ts';
import { ROUTES } from '../../../shared/registry/routes.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LIST_QUERY, useList } from '../../ui/table/index.ts';

/** Views are counted without an event. */
const REFRESH_MS = 60_000;
/** The value of `in` for all workspaces of the console. */
export const ALL = 'all';

/**
 * Figures and pages under the filters of the address. `in`: of all workspaces of the console or of one of them; without
 * it, or without the console, those of the open workspace.
 */
export function useViews() {
  const { ws } = useSession();
  const hasConsole = useCan('admin.console');
  const list = useList(PAGE_VIEW_LIST, { more: { page: 'one', in: 'one' } });
  const days = list.input.days ?? PERIODS[0];
  const page = ROUTES.find(({ id }) => id === list.state.filters.page)?.id;
  const named = trpc.consentAdmin.consoleWorkspaces.useQuery({ ws }, { enabled: hasConsole });
  const found = named.data;
  const workspaces = found ?? [];
  const chosen = hasConsole ? list.state.filters.in : undefined;
  const isOneOf = (id: string | undefined) => id === ALL || workspaces.some((one) => one.id === id);
  // The only workspace of the console is the open one.
  const place = chosen !== undefined && (!found || (found.length > 1 && isOneOf(chosen))) ? chosen : ws;
  const isOpenOne = place === ws;
  const options = { ...LIST_QUERY, refetchInterval: REFRESH_MS };
  const ofPage = { days, ...(page && { page }) };
  const ofConsole = { ws, ...(place !== ALL && { workspaceId: place }) };
  const own = { ...options, enabled: isOpenOne };
  const others = { ...options, enabled: !isOpenOne && found !== undefined };
  const summary = trpc.analytics.summary.useQuery({ ws, ...ofPage }, own);
  const consoleSummary = trpc.analytics.consoleSummary.useQuery({ ...ofConsole, ...ofPage }, others);
  const pages = trpc.analytics.list.useQuery({ ws, ...list.input, days }, own);
  const consolePages = trpc.analytics.consoleList.useQuery({ ...ofConsole, ...list.input, days }, others);
  // Others are asked for once the workspaces of the console are known: where those fail, so does everything of others.
  const { error, isFetching } = named;
  const failed =
    error && !found
      ? { data: undefined, error, isFetching, isPlaceholderData: false, refetch: () => void named.refetch() }
      : undefined;
  return {
    list,
    days,
    page,
    place,
    isOpenOne,
    workspaces,
    summary: isOpenOne ? summary : (failed ?? consoleSummary),
    byWorkspace: place === ALL ? consoleSummary.data?.workspaces : undefined,
    pages: isOpenOne ? pages : (failed ?? consolePages),
  };
}
