import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

export interface Placement {
  /** The edge of the anchor that the floating box is aligned to. */
  align?: 'start' | 'end' | 'center';
  side?: 'bottom' | 'top';
  /** At least as wide as the anchor. */
  matchWidth?: boolean;
  /** Distance in px. */
  gap?: number;
}

const margin = 8;

/**
 * Positions a box of the top layer (`popover`) beside its anchor while `open`: flips where there is no space, stays
 * inside the window, follows scrolling.
 */
export function usePlaced(
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  open: boolean,
  { align = 'start', side = 'bottom', matchWidth = false, gap = 4 }: Placement = {},
): void {
  useLayoutEffect(() => {
    const box = floating.current;
    if (!open || !box) return;
    const place = () => {
      const from = anchor.current?.getBoundingClientRect();
      if (!from) return;
      if (matchWidth) box.style.minWidth = `${from.width}px`;
      const { offsetWidth: width, offsetHeight: height } = box;
      const below = from.bottom + gap;
      const above = from.top - gap - height;
      const fitsBelow = below + height <= innerHeight - margin;
      const fitsAbove = above >= margin;
      const top =
        side === 'bottom' ? (fitsBelow || !fitsAbove ? below : above) : fitsAbove || !fitsBelow ? above : below;
      const wanted = { start: from.left, end: from.right - width, center: from.left + (from.width - width) / 2 }[align];
      box.style.left = `${Math.max(margin, Math.min(wanted, innerWidth - width - margin))}px`;
      box.style.top = `${Math.max(margin, Math.min(top, innerHeight - height - margin))}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(box);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchor, floating, open, align, side, matchWidth, gap]);
}

/** Common styles of floating boxes; they also need `popover="manual"` or `"auto"`. */
export const floatingBox = {
  position: 'fixed',
  inset: 'auto',
  margin: '0',
  padding: '1',
  bg: 'surface',
  color: 'ink',
  borderWidth: '1px!',
  borderColor: 'line!',
  borderRadius: 'card',
  boxShadow: 'float',
  overflowY: 'auto',
  maxWidth: 'calc(100vw - 16px)',
  maxHeight: 'min(24rem, calc(100dvh - 16px))',
  animation: 'rise 120ms ease-out',
} as const;
