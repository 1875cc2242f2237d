import { PREFETCH_IDLE_TIMEOUT } from '../../shared/constants.ts';

/** Whether the browser was asked to save data. Safari and Firefox do not tell. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches ahead (`work`) once the browser has time, two seconds later at the latest; nothing for who saves data, to whom
 * all of it comes when it is asked for. Returns how to call it off.
 */
export function whenIdle(work: () => void): () => void {
  if (savesData()) return () => {};
  // Safari knows no idle time: a moment after what was just drawn.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: PREFETCH_IDLE_TIMEOUT });
  return () => cancelIdleCallback(handle);
}
