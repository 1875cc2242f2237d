import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyScreen } from './lazyScreen.tsx';

const loadPanel = () => import('./DialogPanel.tsx');
const Panel = lazyScreen(loadPanel);
const ConfirmPanel = lazyScreen(() => import('./ConfirmPanel.tsx'));

/** Prefetches the code of dialogs, for example on hover of the button that opens one. */
export const preloadDialog = () => void loadPanel();

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  /** Width in px, 600 by default; never wider than the window. */
  width?: number;
  /** `left` and `right` slide in from the side at full height; `bottom` is a sheet at the bottom of the window. */
  side?: 'center' | 'left' | 'right' | 'bottom';
  /** Stays open on Esc and on a click outside. Not needed for forms: closing them asks about unsaved input. */
  persistent?: boolean;
  /** An action in it runs whose answer would be lost: it cannot be closed. Not needed for forms. */
  busy?: boolean;
}

/**
 * A modal dialog: traps focus, closes on Esc, restores focus. Its code is loaded when first opened.
 * @example <Dialog open={open} onClose={close} title={t('title')} footer={<Button look="main"
 * onClick={save}>…</Button>}>…</Dialog>
 */
export function Dialog(props: DialogProps) {
  const opened = useOpened(props.open);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Resolves when done; the dialog then closes. On rejection it stays open and displays the message. */
  onConfirm: () => Promise<unknown> | void;
  /** A question. */
  title: string;
  /** What will happen. */
  body?: ReactNode;
  /** The verb on the button. */
  confirmLabel: string;
  destructive?: boolean;
  /** A word to type before the button is enabled, for irreversible actions. */
  typed?: string;
}

/**
 * Asks before an action with consequences.
 * @example <ConfirmDialog open={open} onClose={close} destructive title={t('removeTitle')} confirmLabel={t('remove')}
 * onConfirm={() => remove.mutateAsync({ id })} />
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const opened = useOpened(props.open);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmPanel {...props} />
    </Suspense>
  );
}

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  side?: 'left' | 'right';
  /** Width in px: 320 by default. */
  width?: number;
  children: ReactNode;
}

/**
 * A panel from the side, for the menu on small screens.
 * @example <Drawer open={open} onClose={close} title={t('menu')}>…</Drawer>
 */
export function Drawer({ side = 'left', width = 320, ...rest }: DrawerProps) {
  return <Dialog side={side} width={width} {...rest} />;
}

/** Open and close as one hook. @example const dialog = useDialog(); dialog.show(); <Dialog {...dialog.props} … /> */
export function useDialog(): {
  open: boolean;
  show: () => void;
  close: () => void;
  props: { open: boolean; onClose: () => void };
} {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return { open, show: () => setOpen(true), close, props: { open, onClose: close } };
}

/** Stays true after the first opening, so that closing can be animated. */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
