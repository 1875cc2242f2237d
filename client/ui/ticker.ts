import { useEffect, useState } from 'react';
import { serverNow } from '../serverNow.ts';

type Listener = (now: number) => void;

/** One timer for each period of the whole page, so that all displays tick in step. */
const beats = new Map<number, { listeners: Set<Listener>; tick: () => void; stop: () => void }>();

function startBeat(periodMs: number) {
  const listeners = new Set<Listener>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const tick = () => {
    stop();
    const now = serverNow();
    timer = setTimeout(tick, periodMs - (now % periodMs));
    for (const one of listeners) one(now);
  };
  tick();
  const beat = { listeners, tick, stop };
  beats.set(periodMs, beat);
  return beat;
}

/** Calls `listener` on every full period of the server's clock, until the returned function is called. */
export function listen(periodMs: number, listener: Listener): () => void {
  const beat = beats.get(periodMs) ?? startBeat(periodMs);
  beat.listeners.add(listener);
  return () => {
    beat.listeners.delete(listener);
    if (beat.listeners.size > 0) return;
    beat.stop();
    if (beats.get(periodMs) === beat) beats.delete(periodMs);
  };
}

/** The server's clock was measured: all listeners are called now, and the periods restart. */
export function restartTicks(): void {
  for (const { tick } of beats.values()) tick();
}

/** The server's time in epoch ms, updated every `periodMs` on the full period. @example const now = useNow(60_000); */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => listen(periodMs, setNow), [periodMs]);
  return now;
}
