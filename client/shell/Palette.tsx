import { Suspense, useState } from 'react';
import { laterPart } from '../ui/laterPart.ts';
import { usePaletteKey } from '../ui/paletteKey.ts';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The commands and their dialog, loaded together. */
const Commands = laterPart<PaletteProps>(async () => {
  const [commands] = await Promise.all([import('./PaletteCommands.tsx'), import('../ui/CommandPalettePanel.tsx')]);
  return commands;
});

/** Ctrl/⌘ K: the commands are loaded when the palette is opened, or before, when the browser is idle. */
export function Palette(props: PaletteProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  return opened ? (
    <Suspense fallback={null}>
      <Commands {...props} />
    </Suspense>
  ) : (
    <Key {...props} />
  );
}

/** The palette's key until the palette itself is loaded. */
function Key({ open, onOpenChange }: PaletteProps) {
  usePaletteKey(open, onOpenChange);
  return null;
}
