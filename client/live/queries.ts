import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../shared/registry/events.ts';

/** Routers whose answers tell of a record of this kind, where they are not simply the one of the same name. */
const routersOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['workspace', ['workspace', 'auth', 'shell', 'role']],
  ['personnel', ['personnel', 'auth', 'role', 'workspace']],
  [
    'application',
    ['application', 'dataMapping', 'purpose', 'dashboard', 'workspace', 'inventory', 'dataSharing', 'dataFlow'],
  ],
  ['purpose', ['purpose', 'application', 'dataMapping', 'dashboard', 'inventory', 'dataSharing', 'dataFlow']],
  ['purposeCategory', ['purposeCategory', 'purpose']],
  ['piiCategory', ['piiCategory', 'purpose', 'dataMapping', 'inventory', 'dataSharing', 'dataFlow']],
  ['inventory', ['inventory', 'dataSharing', 'dataFlow']],
  ['dataSharing', ['dataSharing', 'dashboard']],
  ['dataController', ['dataController', 'application']],
  ['import', ['recordImport']],
  ['consent', ['consent', 'userConsent', 'consentAdmin', 'application']],
  ['userConsent', ['userConsent', 'consent', 'consentAdmin', 'consentReceipt']],
  ['consentReceipt', ['consentReceipt', 'userConsent']],
  ['incident', ['incident', 'incidentSummary', 'incidentNotification']],
  // Those who read no incidents see their clocks all the same.
  ['incidentSummary', ['incidentSummary', 'incident']],
  ['incidentSettings', ['incident', 'incidentSummary']],
  ['incidentNotification', ['incidentNotification', 'incident']],
  ['approvalSettings', ['approvalLine']],
  ['approvalAbsence', ['approvalLine']],
]);
/** What every event shows in. */
const ALWAYS = ['notification', 'activityLog', 'overview'];

/**
 * Between an event and the fetch it causes: long enough that a burst makes one fetch and not all pages fetch at once.
 */
const SETTLE = { ms: 60, spreadMs: 140 };

/**
 * Turns events into fetches: what an open screen shows of a changed record is asked for anew. A hidden page waits
 * until it is looked at.
 * @returns `take` an event, and `stop`
 */
export function refetchOn(
  queryClient: QueryClient,
  ws: string,
): { take: (event: LiveEvent) => void; stop: () => void } {
  const stale = new Set<string>();
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const page = typeof document === 'undefined' ? null : document;

  const flush = () => {
    timer = undefined;
    if (page?.hidden) return;
    const routers = new Set(stale);
    const all = everything;
    stale.clear();
    everything = false;
    if (all || routers.size > 0)
      void queryClient.invalidateQueries({ predicate: (query) => concerns(query, ws, all ? null : routers) });
  };
  const onVisibility = () => {
    if (!page?.hidden && (everything || stale.size > 0)) flush();
  };
  page?.addEventListener('visibilitychange', onVisibility);
  return {
    take(event) {
      if (event.event === 'resync') everything = true;
      else for (const router of [...(routersOf.get(event.entity) ?? [event.entity]), ...ALWAYS]) stale.add(router);
      timer ??= setTimeout(flush, SETTLE.ms + Math.random() * SETTLE.spreadMs);
    },
    stop() {
      clearTimeout(timer);
      page?.removeEventListener('visibilitychange', onVisibility);
    },
  };
}

/** Whether a query asks one of `routers` (null: any), about this workspace or about none in particular. */
function concerns({ queryKey }: Query, ws: string, routers: Set<string> | null): boolean {
  const [path, rest] = queryKey as [unknown, { input?: { ws?: string } } | undefined];
  if (!Array.isArray(path)) return false;
  const asked = rest?.input?.ws;
  return (asked === undefined || asked === ws) && (routers === null || routers.has(path[0] as string));
}
