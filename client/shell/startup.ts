import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { FIRST_WORKSPACES } from '../../shared/shell/firstWorkspaces.ts';
import type { ShellStart } from '../../shared/shell/schema.ts';
import { type createClient, trpc } from '../trpc.ts';
import { useWorkspaceParam } from './navigation.ts';
import { CALM } from './session.tsx';

const keyOf = {
  start: (ws: string | null) => getQueryKey(trpc.shell.start, ws ? { ws } : {}, 'query'),
  config: () => getQueryKey(trpc.shell.config, undefined, 'query'),
  workspaces: () => getQueryKey(trpc.workspace.list, FIRST_WORKSPACES, 'query'),
  workspace: (ws: string) => getQueryKey(trpc.workspace.get, { ws }, 'query'),
  profile: (ws: string) => getQueryKey(trpc.auth.profile, { ws }, 'query'),
};

/**
 * Fetches in one call what the first page needs (useStartup), and delays the queries of that page until it is answered.
 * Queries without an answer in it are sent separately, which also reports errors. Resolves when they are answered, or
 * immediately without a start call.
 * @param guarded the page is one of a workspace
 */
export async function askStart(
  queryClient: QueryClient,
  client: ReturnType<typeof createClient>,
  { guarded }: { guarded: boolean },
): Promise<void> {
  const ws = new URLSearchParams(location.search).get('workspace');
  const start = queryClient
    .fetchQuery({
      queryKey: keyOf.start(ws),
      queryFn: () => client.shell.start.query(ws ? { ws } : {}),
      staleTime: CALM.staleTime,
    })
    .then((answer) => {
      // Before the list is loaded, which determines the first workspace.
      if (!ws) keepCurrent(queryClient, answer);
      return answer;
    })
    .catch(() => null);
  const waiting: Promise<void>[] = [];
  const wait = <Data>(
    queryKey: readonly unknown[],
    pick: (answer: ShellStart) => Data | null | undefined,
    ask: () => Promise<Data>,
    staleTime: number = CALM.staleTime,
  ): void => {
    const queryFn = async () => {
      const answer = await start;
      return (answer && pick(answer)) ?? ask();
    };
    waiting.push(queryClient.prefetchQuery({ queryKey, queryFn, staleTime }));
  };
  wait(
    keyOf.config(),
    ({ config }) => config,
    () => client.shell.config.query(),
    Infinity,
  );
  if (guarded) {
    wait(
      keyOf.workspaces(),
      ({ workspaces }) => workspaces,
      () => client.workspace.list.query(FIRST_WORKSPACES),
    );
  }
  if (guarded && ws) {
    wait(
      keyOf.workspace(ws),
      ({ current }) => current?.workspace,
      () => client.workspace.get.query({ ws }),
    );
    wait(
      keyOf.profile(ws),
      ({ current }) => current?.profile,
      () => client.auth.profile.query({ ws }),
    );
  }
  const answer = await start;
  // Other results (nobody is signed in, for example) are handled by the page.
  if (answer?.current || !guarded) await Promise.all(waiting);
}

function keepCurrent(queryClient: QueryClient, { current }: ShellStart): void {
  if (!current) return;
  queryClient.setQueryData(keyOf.workspace(current.ws), current.workspace);
  queryClient.setQueryData(keyOf.profile(current.ws), current.profile);
}

/** The answer of the start call, on a page without a workspace; the page that it leads to uses the answer too. */
export function useStart() {
  const ws = useWorkspaceParam();
  const queryClient = useQueryClient();
  const start = trpc.shell.start.useQuery(ws ? { ws } : {}, CALM);
  const { data } = start;
  useEffect(() => {
    if (!data?.workspaces) return;
    keepCurrent(queryClient, data);
    queryClient.setQueryData(keyOf.config(), data.config);
    queryClient.setQueryData(keyOf.workspaces(), data.workspaces);
  }, [data, queryClient]);
  return start;
}
