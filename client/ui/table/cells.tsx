import { chakra } from '@chakra-ui/react';
import { createContext, use } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Tag } from '../Tag.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { useFormat } from '../useFormat.ts';

/** How rows are rendered: in a table each cell has at most two lines, elsewhere everything is displayed. */
export const RowsShape = createContext<'table' | 'cards'>('cards');

const Line = chakra('span', {
  base: { display: 'block', overflowWrap: 'anywhere', '&[data-line]': { lineClamp: '1' } },
});

interface TwoLinesProps {
  /** The first line. */
  children: ReactNode;
  /** The second line, smaller. */
  more: ReactNode;
}

/**
 * A cell of two lines; in tables neither wraps.
 * @example <TwoLines more={row.email}>{row.name}</TwoLines>
 */
export function TwoLines({ children, more }: TwoLinesProps) {
  const line = use(RowsShape) === 'table' && { 'data-line': '' };
  return (
    <>
      <Line {...line}>{children}</Line>
      {more && (
        <Line {...line} textStyle="small" color="muted" fontWeight="normal">
          {more}
        </Line>
      )}
    </>
  );
}

/** A name that opens its record in a dialog. `<NameButton onClick={open}>{row.name}</NameButton>` */
export function NameButton({
  onClick,
  children,
}: {
  /** Left out where the reader cannot open it. */
  onClick: (() => void) | undefined;
  children: ReactNode;
}) {
  const lines = use(RowsShape) === 'table' ? 2 : undefined;
  return (
    <Button look="text" size="sm" onClick={onClick} disabled={!onClick} overflowWrap="anywhere">
      <chakra.span lineClamp={lines}>{children}</chakra.span>
    </Button>
  );
}

/** Two tags are the maximum height of a row. */
const TAGS_IN_ROW = 2;

/** Tags of a row: in a table two, and the number of others, named on hover and focus; all of them elsewhere. */
export function FewTags({ tags }: { tags: readonly ReactElement[] }) {
  const { number } = useFormat();
  if (use(RowsShape) !== 'table' || tags.length < TAGS_IN_ROW)
    return (
      <chakra.span display="flex" flexWrap="wrap" gap="1">
        {tags}
      </chakra.span>
    );
  const others = tags.slice(TAGS_IN_ROW);
  return (
    <chakra.span
      display="inline-grid"
      gap="0.5"
      justifyItems="start"
      css={{ '& > *, & > * > *': { minHeight: '22px!' } }}
    >
      {tags.slice(0, TAGS_IN_ROW - 1)}
      <chakra.span display="inline-flex" gap="1">
        {tags[TAGS_IN_ROW - 1]}
        {others.length > 0 && (
          <Tooltip
            content={
              <chakra.span display="grid" gap="1" justifyItems="start">
                {others}
              </chakra.span>
            }
          >
            <chakra.span tabIndex={0} css={{ '& > *': { minHeight: '22px!' } }}>
              <Tag>+{number(others.length)}</Tag>
            </chakra.span>
          </Tooltip>
        )}
      </chakra.span>
    </chakra.span>
  );
}
