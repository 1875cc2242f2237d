import { useSyncExternalStore } from 'react';

/** Whether dark colours are displayed, for parts that CSS does not reach. */
export const useDark = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const observer = new MutationObserver(listener);
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
      return () => observer.disconnect();
    },
    () => document.documentElement.classList.contains('dark'),
  );
