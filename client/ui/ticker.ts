import { useEffect, useState } from 'react';

type Listener = (now: number) => void;

/** One timer a period for the whole page, so that all clocks tick in step. */
const tickers = new Map<number, { listeners: Set<Listener>; stop: () => void }>();

function listen(periodMs: number, listener: Listener): () => void {
  let ticker = tickers.get(periodMs);
  if (!ticker) {
    const listeners = new Set<Listener>();
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = Date.now();
      for (const one of listeners) one(now);
      timer = setTimeout(tick, periodMs - (now % periodMs));
    };
    timer = setTimeout(tick, periodMs - (Date.now() % periodMs));
    ticker = { listeners, stop: () => clearTimeout(timer) };
    tickers.set(periodMs, ticker);
  }
  ticker.listeners.add(listener);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    ticker.stop();
    tickers.delete(periodMs);
  };
}

/** Epoch ms, renewed every `periodMs` on the beat. @example const now = useNow(60_000); */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => listen(periodMs, setNow), [periodMs]);
  return now;
}
