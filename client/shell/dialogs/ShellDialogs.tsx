import { createContext, Suspense, useCallback, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { loadDeferredTexts } from '../../i18n.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

/** The dialogs that any part of the shell can open. `name` is the chosen menu entry. */
export type ShellDialog =
  | { readonly kind: 'password' }
  | { readonly kind: 'webForm' }
  | { readonly kind: 'support'; readonly name?: string }
  | { readonly kind: 'sale'; readonly name: string }
  | { readonly kind: 'shortcuts' };

// Each in its own chunk: forms are large, and few people open them in their first minute.
const DIALOGS = {
  password: lazyScreen(() => import('./ChangePassword.tsx')),
  webForm: lazyScreen(async () => {
    const [dialog] = await Promise.all([import('./WebFormManagement.tsx'), loadDeferredTexts()]);
    return dialog;
  }),
  support: lazyScreen(() => import('./ContactSupport.tsx')),
  sale: lazyScreen(() => import('./Sale.tsx')),
  shortcuts: lazyScreen(() => import('./Shortcuts.tsx')),
};

/** Props of every shell dialog. */
export interface ShellDialogProps {
  /** The chosen menu entry. */
  name?: string | undefined;
  open: boolean;
  onClose: () => void;
}

const OpenDialog = createContext<(dialog: ShellDialog) => void>(() => {});

/** Opens a dialog of the shell. @example const open = useShellDialog(); open({ kind: 'support' }) */
export const useShellDialog = (): ((dialog: ShellDialog) => void) => useContext(OpenDialog);

/** Renders the open shell dialog beside the pages. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback((next: ShellDialog) => {
    setDialog(next);
    setOpen(true);
  }, []);
  const DialogView = dialog ? DIALOGS[dialog.kind] : null;
  const name = dialog && 'name' in dialog ? dialog.name : undefined;
  const onClose = useMemo(() => () => setOpen(false), []);
  return (
    <OpenDialog value={show}>
      {children}
      <Suspense fallback={null}>{DialogView && <DialogView name={name} open={open} onClose={onClose} />}</Suspense>
    </OpenDialog>
  );
}
