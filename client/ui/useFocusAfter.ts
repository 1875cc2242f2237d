import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Where the focus continues once a form that had it is done and removed.
 * @param open whether the form is displayed
 * @param again changes when the target is rendered again
 * @example const steps = useFocusAfter<HTMLOListElement>(yourTurn); // <ol ref={steps} tabIndex={-1}>
 */
export function useFocusAfter<Target extends HTMLElement>(open: boolean, again?: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const opened = useRef(open);
  useEffect(() => {
    if (open) opened.current = true;
    else if (opened.current && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [open, again]);
  return target;
}
