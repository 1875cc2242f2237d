import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

let path = typeof location === 'undefined' ? '' : location.pathname;
/** Another page was gone to since the first was loaded, which begins where the browser begins it. */
let arrived = false;
const note = () => {
  arrived ||= location.pathname !== path;
  path = location.pathname;
};
if (typeof window !== 'undefined') for (const event of ['pushState', 'popstate']) window.addEventListener(event, note);

/**
 * For the heading of a page: who came by a link that went with its page, as that of a row, goes on from the heading,
 * which is then read aloud. The focus of a link that stays, as in a menu, stays on it.
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
