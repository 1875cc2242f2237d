import { PREFETCH_IDLE_TIMEOUT } from '../../shared/constants.ts';

/** Does `work` once the browser has time, two seconds later at the latest. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari knows no idle time: a moment after what was just drawn.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: PREFETCH_IDLE_TIMEOUT });
  return () => cancelIdleCallback(handle);
}
