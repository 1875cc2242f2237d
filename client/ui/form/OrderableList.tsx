import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button.tsx';
import { announce } from '../announcer.ts';

export interface OrderableListProps<Item> {
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  itemKey: (item: Item) => string;
  /** The item in words, for its buttons and announcements. */
  itemName: (item: Item, index: number) => string;
  children: (item: Item, index: number) => ReactNode;
  /** Shows a button that adds one. */
  onAdd?: () => void;
  addLabel?: string;
  removable?: boolean;
  disabled?: boolean;
  label: string;
}

/** The list with the item at `from` moved to `to`. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

/**
 * What is dragged: from which place, over which place it is, how far from where it was taken (pixels), and how far the
 * others make room.
 */
interface DragState {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly pointerStart: number;
  readonly by: number;
  readonly room: number;
}

/**
 * Things in an order of one's own: by buttons up and down, or by dragging the handle with a mouse, a finger or a pen.
 * Escape lets go of what is dragged.
 * @example <OrderableList label={t('steps')} items={steps} onChange={setSteps} itemKey={(s) => s.id} itemName={(s) =>
 * s.name}>{(s) => s.name}</OrderableList>
 */
export function OrderableList<Item>({
  items,
  onChange,
  itemKey,
  itemName,
  children,
  onAdd,
  addLabel,
  removable = true,
  disabled = false,
  label,
}: OrderableListProps<Item>) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<DragState | null>(null);
  const move = (from: number, to: number, direction?: 'up' | 'down') => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    onChange(moved(items, from, to));
    announce(t('form.moved', { name: itemName(item, to), position: to + 1, total: items.length }));
    // The focus goes with the item, so that it can be moved on.
    if (direction)
      setTimeout(() => list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`)?.focus());
  };
  // Places are read as they are laid out, whatever is drawn elsewhere at the moment, and by the list's own top: it may
  // be scrolled meanwhile.
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
    move(
      items.findIndex((one) => itemKey(one) === drag.key),
      over(event),
    );
  };
  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return;
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it stays.
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
  return (
    <chakra.div display="grid" gap="2">
      <chakra.ol
        ref={list}
        listStyle="none"
        display="grid"
        gap="2"
        aria-label={label}
        userSelect={dragging ? 'none' : undefined}
      >
        {items.map((item, index) => {
          const key = itemKey(item);
          const name = itemName(item, index);
          return (
            <chakra.li
              key={key}
              display="flex"
              alignItems="flex-start"
              gap="2"
              p="2"
              bg="surface"
              borderWidth="1px"
              borderRadius="card"
              position="relative"
              zIndex={drag?.key === key ? 1 : undefined}
              boxShadow={drag?.key === key ? 'lg' : undefined}
              transition={dragging && drag.key !== key ? 'transform 120ms' : undefined}
              _motionReduce={{ transition: 'none' }}
              style={dragging ? { transform: `translateY(${shift(key, index)}px)` } : undefined}
            >
              {!disabled && (
                <chakra.span
                  color="muted"
                  cursor={dragging ? 'grabbing' : 'grab'}
                  py="2"
                  touchAction="none"
                  aria-hidden
                  data-handle=""
                  onPointerDown={(event) => take(event, key, index)}
                  onPointerMove={carry}
                  onPointerUp={drop}
                  onLostPointerCapture={() => setDrag(null)}
                >
                  <GripVertical size={18} />
                </chakra.span>
              )}
              <chakra.div flex="1" minWidth="0" py="1">
                {children(item, index)}
              </chakra.div>
              {!disabled && (
                <chakra.div display="flex" gap="0.5">
                  <IconButton
                    size="sm"
                    data-move="up"
                    aria-disabled={index === 0}
                    label={t('form.moveUp', { name })}
                    icon={<ArrowUp aria-hidden />}
                    onClick={() => move(index, index - 1, 'up')}
                  />
                  <IconButton
                    size="sm"
                    data-move="down"
                    aria-disabled={index === items.length - 1}
                    label={t('form.moveDown', { name })}
                    icon={<ArrowDown aria-hidden />}
                    onClick={() => move(index, index + 1, 'down')}
                  />
                  {removable && (
                    <IconButton
                      size="sm"
                      label={t('form.removeItem', { name })}
                      icon={<Trash2 aria-hidden />}
                      onClick={() => onChange(items.filter((one) => itemKey(one) !== key))}
                    />
                  )}
                </chakra.div>
              )}
            </chakra.li>
          );
        })}
      </chakra.ol>
      {onAdd && !disabled && (
        <div>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={onAdd}>
            {addLabel ?? t('form.addItem')}
          </Button>
        </div>
      )}
    </chakra.div>
  );
}
