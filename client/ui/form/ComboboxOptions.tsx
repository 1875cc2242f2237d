import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { floatingBox, usePlaced } from '../usePlaced.ts';
import type { ComboboxProps, Option } from './Combobox.tsx';

const List = chakra('div', { base: { ...floatingBox, overflow: 'hidden' } });
const Entries = chakra('div', { base: { overflowY: 'auto', maxHeight: 'min(17rem, calc(100dvh - 64px))' } });
const Entry = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '9',
    px: '2.5',
    py: '1.5',
    borderRadius: 'control',
    textStyle: 'dense',
    cursor: 'pointer',
    '&[data-active]': { bg: 'subtle' },
    '&[aria-selected=true]': { color: 'accent.text', fontWeight: 'semibold' },
    '&[aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
    '& svg': { flexShrink: 0 },
  },
});

interface Props extends ComboboxProps {
  /** Of the list box; ids of its options start with it. */
  listId: string;
  anchor: RefObject<HTMLElement | null>;
  active: number;
  onActive: (index: number) => void;
  onChoose: (option: Option) => void;
}

/** The list of a combobox: the results of the search, in a layer above the page. */
export function ComboboxOptions({
  listId,
  labelId,
  anchor,
  chosen,
  options,
  multiple,
  status,
  onRetry,
  onMore,
  active,
  onActive,
  onChoose,
}: Props) {
  const { t } = useTranslation('ui');
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  usePlaced(anchor, box, visible, { matchWidth: true });
  useEffect(() => {
    box.current?.showPopover();
    setVisible(true);
  }, []);
  useEffect(() => {
    box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEndInView({ list, end }, status === 'ready' ? onMore : undefined, options.length);
  const note =
    status === 'failed'
      ? t('form.optionsFailed')
      : status === 'loading'
        ? t('loading')
        : options.length === 0
          ? t('form.noOptions')
          : '';
  return (
    // Presses must not take the focus from the input.
    <List ref={box} popover="manual" onMouseDown={(event) => event.preventDefault()}>
      <Entries
        ref={list}
        id={listId}
        role="listbox"
        aria-labelledby={labelId}
        aria-multiselectable={multiple || undefined}
      >
        {options.map((option, index) => (
          <OptionEntry
            key={option.value}
            id={`${listId}-${index}`}
            option={option}
            chosen={chosen.some((one) => one.value === option.value)}
            active={index === active}
            onActive={() => onActive(index)}
            onChoose={() => onChoose(option)}
          />
        ))}
        <div ref={end} role="presentation" />
      </Entries>
      <chakra.div role="status" textStyle="dense" color="muted" {...(note && { px: '2.5', py: '2' })}>
        {note}
        {status === 'failed' && onRetry && (
          <chakra.button type="button" ms="2" textDecoration="underline" cursor="pointer" onClick={onRetry}>
            {t('retry')}
          </chakra.button>
        )}
      </chakra.div>
    </List>
  );
}

interface OptionEntryProps {
  id: string;
  option: Option;
  chosen: boolean;
  active: boolean;
  onActive: () => void;
  onChoose: () => void;
}

function OptionEntry({ id, option, chosen, active, onActive, onChoose }: OptionEntryProps) {
  return (
    <Entry
      id={id}
      role="option"
      aria-selected={chosen}
      {...(option.disabled && { 'aria-disabled': true })}
      {...(active && { 'data-active': '' })}
      onPointerMove={onActive}
      onClick={onChoose}
    >
      <chakra.span flex="1" minWidth="0">
        {option.label}
        {option.note && (
          <chakra.span display="block" textStyle="small" color="muted" fontWeight="normal">
            {option.note}
          </chakra.span>
        )}
      </chakra.span>
      {chosen && <Check size={16} aria-hidden />}
    </Entry>
  );
}

/** Calls `onEnd` when the end of a list comes into view, again for every length of the list. */
function useEndInView(
  { list, end }: Record<'list' | 'end', RefObject<HTMLElement | null>>,
  onEnd: (() => void) | undefined,
  length: number,
): void {
  useEffect(() => {
    const target = end.current;
    if (!onEnd || !target) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEnd(), {
      root: list.current,
      rootMargin: '80px',
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [list, end, onEnd, length]);
}
