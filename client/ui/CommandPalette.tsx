import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { usePaletteKey } from './paletteKey.ts';
import { lazyScreen } from './lazyScreen.tsx';

const Panel = lazyScreen(() => import('./CommandPalettePanel.tsx'));

export interface Command {
  key: string;
  label: string;
  /** Language of the label, where it differs from the page. */
  lang?: string;
  /** Its location or kind, small at the end. */
  note?: string;
  icon?: ReactNode;
  /** The address to open. */
  href?: string;
  /** Or an action. */
  onSelect?: () => void;
}

export interface CommandGroup {
  key: string;
  label: string;
  /** The items for a query, best first. Answers of an aborted request are ignored. */
  load: (query: string, signal: AbortSignal) => readonly Command[] | Promise<readonly Command[]>;
}

export interface CommandPaletteProps {
  groups: readonly CommandGroup[];
  /** For control from outside, for example by a search button in the top bar. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Ctrl/⌘ K: a box to open any page, find records and run actions by keyboard. Its code loads when first opened.
 * @example
 * <CommandPalette open={open} onOpenChange={setOpen} groups={[{ key: 'pages', label: t('pages'), load: (query) =>
 * pages.filter(…) }]} />
 */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange } = props;
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  usePaletteKey(open, onOpenChange);
  return opened ? (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  ) : null;
}
