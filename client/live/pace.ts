import type { Query, QueryClient } from '@tanstack/react-query';

/** From here on a call is slow: another does not take its place, and its query rests once it is answered. */
const SLOW_MS = 1000;
/** A call that is not answered for so long is replaced all the same: its connection may be lost. */
const LOST_MS = 30_000;
/** After a slow answer, a query that events make stale is left alone for so many times as long as the answer took. */
const REST = 3;
const LONGEST_REST_MS = 10_000;

/**
 * Fetches stale queries again: quick ones at once, slow ones by one call at a time and less often. Otherwise a page
 * would ask faster than it is answered, and show none of the answers.
 * @returns `refetch` for queries, and `stop`
 */
export function paced(queryClient: QueryClient): {
  refetch: (queries: readonly Query[]) => void;
  stop: () => void;
} {
  /** When the call under way began, and the first of those that it replaced. */
  const startedAt = new WeakMap<Query, number>();
  const awaitedSince = new WeakMap<Query, number>();
  const restsUntil = new WeakMap<Query, number>();
  /** Those whose last answer was slow. */
  const slow = new WeakSet<Query>();
  /** Those whose call under way may have older data than the page: it was given newer by an answer to a change. */
  const superseded = new WeakSet<Query>();
  /** Those that are fetched again once their call has ended, or their rest. */
  const deferred = new Set<Query>();

  const isFree = (query: Query, now: number): boolean => {
    if (query.state.fetchStatus !== 'fetching') return (restsUntil.get(query) ?? 0) <= now;
    // The query client never replaces the call for the first data: what that may have missed is fetched after it.
    if (query.state.data === undefined) return false;
    const awaitedMs = now - (awaitedSince.get(query) ?? now);
    return superseded.has(query) || awaitedMs > LOST_MS || (awaitedMs < SLOW_MS && !slow.has(query));
  };
  const timer = oneTimer(() => {
    const queries = [...deferred];
    deferred.clear();
    refetch(queries);
  });
  const refetch = (queries: readonly Query[]) => {
    const now = Date.now();
    const due = new Set<Query>();
    for (const query of queries) {
      if (isFree(query, now)) {
        due.add(query);
        deferred.delete(query);
        superseded.delete(query);
        if (now - (awaitedSince.get(query) ?? now) > LOST_MS) awaitedSince.set(query, now);
      } else {
        deferred.add(query);
        // Also where it is not displayed now: it is fetched when it is.
        query.invalidate();
      }
    }
    void queryClient.invalidateQueries({ predicate: (query) => due.has(query) });
    const rests = [...deferred]
      .filter(({ state }) => state.fetchStatus !== 'fetching')
      .map((query) => restsUntil.get(query)!);
    if (rests.length > 0) timer.start(Math.max(0, Math.min(...rests) - now));
  };
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type === 'removed') deferred.delete(query);
    if (type !== 'updated') return;
    const { action } = event;
    const now = Date.now();
    if (action.type === 'fetch') {
      startedAt.set(query, now);
      if (!awaitedSince.has(query)) awaitedSince.set(query, now);
      superseded.delete(query);
    }
    if (action.type === 'success' && action.manual && query.state.fetchStatus === 'fetching') superseded.add(query);
    if (action.type === 'setState' && query.state.fetchStatus !== 'fetching') {
      // A call that was cancelled for a change: the answer to that comes first.
      awaitedSince.delete(query);
      if (deferred.has(query)) timer.start(SLOW_MS);
    }
    const isAnswer = action.type === 'error' || (action.type === 'success' && !action.manual);
    if (!isAnswer || query.state.fetchStatus === 'fetching') return;
    const took = now - (startedAt.get(query) ?? now);
    if (took < SLOW_MS) slow.delete(query);
    else slow.add(query);
    restsUntil.set(query, took < SLOW_MS ? 0 : now + Math.min(REST * took, LONGEST_REST_MS));
    awaitedSince.delete(query);
    superseded.delete(query);
    if (deferred.has(query)) timer.start(0);
  });
  return {
    refetch,
    stop() {
      timer.stop();
      unsubscribe();
    },
  };
}

/** A timer that is set once at a time: starting it anew replaces it. */
function oneTimer(run: () => void): { start: (ms: number) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    start(ms) {
      stop();
      timer = setTimeout(run, ms);
    },
    stop,
  };
}
