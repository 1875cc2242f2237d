import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import type { AroundNavHandler } from 'wouter';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { refusal } from '../../shared/registry/permissions.ts';
import { matchRoute, splitLocale } from '../../shared/registry/routeMatch.ts';
import { recordQueryOf } from '../../shared/registry/screens.ts';
import { isPageLoaded, prefetchPath } from '../routes.tsx';
import { trpc } from '../trpc.ts';
import { guardedNavigation } from '../ui/navigationGuard.tsx';
import { useSession } from './session.tsx';

/**
 * Milliseconds for which the current page stays while the next one is fetched; then that one is rendered as far as it
 * is loaded.
 */
const STAY_MS = 400;

/** Fetches what the page at a path without language needs; undefined where it is loaded. */
type Prepare = (path: string) => Promise<unknown> | undefined;
let prepare: Prepare | undefined;
/** The last requested navigation that still waits for its page, and the address that it leaves. */
let waiting: { from: string } | undefined;

const pathOf = (to: string): string => splitLocale(new URL(to.replace(/^~/, ''), location.href).pathname).path;

/**
 * For the router: the current page stays until code and record of the next one are loaded, for a moment at most, so
 * that nothing empty is rendered between the two. Replacing the address does not wait.
 */
export const preparedNavigation: AroundNavHandler = (navigate, to, options) =>
  guardedNavigation(
    (target, chosen) => {
      const staysHere = pathOf(target) === pathOf(location.href);
      if (chosen?.replace && staysHere) {
        // A search writes itself to the address a moment after typing: a link that was pressed meanwhile still counts.
        navigate(target, chosen);
        if (waiting) waiting.from = location.href;
        return;
      }
      const fetched = chosen?.replace || staysHere ? undefined : prepare?.(pathOf(target));
      if (!fetched) {
        waiting = undefined;
        return navigate(target, chosen);
      }
      const own = (waiting = { from: location.href });
      const longEnough = new Promise((resolve) => setTimeout(resolve, STAY_MS));
      void Promise.race([fetched, longEnough]).then(() => {
        if (waiting !== own) return;
        waiting = undefined;
        if (location.href === own.from) navigate(target, chosen);
      });
    },
    to,
    options,
    pathOf(to) === pageAddress('logout'),
  );

// Its query is only known as it runs.
const keyOf = getQueryKey as (query: unknown, input: { ws: string; id: string }, type: 'query') => QueryKey;
/** Not for new records: `new`. */
const isId = (segment: string): boolean => /^[0-9a-f-]{36}$/i.test(segment);

type Query = (input: { ws: string; id: string }) => Promise<unknown>;
const at = (start: unknown, path: string): unknown =>
  path.split('.').reduce((found, name) => (found as Record<string, unknown>)[name], start);

/** Prepares pages behind the guard before they are opened. */
export function usePreparedPages(): void {
  const { ws, standing } = useSession();
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    const fetchAll: Prepare = (path) => {
      const match = matchRoute(path);
      if (!match || match.route.layout !== 'default') return undefined;
      const { id: name, permission } = match.route;
      const record = recordQueryOf(name);
      const { id } = match.params;
      const waits: Promise<unknown>[] = [];
      if (!isPageLoaded(name)) waits.push(prefetchPath(path));
      // The guard refuses what the caller cannot read.
      if (record && id && isId(id) && !(permission && refusal(standing, permission))) {
        const queryKey = keyOf(at(trpc, record), { ws, id }, 'query');
        if (queryClient.getQueryData(queryKey) === undefined) {
          const { query } = at(client, record) as { query: Query };
          waits.push(queryClient.prefetchQuery({ queryKey, queryFn: () => query({ ws, id }), retry: false }));
        }
      }
      return waits.length > 0 ? Promise.all(waits) : undefined;
    };
    /** A press on a link is nearly always followed by navigation. */
    const onPress = ({ target }: PointerEvent) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[href^="/"]:not([target])');
      if (link) void fetchAll(pathOf(link.pathname));
    };
    prepare = fetchAll;
    document.addEventListener('pointerdown', onPress, { passive: true });
    return () => {
      prepare = undefined;
      document.removeEventListener('pointerdown', onPress);
    };
  }, [ws, standing, queryClient, client]);
}
