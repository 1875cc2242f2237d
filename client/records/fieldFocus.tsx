import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { Box } from '../ui/index.ts';

/** Marks the position of a field, so that a list of problems can link to it. `name` is its path. */
export function FieldAnchor({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box data-field={name} scrollMarginTop="24" minWidth="0">
      {children}
    </Box>
  );
}

const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), button:not([disabled])';

/** Scrolls to the field of a path, or to its nearest ancestor on the page, and focuses it. */
export function focusField(path: readonly (string | number)[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const name = CSS.escape(path.slice(0, length).join('.'));
    const found = document.querySelector<HTMLElement>(`[name="${name}"], [data-field="${name}"]`);
    if (!found) continue;
    const target = found.matches(FOCUSABLE) ? found : (found.querySelector<HTMLElement>(FOCUSABLE) ?? found);
    focusElement(found, target);
    return;
  }
}

/** Scrolls to an element, without animation under reduced motion, and focuses `target` in it. */
export function focusElement(element: HTMLElement, target: HTMLElement = element): void {
  // Collapsed content can be neither displayed nor focused.
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  target.focus({ preventScroll: true });
}

/** Focuses the field in the address (`?field=accessMeans`), once for each address. */
export function useFocusFromAddress(): void {
  const requestedField = new URLSearchParams(useSearch()).get('field');
  useEffect(() => {
    if (!requestedField) return;
    // After the page is rendered and has been scrolled to its top.
    const timer = setTimeout(() => focusField(requestedField.split('.')), 150);
    return () => clearTimeout(timer);
  }, [requestedField]);
}
