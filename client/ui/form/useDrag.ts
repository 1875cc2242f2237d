import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

/**
 * The drag in progress: from which position, over which position, the distance from the start (pixels), and how far the
 * others move aside.
 */
interface DragState {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly pointerStart: number;
  readonly by: number;
  readonly room: number;
}

interface DragOptions<Item> {
  /** Its children are the items, in their order. */
  list: RefObject<HTMLElement | null>;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  onMove: (from: number, to: number) => void;
}

/**
 * Dragging the items of a list by a handle, with a mouse, a finger or a pen. Escape cancels.
 * @returns the key of the dragged item, the current offset of each item (pixels), and the handlers of a handle
 */
export function useDrag<Item>({ list, items, itemKey, onMove }: DragOptions<Item>) {
  const [drag, setDrag] = useState<DragState | null>(null);
  // Positions are read from the layout, without transforms, relative to the list's top: it may be scrolled meanwhile.
  const place = (index: number) => list.current!.children[index] as HTMLElement;
  const heightOf = (event: PointerEvent) => event.clientY - list.current!.getBoundingClientRect().top;
  const take = (event: PointerEvent<HTMLElement>, key: string, from: number) => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const gap = items.length > 1 ? place(1).offsetTop - place(0).offsetTop - place(0).offsetHeight : 0;
    setDrag({ key, from, to: from, pointerStart: heightOf(event), by: 0, room: place(from).offsetHeight + gap });
  };
  const over = (event: PointerEvent): number => {
    const height = heightOf(event) + place(0).offsetTop;
    const found = items.findIndex((_, index) => height < place(index).offsetTop + place(index).offsetHeight);
    return found === -1 ? items.length - 1 : found;
  };
  const carry = (event: PointerEvent) => {
    if (!drag) return;
    const to = over(event);
    if (to !== drag.to) place(to).scrollIntoView({ block: 'nearest' });
    setDrag({ ...drag, to, by: heightOf(event) - drag.pointerStart });
  };
  const drop = (event: PointerEvent) => {
    if (!drag) return;
    setDrag(null);
    onMove(
      items.findIndex((one) => itemKey(one) === drag.key),
      over(event),
    );
  };
  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return;
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it stays open.
      event.stopPropagation();
      setDrag(null);
    };
    addEventListener('keydown', letGo, true);
    return () => removeEventListener('keydown', letGo, true);
  }, [dragging]);
  const shift = (key: string, index: number): number => {
    if (!drag) return 0;
    if (key === drag.key) return drag.by;
    if (drag.from < index && index <= drag.to) return -drag.room;
    return drag.to <= index && index < drag.from ? drag.room : 0;
  };
  const handle = (key: string, index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => take(event, key, index),
    onPointerMove: carry,
    onPointerUp: drop,
    onLostPointerCapture: () => setDrag(null),
  });
  return { draggedKey: drag?.key, shift, handle };
}
