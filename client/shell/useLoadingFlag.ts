import { useEffect, useState } from 'react';
import { LOADING_OFF_DELAY } from '../../shared/constants.ts';

/**
 * The loading flag of a page, which is set immediately and cleared with the delay of the specification. One that was
 * never set has no delay.
 */
export function useLoadingFlag(busy: boolean): boolean {
  const [lingering, setLingering] = useState(busy);
  useEffect(() => {
    if (busy) {
      setLingering(true);
      return;
    }
    const timer = setTimeout(() => setLingering(false), LOADING_OFF_DELAY);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy || lingering;
}
