import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import type { LiveEvent } from '../../shared/registry/events.ts';
import { livePosition } from './position.ts';

/**
 * The live connection: `lost` or `off` since when (ms since 1970), so that the screen can state that it may be
 * outdated. `off` since 0: nothing is followed.
 */
export interface LiveState {
  readonly state: 'off' | 'connecting' | 'live' | 'lost';
  readonly since: number;
}

/** A hidden page closes its socket after this long, and resumes when it is visible again. */
const HIDDEN_MS = 5 * 60_000;
const RETRY_MS = 3000;
/** A connection that has not opened by then counts as lost: the page would look live. */
const OPEN_MS = 10_000;
/** Statuses for which a retry is useless. */
const FINAL = new Set([400, 401, 403, 404]);

export interface FollowOptions {
  client: Pick<TRPCClient<AppRouter>, 'notification'>;
  ws: string;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Milliseconds after which a connection that has not opened is lost. */
  openMs?: number;
}

/**
 * Follows the events of a workspace from the page's position, through disconnections, restarts and sleep, until the
 * returned function is called.
 */
export function followStream({ client, ws, onEvent, onState, openMs = OPEN_MS }: FollowOptions): () => void {
  let current: LiveState = { state: 'connecting', since: Date.now() };
  let subscription: { unsubscribe(): void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const notify = (state: LiveState['state'], since = Date.now()) => {
    if (ended || state === current.state) return;
    current = { state, since };
    onState(current);
  };
  const openTimer = setTimeout(() => current.state === 'connecting' && notify('lost', current.since), openMs);
  const lose = () => notify(current.state === 'live' || current.state === 'lost' ? 'lost' : 'connecting');

  const subscribe = () => {
    clearTimeout(timer);
    if (ended || subscription) return;
    const again = () => {
      subscription = null;
      lose();
      clearTimeout(timer);
      timer = setTimeout(subscribe, RETRY_MS * (0.5 + Math.random()));
    };
    subscription = client.notification.live.subscribe(
      { ws, lastEventId: livePosition.get() },
      {
        onStarted: () => notify('live'),
        onData({ id, data }) {
          livePosition.advance(id);
          if (data.event !== 'ready') onEvent(data);
        },
        onConnectionStateChange: ({ state }) => void (state === 'connecting' && lose()),
        onError(error) {
          const status = (error.data as { httpStatus?: number } | undefined)?.httpStatus;
          if (status === undefined || !FINAL.has(status)) return again();
          subscription = null;
          notify('off');
        },
        onStopped: again,
      },
    );
  };
  const pause = () => {
    subscription?.unsubscribe();
    subscription = null;
  };

  const page = typeof document === 'undefined' ? null : document;
  const onVisibility = () => {
    clearTimeout(timer);
    if (!page?.hidden) subscribe();
    else timer = setTimeout(pause, HIDDEN_MS);
  };
  page?.addEventListener('visibilitychange', onVisibility);
  onState(current);
  subscribe();
  return () => {
    onState({ state: 'off', since: 0 });
    ended = true;
    clearTimeout(openTimer);
    clearTimeout(timer);
    page?.removeEventListener('visibilitychange', onVisibility);
    pause();
  };
}
