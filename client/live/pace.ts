import type { Query, QueryClient } from '@tanstack/react-query';

/** After an answer, a query that events make stale is left alone for so many times as long as the answer took. */
const REST = 3;
const LONGEST_REST_MS = 10_000;

/**
 * Fetches stale queries again: one call of each at a time, and what takes long less often. Otherwise a page would ask
 * faster than it is answered, and show none of the answers.
 * @returns `refetch` for queries, and `stop`
 */
export function paced(queryClient: QueryClient): {
  refetch: (queries: readonly Query[]) => void;
  stop: () => void;
} {
  const startedAt = new WeakMap<Query, number>();
  const restsUntil = new WeakMap<Query, number>();
  /** Those that are fetched again once their call has ended, or their rest. */
  const deferred = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fetchDeferred = () => {
    timer = undefined;
    const queries = [...deferred];
    deferred.clear();
    refetch(queries);
  };
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(fetchDeferred, ms);
  };
  const refetch = (queries: readonly Query[]) => {
    const now = Date.now();
    const due = new Set<Query>();
    for (const query of queries) {
      const isFree = query.state.fetchStatus !== 'fetching' && (restsUntil.get(query) ?? 0) <= now;
      (isFree ? due : deferred).add(query);
      // Also where it is not displayed now: it is fetched when it is.
      if (!isFree) query.invalidate();
    }
    void queryClient.invalidateQueries({ predicate: (query) => due.has(query) });
    const rests = [...deferred]
      .filter(({ state }) => state.fetchStatus !== 'fetching')
      .map((query) => restsUntil.get(query) ?? now);
    if (rests.length > 0) wait(Math.max(0, Math.min(...rests) - now));
  };
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type === 'removed') deferred.delete(query);
    if (type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') startedAt.set(query, Date.now());
    const started = startedAt.get(query);
    const isAnswer = action.type === 'error' || (action.type === 'success' && !action.manual);
    if (isAnswer && query.state.fetchStatus !== 'fetching' && started !== undefined) {
      startedAt.delete(query);
      const now = Date.now();
      restsUntil.set(query, now + Math.min(REST * (now - started), LONGEST_REST_MS));
    }
    if (action.type !== 'invalidate' && query.state.fetchStatus !== 'fetching' && deferred.has(query)) wait(0);
  });
  return {
    refetch,
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
