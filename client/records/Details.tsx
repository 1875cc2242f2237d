import { type ReactNode, Suspense, useState } from 'react';
import { chakra, SkeletonText } from '../ui/index.ts';

/** Content that is displayed, and rendered, on demand. */
export function Details({
  summary,
  opened = false,
  children,
}: {
  summary: string;
  opened?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(opened);
  return (
    <chakra.details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <chakra.summary cursor="pointer" color="accent.text" textStyle="dense" minHeight="8" mb={open ? '2' : '0'}>
        {summary}
      </chakra.summary>
      {open && <Suspense fallback={<SkeletonText lines={3} />}>{children}</Suspense>}
    </chakra.details>
  );
}
