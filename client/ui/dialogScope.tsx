import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  DialogContext,
  type DialogScope,
  type Guards,
  lossOf,
  setWaiting,
  useNavigationGuard,
} from './navigationGuard.tsx';

/**
 * For a closable container of forms, such as a dialog: wrap its content with `provide`, and close it with `close`.
 * @param onClose closes it without a question
 * @param busy an action in it runs that is no form
 */
export function useDialogScope(
  onClose: () => void,
  busy = false,
): {
  close: () => void;
  hasUnsaved: () => boolean;
  provide: (children: ReactNode) => ReactNode;
} {
  const [inside] = useState<Guards>(() => new Map());
  const latest = useRef(onClose);
  latest.current = onClose;
  const scope = useMemo<DialogScope>(
    () => ({
      guards: inside,
      close: () => {
        if (inside.size === 0) latest.current();
        else if (lossOf(inside) !== 'sent') setWaiting({ go: () => latest.current(), losing: inside, inDialog: true });
      },
    }),
    [inside],
  );
  return {
    close: scope.close,
    hasUnsaved: () => inside.size > 0,
    provide: (children) => (
      <DialogContext value={scope}>
        <UnsavedGuard sending={busy} />
        {children}
      </DialogContext>
    ),
  };
}

interface UnsavedGuardProps {
  active?: boolean;
  sending?: boolean;
  /** What is displayed cannot be displayed again. */
  once?: boolean;
}

/** `useNavigationGuard` as an element, for input without a form. */
export function UnsavedGuard({ active = false, sending, once }: UnsavedGuardProps): ReactNode {
  return useNavigationGuard(active, () => (once ? 'once' : 'none'), sending);
}
