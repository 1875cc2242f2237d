import type { ReactNode } from 'react';
import { chakra } from '../../ui/index.ts';

/** Facts of a record, each with a label. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <chakra.dl display="grid" gap="3">
      {children}
    </chakra.dl>
  );
}

/** One fact; renders nothing if it is empty. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === '' || children === null || children === undefined) return null;
  return (
    <div>
      <chakra.dt textStyle="dense" color="muted">
        {label}
      </chakra.dt>
      <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </div>
  );
}
