import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const AREAS = {
  below: {},
  beside: {
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'fit-content(14rem) minmax(0, 1fr)' },
    columnGap: '4',
    css: {
      '& > div': { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' },
      '@media print': { gridTemplateColumns: '12rem minmax(0, 1fr)' },
    },
  },
  columns: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))' },
  figures: { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' },
} as const;

export interface FactsProps {
  /**
   * Values `below` their labels, or `beside` them; `columns`: several facts in a row; `figures`: as many short ones as
   * fit.
   */
  layout?: keyof typeof AREAS;
  /** Labels and values, in place of Facts as children. */
  rows?: readonly (readonly [label: ReactNode, value: ReactNode] | null | false)[];
  children?: ReactNode;
}

/**
 * Facts, each with a label.
 * @example <Facts rows={[[t('field.email'), person.email]]} />
 */
export function Facts({ layout = 'below', rows, children }: FactsProps) {
  return (
    <chakra.dl display="grid" rowGap={layout === 'beside' ? '2' : '3'} columnGap="3" {...AREAS[layout]}>
      {rows?.map(
        (row, place) =>
          row && (
            <Fact key={place} label={row[0]}>
              {row[1]}
            </Fact>
          ),
      )}
      {children}
    </chakra.dl>
  );
}

/** Whether a fact has nothing to display. */
export const isBlank = (value: ReactNode): boolean =>
  value === '' || value === null || value === undefined || value === false;

/** One fact; nothing if it is empty. `wide`: across all columns. */
export function Fact({ label, wide = false, children }: { label: ReactNode; wide?: boolean; children: ReactNode }) {
  if (isBlank(children)) return null;
  return (
    <chakra.div minWidth="0" {...(wide && { gridColumn: '1 / -1' })}>
      <chakra.dt textStyle="dense" color="muted">
        {label}
      </chakra.dt>
      <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
