import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

let path = typeof location === 'undefined' ? '' : location.pathname;
/** Whether the user has navigated since the first page was loaded, where the browser sets the focus. */
let arrived = false;
const note = () => {
  arrived ||= location.pathname !== path;
  path = location.pathname;
};
if (typeof window !== 'undefined') for (const event of ['pushState', 'popstate']) window.addEventListener(event, note);

/**
 * For the heading of a page: focuses it, so that it is read aloud, if the link that was followed has disappeared with
 * its page, such as that of a row. The focus of a link that stays, as in a menu, does not move.
 */
export function useArrivalFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.id === 'content';
    if (arrived && isLost) target.current?.focus({ preventScroll: true });
  }, []);
  return target;
}
