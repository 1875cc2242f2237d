import { PREFETCH_IDLE_TIMEOUT } from '../../shared/constants.ts';

/** Whether the browser is set to save data. Safari and Firefox do not report it. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Prefetches (`work`) once the browser is idle, two seconds later at the latest; not where data is saved, since
 * everything is then loaded on demand, unless `always`. @returns cancels it
 */
export function whenIdle(work: () => void, { always = false } = {}): () => void {
  if (savesData() && !always) return () => {};
  // Safari has no idle callback: a moment after the last paint.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: PREFETCH_IDLE_TIMEOUT });
  return () => cancelIdleCallback(handle);
}
