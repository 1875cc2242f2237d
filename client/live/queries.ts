import type { Query, QueryClient } from '@tanstack/react-query';
import { SHOWING_ALL } from '../../shared/registry/derivedQueries.ts';
import { entityOf, isEntity } from '../../shared/registry/entities.ts';
import type { EventRule } from '../../shared/registry/eventRule.ts';
import { EVENTS, type LiveEvent } from '../../shared/registry/events.ts';
import { paced } from './pace.ts';

/**
 * Delay between an event and its refetch: long enough that a burst causes one fetch and not all pages fetch at the same
 * time.
 */
const SETTLE = { ms: 60, spreadMs: 140 };
/** With more changed records than this while a page is hidden, everything is refetched. */
const MOST_CHANGES = 200;

type QueryMap = Readonly<Record<string, true | string>>;
/** The change of an event. Example: `{ id: '0198…', queries: { application: 'id' } }` */
interface Change {
  readonly id: string;
  readonly queries: QueryMap;
}

const BELL: QueryMap = { notification: true };
const LOG: QueryMap = { 'activityLog.list': 'entityId' };

/** Queries that can contain the record of an event; for events that only a newer server knows, all that might. */
function changesOf({ event, entity, id }: LiveEvent): Change {
  const rule = Object.hasOwn(EVENTS, event) ? (EVENTS as Record<string, EventRule>)[event] : undefined;
  const kind = isEntity(entity) ? entityOf(entity) : undefined;
  const record: QueryMap = kind?.queries ?? { [entity]: true };
  return {
    id,
    queries: {
      ...(!rule?.onlyLogged && { ...record, ...(!kind?.offOverview && SHOWING_ALL) }),
      ...(rule?.bell !== 'none' && BELL),
      ...(!rule?.unlogged && LOG),
    },
  };
}

/** Whether the answer of a query, such as `application.get`, can contain the record of an event. */
export function showsChange(event: LiveEvent, query: string, input: Readonly<Record<string, unknown>> = {}): boolean {
  return shows(changesOf(event), query, input);
}

function shows({ id, queries }: Change, query: string, input: Readonly<Record<string, unknown>>): boolean {
  for (let name = query; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    if (!Object.hasOwn(queries, name)) continue;
    const named = queries[name]!;
    return named === true || input[named] === undefined || input[named] === id;
  }
  return false;
}

/**
 * Turns events into fetches: displayed data of a changed record is refetched. A hidden page waits until it is visible.
 * @returns `take` for an event, and `stop`
 */
export function refetchOn(
  queryClient: QueryClient,
  ws: string,
): { take: (event: LiveEvent) => void; stop: () => void } {
  const changes = new Map<string, Change>();
  const { refetch, stop } = paced(queryClient);
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const page = typeof document === 'undefined' ? null : document;

  const flush = () => {
    timer = undefined;
    if (page?.hidden) return;
    const settled = everything ? null : [...changes.values()];
    changes.clear();
    everything = false;
    if (settled === null || settled.length > 0)
      refetch(queryClient.getQueryCache().findAll({ predicate: (query) => isStale(query, ws, settled) }));
  };
  const onVisibility = () => {
    if (!page?.hidden && (everything || changes.size > 0)) flush();
  };
  page?.addEventListener('visibilitychange', onVisibility);
  return {
    take(event) {
      if (event.event === 'resync' || changes.size >= MOST_CHANGES) everything = true;
      else changes.set(`${event.event} ${event.id}`, changesOf(event));
      timer ??= setTimeout(flush, SETTLE.ms + Math.random() * SETTLE.spreadMs);
    },
    stop() {
      clearTimeout(timer);
      stop();
      page?.removeEventListener('visibilitychange', onVisibility);
    },
  };
}

/** Whether a query can contain one of `changes` (null: anything may have changed), of this workspace or of none. */
function isStale({ queryKey }: Query, ws: string, changes: readonly Change[] | null): boolean {
  const [path, rest] = queryKey as [unknown, { input?: Record<string, unknown> } | undefined];
  if (!Array.isArray(path)) return false;
  const input = rest?.input ?? {};
  if (input['ws'] !== undefined && input['ws'] !== ws) return false;
  return changes === null || changes.some((change) => shows(change, path.join('.'), input));
}
