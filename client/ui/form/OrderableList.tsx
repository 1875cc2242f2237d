import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
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
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

/**
 * Things in an order of one's own: by buttons up and down, or by dragging the handle.
 * @example <OrderableList label={t('steps')} items={steps} onChange={setSteps} itemKey={(s) => s.id} itemName={(s) => s.name}>{(s) => s.name}</OrderableList>
 */
export function OrderableList<Item>({ items, onChange, itemKey, itemName, children, onAdd, addLabel, removable = true, disabled = false, label }: OrderableListProps<Item>) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const move = (from: number, to: number, direction?: 'up' | 'down') => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    onChange(moved(items, from, to));
    announce(t('form.moved', { name: itemName(item, to), position: to + 1, total: items.length }));
    // The focus goes with the item, so that it can be moved on.
    if (direction) setTimeout(() => list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`)?.focus());
  };
  return (
    <chakra.div display="grid" gap="2">
      <chakra.ol ref={list} listStyle="none" display="grid" gap="2" aria-label={label}>
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
              opacity={dragged === key ? 0.5 : 1}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                move(items.findIndex((one) => itemKey(one) === dragged), index);
                setDragged(undefined);
              }}
            >
              {!disabled && (
                <chakra.span color="muted" cursor="grab" py="2" draggable aria-hidden onDragStart={() => setDragged(key)} onDragEnd={() => setDragged(undefined)}>
                  <GripVertical size={18} />
                </chakra.span>
              )}
              <chakra.div flex="1" minWidth="0" py="1">
                {children(item, index)}
              </chakra.div>
              {!disabled && (
                <chakra.div display="flex" gap="0.5">
                  <IconButton size="sm" data-move="up" aria-disabled={index === 0} label={t('form.moveUp', { name })} icon={<ArrowUp aria-hidden />} onClick={() => move(index, index - 1, 'up')} />
                  <IconButton size="sm" data-move="down" aria-disabled={index === items.length - 1} label={t('form.moveDown', { name })} icon={<ArrowDown aria-hidden />} onClick={() => move(index, index + 1, 'down')} />
                  {removable && <IconButton size="sm" label={t('form.removeItem', { name })} icon={<Trash2 aria-hidden />} onClick={() => onChange(items.filter((one) => itemKey(one) !== key))} />}
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
