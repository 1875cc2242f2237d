import { chakra } from '@chakra-ui/react';
import { Check, ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { floatingBox, usePlaced } from '../usePlaced.ts';
import type { ControlProps } from './Field.tsx';
import { Input } from './inputs.tsx';

export interface Option {
  value: string;
  label: string;
  /** Small text under the label. */
  note?: string;
  disabled?: boolean;
}

export interface ComboboxProps {
  control: ControlProps;
  labelId: string;
  chosen: readonly Option[];
  /** What the search has found so far. */
  options: readonly Option[];
  query: string;
  onQuery: (query: string) => void;
  onToggle: (option: Option) => void;
  onClear: () => void;
  onBlur: () => void;
  onOpen?: () => void;
  multiple?: boolean;
  clearable?: boolean;
  placeholder?: string | undefined;
  /** As low as the filters of a table. */
  dense?: boolean;
  status: 'ready' | 'loading' | 'failed';
  onRetry?: () => void;
  /** Called when the end of the list comes into view. */
  onMore?: (() => void) | undefined;
}

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
const Chip = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    ps: '2.5',
    pe: '0.5',
    minHeight: '8',
    bg: 'accent.soft',
    color: 'accent.text',
    borderRadius: 'control',
    textStyle: 'dense',
    maxWidth: 'full',
  },
});

/** Choose by typing: the ARIA combobox with a list box, one or many. Used by the select fields. */
export function Combobox(props: ComboboxProps) {
  const { control, chosen, options, query, multiple = false, clearable = true, placeholder } = props;
  const { t } = useTranslation('ui');
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const single = multiple ? undefined : chosen[0];
  const show = () => {
    if (control.disabled) return;
    if (!open) props.onOpen?.();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setActive(0);
    props.onQuery('');
  };
  const choose = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    props.onToggle(option);
    if (!multiple) close();
    else props.onQuery('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const go = (index: number) => {
      event.preventDefault();
      if (open) setActive(Math.max(0, Math.min(index, options.length - 1)));
      else show();
    };
    if (event.key === 'ArrowDown') go(active + 1);
    else if (event.key === 'ArrowUp') go(active - 1);
    else if (event.key === 'Home' && open) go(0);
    else if (event.key === 'End' && open) go(options.length - 1);
    else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      choose(options[active]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      close();
    } else if (event.key === 'Backspace' && query === '' && multiple && chosen.length > 0)
      props.onToggle(chosen.at(-1) as Option);
  };
  useEffect(() => setActive(0), [query]);
  const current = options[active];
  return (
    <chakra.div display="grid" gap="1.5" gridTemplateColumns="minmax(0, 1fr)">
      {multiple && chosen.length > 0 && (
        <chakra.ul display="flex" flexWrap="wrap" gap="1.5" listStyle="none" aria-label={t('form.options')}>
          {chosen.map((option) => (
            <Chip key={option.value}>
              <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
                {option.label}
              </chakra.span>
              <IconButton
                size="sm"
                boxSize="7"
                minHeight="7"
                noTooltip
                disabled={control.disabled}
                label={t('form.removeItem', { name: option.label })}
                icon={<X aria-hidden />}
                onClick={() => props.onToggle(option)}
              />
            </Chip>
          ))}
        </chakra.ul>
      )}
      <chakra.div ref={anchor} position="relative">
        <Input
          ref={input}
          {...control}
          dense={props.dense ?? false}
          pe="16"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(open && current && { 'aria-activedescendant': `${listId}-${active}` })}
          autoComplete="off"
          placeholder={single?.label ?? placeholder ?? t('form.select')}
          // Closed it shows the choice; open it is a search box with the choice as its placeholder.
          value={open ? query : (single?.label ?? '')}
          onChange={(event) => {
            show();
            props.onQuery(event.target.value);
          }}
          onClick={show}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            props.onBlur();
          }}
        />
        <chakra.span
          position="absolute"
          insetInlineEnd="1"
          top="50%"
          display="flex"
          alignItems="center"
          css={{ transform: 'translateY(-50%)' }}
        >
          {clearable && single && !control.disabled && (
            <IconButton size="sm" noTooltip label={t('clear')} icon={<X aria-hidden />} onClick={props.onClear} />
          )}
          <IconButton
            size="sm"
            noTooltip
            tabIndex={-1}
            disabled={control.disabled}
            label={t('form.openOptions')}
            icon={<ChevronDown aria-hidden />}
            // Not on click: the press would blur the input first and close the list.
            onMouseDown={(event) => {
              event.preventDefault();
              input.current?.focus();
              if (open) close();
              else show();
            }}
          />
        </chakra.span>
      </chakra.div>
      {open && (
        <Options {...props} listId={listId} anchor={anchor} active={active} onActive={setActive} onChoose={choose} />
      )}
    </chakra.div>
  );
}

interface OptionsProps extends ComboboxProps {
  listId: string;
  anchor: RefObject<HTMLElement | null>;
  active: number;
  onActive: (index: number) => void;
  onChoose: (option: Option) => void;
}

function Options({
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
}: OptionsProps) {
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
  useEffect(() => {
    const target = end.current;
    if (!onMore || !target || status !== 'ready') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      root: list.current,
      rootMargin: '80px',
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [onMore, status, options.length]);
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
        {options.map((option, index) => {
          const on = chosen.some((one) => one.value === option.value);
          return (
            <Entry
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={on}
              {...(option.disabled && { 'aria-disabled': true })}
              {...(index === active && { 'data-active': '' })}
              onPointerMove={() => onActive(index)}
              onClick={() => onChoose(option)}
            >
              <chakra.span flex="1" minWidth="0">
                {option.label}
                {option.note && (
                  <chakra.span display="block" textStyle="small" color="muted" fontWeight="normal">
                    {option.note}
                  </chakra.span>
                )}
              </chakra.span>
              {on && <Check size={16} aria-hidden />}
            </Entry>
          );
        })}
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
