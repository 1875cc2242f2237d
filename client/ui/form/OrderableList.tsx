import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { announce } from '../announcer.ts';
import { useDrag } from './useDrag.ts';

export interface OrderableListProps<Item> {
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  itemKey: (item: Item) => string;
  /** The item's name, for its buttons and announcements. */
  itemName: (item: Item, index: number) => string;
  children: (item: Item, index: number) => ReactNode;
  removable?: boolean;
  disabled?: boolean;
  label: string;
}

const Place = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    p: '2',
    bg: 'surface',
    borderWidth: '1px',
    borderRadius: 'card',
    position: 'relative',
  },
});

type Direction = 'up' | 'down';

/** The list with the item at `from` moved to `to`. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

/**
 * A list that the user orders: by buttons up and down, or by dragging the handle with a mouse, a finger or a pen.
 * Escape cancels dragging.
 * @example <OrderableList label={t('steps')} items={steps} onChange={setSteps} itemKey={(s) => s.id} itemName={(s) =>
 * s.name}>{(s) => s.name}</OrderableList>
 */
export function OrderableList<Item>({
  items,
  onChange,
  itemKey,
  itemName,
  children,
  removable = true,
  disabled = false,
  label,
}: OrderableListProps<Item>) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number, direction?: Direction) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    onChange(moved(items, from, to));
    announce(t('form.moved', { name: itemName(item, to), position: to + 1, total: items.length }));
    // The focus follows the item, so that it can be moved further.
    if (direction)
      setTimeout(() => list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`)?.focus());
  };
  const { draggedKey, shift, handle } = useDrag({ list, items, itemKey, onMove: move });
  const dragging = draggedKey !== undefined;
  return (
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
          <Place
            key={key}
            zIndex={draggedKey === key ? 1 : undefined}
            boxShadow={draggedKey === key ? 'float' : undefined}
            transition={dragging && draggedKey !== key ? 'transform 120ms' : undefined}
            _motionReduce={{ transition: 'none' }}
            style={dragging ? { transform: `translateY(${shift(key, index)}px)` } : undefined}
          >
            {!disabled && <Handle dragging={dragging} {...handle(key, index)} />}
            <chakra.div flex="1" minWidth="0" py="1">
              {children(item, index)}
            </chakra.div>
            {!disabled && (
              <ItemButtons
                name={name}
                first={index === 0}
                last={index === items.length - 1}
                onMove={(direction) => move(index, direction === 'up' ? index - 1 : index + 1, direction)}
                onRemove={removable ? () => onChange(items.filter((one) => itemKey(one) !== key)) : undefined}
              />
            )}
          </Place>
        );
      })}
    </chakra.ol>
  );
}

/** Drags its item; the buttons do the same for the keyboard. */
function Handle({ dragging, ...handlers }: { dragging: boolean } & ReturnType<ReturnType<typeof useDrag>['handle']>) {
  return (
    <chakra.span
      color="muted"
      cursor={dragging ? 'grabbing' : 'grab'}
      py="2"
      touchAction="none"
      aria-hidden
      data-handle=""
      {...handlers}
    >
      <GripVertical size={18} />
    </chakra.span>
  );
}

interface ItemButtonsProps {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (direction: Direction) => void;
  onRemove: (() => void) | undefined;
}

function ItemButtons({ name, first, last, onMove, onRemove }: ItemButtonsProps) {
  const { t } = useTranslation('ui');
  return (
    <chakra.div display="flex" gap="0.5">
      <IconButton
        size="sm"
        data-move="up"
        aria-disabled={first}
        label={t('form.moveUp', { name })}
        icon={<ArrowUp aria-hidden />}
        onClick={() => onMove('up')}
      />
      <IconButton
        size="sm"
        data-move="down"
        aria-disabled={last}
        label={t('form.moveDown', { name })}
        icon={<ArrowDown aria-hidden />}
        onClick={() => onMove('down')}
      />
      {onRemove && (
        <IconButton size="sm" label={t('form.removeItem', { name })} icon={<Trash2 aria-hidden />} onClick={onRemove} />
      )}
    </chakra.div>
  );
}
