import { chakra } from '@chakra-ui/react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { floatingBox, usePlaced } from './usePlaced.ts';
import type { Placement } from './usePlaced.ts';

/** Props that the trigger must pass on to its button. */
export interface PopoverTriggerProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls'?: string;
  onClick: () => void;
}

export interface PopoverProps extends Placement {
  /** Names the box for screen readers. */
  label: string;
  trigger: (props: PopoverTriggerProps) => ReactNode;
  /** The content; call `close` when a choice is made. */
  children: (close: () => void) => ReactNode;
  /** CSS width and height limits. */
  width?: string;
  maxHeight?: string;
}

const Box = chakra('div', { base: { ...floatingBox, padding: '0', outline: 'none' } });

/**
 * A box on a button, for more than a menu can have. Esc and a click outside close it; focus returns.
 * @example
 * <Popover label={t('notices')} width="300px" maxHeight="500px"
 *   trigger={(props) => <IconButton label={t('notices')} icon={<Bell />} {...props} />}>{(close) => …}</Popover>
 */
export function Popover({ label, trigger, children, width, maxHeight, ...placement }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        ...(open && { 'aria-controls': id }),
        onClick: () => setOpen(!open),
      })}
      {/* A content that is still loading is rendered together with its box, so that the focus can be set within it. */}
      <Suspense fallback={null}>
        {open && (
          <FloatingPanel
            id={id}
            label={label}
            anchor={anchor}
            onClose={close}
            width={width}
            maxHeight={maxHeight}
            {...placement}
          >
            {children(close)}
          </FloatingPanel>
        )}
      </Suspense>
    </>
  );
}

export interface FloatingPanelProps extends Placement {
  id?: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
  width?: string | undefined;
  maxHeight?: string | undefined;
  /** Does not move the focus on opening. */
  keepFocus?: boolean;
}

/** The floating box itself; mounted only while open. */
export function FloatingPanel({
  id,
  label,
  anchor,
  onClose,
  children,
  width,
  maxHeight,
  keepFocus = false,
  ...placement
}: FloatingPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  usePlaced(anchor, box, visible, placement);
  const latest = useRef(onClose);
  latest.current = onClose;

  useEffect(() => {
    const panel = box.current;
    panel?.showPopover();
    setVisible(true);
    if (!keepFocus)
      (panel?.querySelector<HTMLElement>('[data-autofocus], input, button, a[href], [tabindex="0"]') ?? panel)?.focus({
        preventScroll: true,
      });
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!panel?.contains(target) && !anchor.current?.contains(target)) latest.current();
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('focusin', outside, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('focusin', outside, true);
    };
  }, [anchor, keepFocus]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onClose();
    anchor.current?.focus();
  };
  return (
    <Box
      ref={box}
      id={id}
      role="dialog"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...(width && { width })}
      {...(maxHeight && { maxHeight: `min(${maxHeight}, calc(100dvh - 16px))` })}
    >
      {children}
    </Box>
  );
}
