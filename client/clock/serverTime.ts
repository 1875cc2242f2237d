import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../server/router.ts';
import { liveState } from '../live/state.ts';
import { serverNow, setOffset } from '../serverNow.ts';
import { trpc } from '../trpc.ts';
import { listen, restartTicks } from '../ui/ticker.ts';
import { measureOffset } from './offset.ts';

const SECOND = 1000;
/** A measurement this recent is not repeated when another countdown is mounted. */
const FRESH_MS = 60_000;
/** The local clock was set, or the computer has slept, when its two time sources differ by more than this. */
const JUMP_MS = 500;

type Client = Pick<TRPCClient<AppRouter>, 'shell'>;

let measuredAt = -Infinity;
let measuring: Promise<void> | null = null;

/** The local clock by the time since the page was opened: setting the computer's clock does not move it. */
const steady = (): number => performance.timeOrigin + performance.now();

function measure(client: Client): Promise<void> {
  measuring ??= (async () => {
    // Both readings of the local clock by the monotonic one, so that setting the clock meanwhile has no effect.
    const found = await measureOffset(async () => Date.parse((await client.shell.now.query()).now), steady);
    if (found === null) return;
    measuredAt = steady();
    setOffset(found + steady() - Date.now());
    restartTicks();
  })().finally(() => {
    measuring = null;
  });
  return measuring;
}

let followers = 0;
let unfollow = () => {};

/**
 * Behind the sign-in, and while any countdown is mounted: measures at first, when the live connection is restored, when
 * the page becomes visible again, and when the local clock has jumped. @returns ends it
 */
export function followServerTime(client: Client): () => void {
  if (followers++ === 0) {
    if (steady() - measuredAt > FRESH_MS) void measure(client);
    let apart = Date.now() - steady();
    const stopWatching = listen(SECOND, () => {
      const now = Date.now() - steady();
      if (Math.abs(now - apart) > JUMP_MS) void measure(client);
      apart = now;
    });
    const onVisibility = () => {
      if (document.hidden) return;
      // Timers of a hidden page are throttled: first the time as known, then as measured.
      restartTicks();
      void measure(client);
    };
    document.addEventListener('visibilitychange', onVisibility);
    let { state } = liveState.get();
    const stopListening = liveState.subscribe(() => {
      const before = state;
      state = liveState.get().state;
      if (state === 'live' && before === 'lost') void measure(client);
    });
    unfollow = () => {
      stopWatching();
      stopListening();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }
  return () => {
    if (--followers === 0) unfollow();
  };
}

const still = () => () => {};
const subscribe = (listener: () => void) => listen(SECOND, listener);

/**
 * The server's time in epoch ms, truncated to `periodMs` (whole seconds), updated on the server's own period: every
 * screen that uses it displays the same second. `null` for the period: nothing ticks.
 * @example const now = useServerNow(1000);
 */
export function useServerNow(periodMs: number | null): number {
  const { client } = trpc.useUtils();
  const runs = periodMs !== null;
  useEffect(() => (runs ? followServerTime(client) : undefined), [client, runs]);
  const period = periodMs ?? SECOND;
  const read = useCallback(() => (runs ? Math.floor(serverNow() / period) * period : 0), [period, runs]);
  const cut = useSyncExternalStore(runs ? subscribe : still, read);
  return runs ? cut : serverNow();
}
