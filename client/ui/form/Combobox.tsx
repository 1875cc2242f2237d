import { chakra } from '@chakra-ui/react';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { ChosenChip } from './ChosenChip.tsx';
import { ComboboxOptions } from './ComboboxOptions.tsx';
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
  /** The results of the search so far. */
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

/** Whether the list is open, which option is active, and the effects of choosing and of keys. */
function useListBox({ control, chosen, options, query, multiple = false, onOpen, onQuery, onToggle }: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const show = () => {
    if (control.disabled) return;
    if (!open) onOpen?.();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setActive(0);
    onQuery('');
  };
  const choose = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    onToggle(option);
    if (!multiple) close();
    else onQuery('');
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
      onToggle(chosen.at(-1) as Option);
  };
  useEffect(() => setActive(0), [query]);
  return { open, active, setActive, show, close, choose, onKeyDown };
}

/** A choice by typing: the ARIA combobox with a list box, for one or many. The select fields use it. */
export function Combobox(props: ComboboxProps) {
  const { control, chosen, options, query, multiple = false, clearable = true, placeholder } = props;
  const { t } = useTranslation('ui');
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const single = multiple ? undefined : chosen[0];
  const { open, active, setActive, show, close, choose, onKeyDown } = useListBox(props);
  const current = options[active];
  return (
    <chakra.div display="grid" gap="1.5" gridTemplateColumns="minmax(0, 1fr)">
      {multiple && chosen.length > 0 && <Chosen {...{ control, chosen }} onRemove={props.onToggle} />}
      <chakra.div ref={anchor} position="relative">
        <Input
          ref={input}
          {...control}
          dense={props.dense ?? false}
          pe={clearable && single ? '16' : '10'}
          textOverflow="ellipsis"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(open && current && { 'aria-activedescendant': `${listId}-${active}` })}
          autoComplete="off"
          placeholder={single?.label ?? placeholder ?? t('form.select')}
          // Closed it displays the choice; open it is a search box with the choice as its placeholder.
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
        <Buttons
          disabled={control.disabled}
          onClear={clearable && single ? props.onClear : undefined}
          onToggle={() => {
            input.current?.focus();
            if (open) close();
            else show();
          }}
        />
      </chakra.div>
      {open && (
        <ComboboxOptions
          {...props}
          listId={listId}
          anchor={anchor}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      )}
    </chakra.div>
  );
}

interface ChosenProps extends Pick<ComboboxProps, 'control' | 'chosen'> {
  onRemove: (option: Option) => void;
}

/** The chosen ones of several, each with a remove button. */
function Chosen({ control, chosen, onRemove }: ChosenProps) {
  const { t } = useTranslation('ui');
  return (
    <chakra.ul display="flex" flexWrap="wrap" gap="1.5" listStyle="none" aria-label={t('form.options')}>
      {chosen.map((option) => (
        <ChosenChip
          key={option.value}
          disabled={control.disabled}
          removeLabel={t('form.removeItem', { name: option.label })}
          onRemove={() => onRemove(option)}
        >
          <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {option.label}
          </chakra.span>
        </ChosenChip>
      ))}
    </chakra.ul>
  );
}

interface ButtonsProps {
  disabled: boolean;
  /** Where there is something to clear. */
  onClear: (() => void) | undefined;
  onToggle: () => void;
}

/** At the end of the input: clears it, opens and closes the list. */
function Buttons({ disabled, onClear, onToggle }: ButtonsProps) {
  const { t } = useTranslation('ui');
  return (
    <chakra.span
      position="absolute"
      insetInlineEnd="1"
      top="50%"
      display="flex"
      alignItems="center"
      css={{ transform: 'translateY(-50%)' }}
    >
      {onClear && !disabled && (
        <IconButton size="sm" noTooltip label={t('clear')} icon={<X aria-hidden />} onClick={onClear} />
      )}
      <IconButton
        size="sm"
        noTooltip
        tabIndex={-1}
        disabled={disabled}
        label={t('form.openOptions')}
        icon={<ChevronDown aria-hidden />}
        // Not on click: the press would blur the input first and close the list.
        onMouseDown={(event) => {
          event.preventDefault();
          onToggle();
        }}
      />
    </chakra.span>
  );
}
