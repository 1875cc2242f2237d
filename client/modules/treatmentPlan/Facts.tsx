import type { ReactNode } from 'react';
import { chakra } from '../../ui/index.ts';

/** Labels and values one below the other; empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <chakra.dl display="grid" gap="3">
      {facts
        .filter(([, value]) => value !== '' && value !== null && value !== false)
        .map(([label, value]) => (
          <div key={label}>
            <chakra.dt textStyle="dense" color="muted">
              {label}
            </chakra.dt>
            <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </div>
        ))}
    </chakra.dl>
  );
}
