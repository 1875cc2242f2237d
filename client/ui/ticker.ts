import { useEffect, useState } from 'react';

type Listener = (now: number) => void;

export interface Ticker {
  /** Calls `listener` every `periodMs` on the full period, until the returned function is called. */
  listen: (periodMs: number, listener: Listener) => () => void;
  /** The clock was set: all listeners are called now, and the periods restart. */
  reset: () => void;
}

/** One timer for each period of the whole page, so that all displays tick in step. `clock` returns epoch ms. */
export function createTicker(clock: () => number): Ticker {
  const beats = new Map<number, { listeners: Set<Listener>; tick: () => void; stop: () => void }>();

  function startBeat(periodMs: number) {
    const listeners = new Set<Listener>();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (now: number) => {
      timer = setTimeout(tick, periodMs - (now % periodMs));
    };
    const tick = () => {
      clearTimeout(timer);
      const now = clock();
      for (const one of listeners) one(now);
      wait(now);
    };
    wait(clock());
    const beat = { listeners, tick, stop: () => clearTimeout(timer) };
    beats.set(periodMs, beat);
    return beat;
  }

  return {
    listen(periodMs, listener) {
      const beat = beats.get(periodMs) ?? startBeat(periodMs);
      beat.listeners.add(listener);
      return () => {
        beat.listeners.delete(listener);
        if (beat.listeners.size > 0) return;
        beat.stop();
        if (beats.get(periodMs) === beat) beats.delete(periodMs);
      };
    },
    reset() {
      for (const { tick } of beats.values()) tick();
    },
  };
}

const ticker = createTicker(Date.now);

/** Epoch ms, updated every `periodMs` on the full period. @example const now = useNow(60_000); */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => ticker.listen(periodMs, setNow), [periodMs]);
  return now;
}
