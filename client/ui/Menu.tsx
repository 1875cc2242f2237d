import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useLocation } from 'wouter';
import { isPage, keepParams } from './address.ts';
import { floatingBox, usePlaced } from './usePlaced.ts';
import type { Placement } from './usePlaced.ts';

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Small text under the label. */
  note?: ReactNode;
  onSelect?: () => void;
  /** Opens a page of the application, or another address in a new tab, instead of calling. */
  href?: string;
  disabled?: boolean;
  danger?: boolean;
  /** A line above it. */
  separated?: boolean;
  /** A checkbox item; the menu stays open on choosing it. */
  checked?: boolean;
  /** One of several options; the menu closes on choosing it. */
  current?: boolean;
}

/** Props that the trigger must pass on to its button. */
export interface MenuTriggerProps {
  ref: Ref<HTMLButtonElement>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls'?: string;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export interface MenuProps extends Placement {
  items: readonly MenuItem[];
  /** Renders the button. */
  trigger: (props: MenuTriggerProps) => ReactNode;
  /** Above the items, for example who is signed in. */
  header?: ReactNode;
  /** Names the menu when the button's text does not. */
  label?: string;
}

const List = chakra('div', {
  base: { ...floatingBox, minWidth: '12rem', width: 'max-content', maxHeight: 'calc(100dvh - 16px)' },
});

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: 'full',
    minHeight: '9',
    px: '2.5',
    py: '1.5',
    borderRadius: 'control',
    textAlign: 'start',
    textStyle: 'dense',
    cursor: 'pointer',
    color: 'ink',
    '& svg': { boxSize: '1.15em', flexShrink: 0, color: 'muted' },
    '&:hover, &:focus': { bg: 'subtle' },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-disabled=true]': { opacity: 0.55, cursor: 'not-allowed' },
    '&[data-danger]': { color: 'danger.text', '& svg': { color: 'danger' } },
  },
});

const Rule = chakra('div', { base: { height: '1px', bg: 'line', my: '1', mx: '-1' } });

/**
 * A menu on a button: arrows, Home, End, first letters, Esc; focus returns to the button.
 *
 * @example
 * <Menu items={[{ key: 'edit', label: t('edit'), icon: <Pencil />, href: `/consent/${id}` }]}
 *   trigger={(props) => <IconButton label={t('more')} icon={<Ellipsis />} {...props} />} />
 */
export function Menu({ items, trigger, header, label, ...placement }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState<false | 'first' | 'last'>(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      {trigger({
        ref: anchor,
        id: `${id}-trigger`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== false,
        ...(open && { 'aria-controls': id }),
        onClick: () => setOpen(open ? false : 'first'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {open && (
        <Panel
          id={id}
          items={items}
          header={header}
          label={label}
          anchor={anchor}
          start={open}
          placement={placement}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface PanelProps {
  id: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  label: string | undefined;
  anchor: { current: HTMLButtonElement | null };
  start: 'first' | 'last';
  placement: Placement;
  onClose: () => void;
}

function Panel({ id, items, header, label, anchor, start, placement, onClose }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const [visible, setVisible] = useState(false);
  const typed = useRef({ text: '', at: 0 });
  usePlaced(anchor, box, visible, { align: 'end', ...placement });

  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const close = (refocus: boolean) => {
    onClose();
    if (refocus) anchor.current?.focus();
  };

  useEffect(() => {
    box.current?.showPopover();
    setVisible(true);
    const all = entries();
    (start === 'first' ? all[0] : all.at(-1))?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
    // Runs once for each opening: the panel is mounted only while open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all[(index + all.length) % all.length]?.focus();
    };
    event.stopPropagation();
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at < 0 ? -1 : at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Escape') {
      event.preventDefault();
      // A dialog below listens on the document: it must not close together with the menu.
      event.nativeEvent.stopImmediatePropagation();
      close(true);
    } else if (event.key === 'Tab') close(true);
    else if (event.key.length === 1 && event.key !== ' ') {
      const now = Date.now();
      typed.current = {
        text: (now - typed.current.at < 700 ? typed.current.text : '') + event.key.toLowerCase(),
        at: now,
      };
      const rotated = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      rotated.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(typed.current.text))?.focus();
    }
  };

  const choose = (item: MenuItem) => {
    if (item.disabled) return;
    if (item.checked === undefined) close(true);
    item.onSelect?.();
    if (item.href) {
      if (isPage(item.href)) navigate(keepParams(item.href));
      else window.open(item.href, '_blank', 'noreferrer');
    }
  };

  return (
    <List
      ref={box}
      id={id}
      role="menu"
      popover="manual"
      aria-label={label}
      aria-labelledby={label ? undefined : `${id}-trigger`}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      {header}
      {items.map((item) => (
        <Entry key={item.key} item={item} onChoose={() => choose(item)} />
      ))}
    </List>
  );
}

function Entry({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const role =
    item.checked !== undefined ? 'menuitemcheckbox' : item.current !== undefined ? 'menuitemradio' : 'menuitem';
  const on = item.checked ?? item.current;
  return (
    <>
      {item.separated && <Rule role="separator" />}
      <Item
        type="button"
        role={role}
        tabIndex={-1}
        {...(on !== undefined && { 'aria-checked': on })}
        {...(item.disabled && { 'aria-disabled': true })}
        {...(item.danger && { 'data-danger': '' })}
        onClick={onChoose}
        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      >
        {on !== undefined ? <Check aria-hidden style={{ visibility: on ? 'visible' : 'hidden' }} /> : item.icon}
        <chakra.span flex="1" minWidth="0">
          {item.label}
          {item.note && (
            <chakra.span display="block" textStyle="small" color="muted">
              {item.note}
            </chakra.span>
          )}
        </chakra.span>
      </Item>
    </>
  );
}
