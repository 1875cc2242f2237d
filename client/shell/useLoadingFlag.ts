import { useEffect, useState } from 'react';
import { LOADING_OFF_DELAY } from '../../shared/constants.ts';

/**
 * A loading flag that goes on at once and off with the delay of the specification: 500 ms for a page,
 * 300 ms for a component. One that was never on does not start with a delay.
 */
export function useLoadingFlag(busy: boolean, of: keyof typeof LOADING_OFF_DELAY = 'page'): boolean {
  const [lingering, setLingering] = useState(busy);
  useEffect(() => {
    if (busy) {
      setLingering(true);
      return;
    }
    const timer = setTimeout(() => setLingering(false), LOADING_OFF_DELAY[of]);
    return () => clearTimeout(timer);
  }, [busy, of]);
  return busy || lingering;
}
