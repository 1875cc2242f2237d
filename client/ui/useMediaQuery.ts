import { useSyncExternalStore } from 'react';

/** Follows a media query. @example const wide = useMediaQuery('(min-width: 1024px)'); */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Below 768 px, where tables become cards and the menu a drawer; never in print. */
export const useIsSmall = (): boolean => useMediaQuery('screen and (max-width: 767.98px)');
