import { Suspense, useState } from 'react';
import { laterPart } from '../ui/laterPart.ts';
import { usePaletteKey } from '../ui/paletteKey.ts';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What it offers and the box it is typed into, which is of no use without the other. */
const Commands = laterPart<PaletteProps>(async () => {
  const [commands] = await Promise.all([import('./PaletteCommands.tsx'), import('../ui/CommandPalettePanel.tsx')]);
  return commands;
});

/** Ctrl/⌘ K: the commands come once the palette is opened, or before, when there is time. */
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

/** Until it is there itself, the palette's key. */
function Key({ open, onOpenChange }: PaletteProps) {
  usePaletteKey(open, onOpenChange);
  return null;
}
