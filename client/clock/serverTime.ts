import { getDefaultStore } from 'jotai';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { liveStateAtom } from '../live/live.ts';
import { trpc } from '../trpc.ts';
import { createTicker } from '../ui/ticker.ts';
import { measureOffset } from './offset.ts';

const SECOND = 1000;
/** A measurement this young is not repeated because one more clock is shown. */
const FRESH_MS = 60_000;
/** Our own clock was set, or the computer has slept, when the two ways of telling time part by more than this. */
const JUMP_MS = 500;

type Ask = () => Promise<number>;

let offsetMs = 0;
let measuredAt = -Infinity;
let measuring: Promise<void> | null = null;
const ticker = createTicker(serverNow);

/**
 * The server's time as far as known, epoch ms. Every countdown goes by it: what a computer's own clock says does not
 * matter.
 */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Our own clock by the time since the page was opened: setting the computer's clock does not move it. */
const steady = (): number => performance.timeOrigin + performance.now();

function measure(ask: Ask): Promise<void> {
  measuring ??= (async () => {
    // Both readings of our own clock by the steady one, so that a clock set meanwhile spoils nothing.
    const found = await measureOffset(ask, steady);
    if (found === null) return;
    measuredAt = steady();
    offsetMs = found + steady() - Date.now();
    ticker.reset();
  })().finally(() => {
    measuring = null;
  });
  return measuring;
}

let followers = 0;
let unfollow = () => {};

/**
 * While any clock is shown: measures at first, when the live connection is back, when the page is looked at again, and
 * when our own clock has jumped.
 */
function follow(ask: Ask): () => void {
  if (followers++ === 0) {
    if (steady() - measuredAt > FRESH_MS) void measure(ask);
    let apart = Date.now() - steady();
    const stopWatching = ticker.listen(SECOND, () => {
      const now = Date.now() - steady();
      if (Math.abs(now - apart) > JUMP_MS) void measure(ask);
      apart = now;
    });
    const onVisibility = () => {
      if (document.hidden) return;
      // A hidden page's timers are held back: first the time as known, then as measured.
      ticker.reset();
      void measure(ask);
    };
    document.addEventListener('visibilitychange', onVisibility);
    const store = getDefaultStore();
    let { state } = store.get(liveStateAtom);
    const stopListening = store.sub(liveStateAtom, () => {
      const before = state;
      state = store.get(liveStateAtom).state;
      if (state === 'live' && before === 'lost') void measure(ask);
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
const subscribe = (listener: () => void) => ticker.listen(SECOND, listener);

/**
 * The server's time in epoch ms, cut to `periodMs` (whole seconds), renewed on the server's own beat: every screen that
 * asks for it shows the same second. `null` for the period: no clock runs, nothing ticks.
 * @example const now = useServerNow(1000);
 */
export function useServerNow(periodMs: number | null): number {
  const { client } = trpc.useUtils();
  const runs = periodMs !== null;
  useEffect(
    () => (runs ? follow(async () => Date.parse((await client.shell.now.query()).now)) : undefined),
    [client, runs],
  );
  const period = periodMs ?? SECOND;
  const read = useCallback(() => (runs ? Math.floor(serverNow() / period) * period : 0), [period, runs]);
  const cut = useSyncExternalStore(runs ? subscribe : still, read);
  return runs ? cut : serverNow();
}
