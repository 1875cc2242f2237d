import { chakra } from '@chakra-ui/react';
import { cloneElement, useEffect, useId, useRef, useState } from 'react';
import type { HTMLAttributes, ReactElement, ReactNode, Ref, RefObject } from 'react';
import { usePlaced } from './usePlaced.ts';

const showDelayMs = 500;
const hideDelayMs = 120;

const Bubble = chakra('span', {
  base: {
    position: 'fixed',
    inset: 'auto',
    margin: '0',
    px: '2.5',
    py: '1.5',
    width: 'max-content',
    maxWidth: '300px',
    bg: 'ink',
    color: 'canvas',
    borderRadius: 'control',
    textStyle: 'small',
    fontWeight: 'normal',
    whiteSpace: 'normal',
    textAlign: 'start',
    animation: 'appear 120ms ease-out',
  },
});

type Anchor = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>;

export interface TooltipProps {
  content: ReactNode;
  /** One element that takes a ref, mouse and focus handlers and can be reached by keyboard. */
  children: Anchor;
  /** The text repeats the element's own label, so it is not read a second time. */
  isLabel?: boolean;
}

/**
 * A short note on hover (after 500 ms) and on keyboard focus, at most 300 px wide. Esc hides it,
 * the pointer may move onto it (WCAG 1.4.13).
 *
 * @example <Tooltip content={exact}><time tabIndex={0}>…</time></Tooltip>
 */
export function Tooltip({ content, children, isLabel = false }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        ref: joinRefs(anchor, own.ref),
        ...(!isLabel && open && { 'aria-describedby': id }),
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') later(true, showDelayMs);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          later(false, hideDelayMs);
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          later(false, 0);
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) later(true, 0);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          later(false, 0);
        },
        onKeyDown: (event) => {
          own.onKeyDown?.(event);
          if (event.key === 'Escape' && open) later(false, 0);
        },
      })}
      {open && content ? (
        <Floating id={id} anchor={anchor} onEnter={() => later(true, 0)} onLeave={() => later(false, hideDelayMs)}>
          {content}
        </Floating>
      ) : null}
    </>
  );
}

interface FloatingProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
}

function Floating({ id, anchor, onEnter, onLeave, children }: FloatingProps) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.showPopover(), []);
  const [visible, setVisible] = useState(false);
  useEffect(() => setVisible(true), []);
  usePlaced(anchor, box, visible, { align: 'center', side: 'top', gap: 6 });
  return (
    <Bubble
      ref={box}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Bubble>
  );
}

/** One ref callback that fills several refs. */
function joinRefs<T>(...refs: (Ref<T> | undefined)[]): (element: T | null) => void {
  return (element) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    }
  };
}
