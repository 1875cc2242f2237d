import type { ReactNode } from 'react';
import { chakra } from '../../ui/index.ts';

export type Fact = readonly [label: ReactNode, value: ReactNode];

/** Labels with their values, in one column on a phone. Empty ones are left out. */
export function Facts({ rows }: { rows: readonly (Fact | null | false)[] }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(9rem, 13rem) minmax(0, 1fr)' }}
      columnGap="5"
      rowGap={{ base: '0.5', sm: '2' }}
      css={{ '@media print': { gridTemplateColumns: '12rem minmax(0, 1fr)' } }}
    >
      {rows.map((row, index) =>
        row && row[1] ? (
          <chakra.div key={index} display="contents">
            <chakra.dt color="muted" textStyle="dense">
              {row[0]}
            </chakra.dt>
            <chakra.dd overflowWrap="anywhere" whiteSpace="pre-line" mb={{ base: '2', sm: '0' }}>
              {row[1]}
            </chakra.dd>
          </chakra.div>
        ) : null,
      )}
    </chakra.dl>
  );
}

/** Numbers and hashes that people compare character by character. */
export const Exact = chakra('code', { base: { fontFamily: 'mono', textStyle: 'small', overflowWrap: 'anywhere' } });
