import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './Button.tsx';
import { announce } from './announcer.ts';

const durationMs = 6000;

export interface ToastOptions {
  /** A second line. */
  detail?: string;
  /** One action; choosing it closes the toast. */
  action?: { label: string; onSelect: () => void };
  /** How long it stays, in ms; 6,000 by default. Hover and focus pause the time. */
  durationMs?: number;
}

interface Toast extends ToastOptions {
  id: number;
  kind: 'success' | 'info' | 'error';
  title: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(kind: Toast['kind'], title: string, options: ToastOptions = {}): number {
  // The same text replaces the previous toast: a burst of failures is one toast.
  const isSame = (one: Toast) => one.title === title && one.kind === kind && one.detail === options.detail;
  const rest = toasts.filter((one) => !isSame(one));
  lastId += 1;
  change([...rest.slice(-3), { id: lastId, kind, title, ...options }]);
  announce([title, options.detail].filter(Boolean).join('. '), kind === 'error' ? 'assertive' : 'polite');
  return lastId;
}

/**
 * Short messages below the top bar, at the right, for 6 s, announced to screen readers.
 * @example toast.success(t('saved')); toast.error(message, { action: { label: t('retry'), onSelect: retry } })
 */
export const toast = {
  success: (title: string, options?: ToastOptions) => add('success', title, options),
  info: (title: string, options?: ToastOptions) => add('info', title, options),
  error: (title: string, options?: ToastOptions) => add('error', title, options),
  dismiss: (id: number) => change(toasts.filter((one) => one.id !== id)),
};

const Corner = chakra('section', {
  base: {
    position: 'fixed',
    // Below the bar with bell and account.
    top: '16',
    right: '4',
    zIndex: 'toast',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    width: 'min(380px, calc(100vw - 32px))',
    pointerEvents: 'none',
  },
});

const Card = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '3',
    ps: '4',
    pointerEvents: 'auto',
    bg: 'surface',
    color: 'ink',
    borderRadius: 'card',
    borderWidth: '1px',
    borderInlineStartWidth: '4px',
    boxShadow: 'float',
    textStyle: 'dense',
    animation: 'rise 160ms ease-out',
  },
});

const kinds = {
  success: { Icon: CircleCheck, color: 'ok' },
  info: { Icon: Info, color: 'info' },
  error: { Icon: CircleAlert, color: 'danger' },
} as const;

/** Renders the toasts; use it once at the root of the application. */
export function Toaster() {
  const { t } = useTranslation('ui');
  const visible = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <Corner id="toasts" aria-label={t('notifications')} {...(visible.length === 0 && { hidden: true })}>
      {visible.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </Corner>
  );
}

function ToastCard({ toast: one }: { toast: Toast }) {
  const { t } = useTranslation('ui');
  const [paused, setPaused] = useState(false);
  const left = useRef(one.durationMs ?? durationMs);
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => toast.dismiss(one.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (Date.now() - since));
    };
  }, [paused, one.id]);
  const { Icon, color } = kinds[one.kind];
  return (
    <Card
      borderInlineStartColor={color}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <chakra.span color={color} pt="0.5">
        <Icon size={18} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minWidth="0" pt="0.5">
        <chakra.div fontWeight="semibold">{one.title}</chakra.div>
        {one.detail && <chakra.div color="muted">{one.detail}</chakra.div>}
        {one.action && (
          <Button
            look="text"
            size="sm"
            mt="1"
            onClick={() => {
              toast.dismiss(one.id);
              one.action?.onSelect();
            }}
          >
            {one.action.label}
          </Button>
        )}
      </chakra.div>
      <IconButton size="sm" label={t('close')} noTooltip icon={<X />} onClick={() => toast.dismiss(one.id)} />
    </Card>
  );
}
