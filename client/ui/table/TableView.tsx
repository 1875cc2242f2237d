import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown, Ellipsis } from 'lucide-react';
import type { PointerEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { keepArrivingName } from '../arrivingName.ts';
import { Link } from '../Link.tsx';
import { Menu } from '../Menu.tsx';
import type { MenuItem } from '../Menu.tsx';
import { VisuallyHidden } from '../layout.tsx';
import { RowsShape } from './cells.tsx';
import { SelectAll, SelectRow } from './selecting.tsx';
import type { Column, Selection } from './types.ts';
import type { ListState } from './useListState.ts';

export interface RowsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  state: ListState;
  compact: boolean;
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  rowHref: ((row: Row) => string | undefined) | undefined;
  rowActions: ((row: Row) => readonly MenuItem[]) | undefined;
  selection: Selection | undefined;
  /** The box that the table has to fit into. */
  box?: Ref<HTMLDivElement>;
}

const Table = chakra('table', {
  base: { width: 'full', borderCollapse: 'separate', borderSpacing: '0', textStyle: 'dense' },
});
const Head = chakra('th', {
  base: {
    px: '3',
    '&:first-child': { ps: '4' },
    height: '10',
    textAlign: 'start',
    fontWeight: 'semibold',
    color: 'muted',
    whiteSpace: 'nowrap',
    bg: 'subtle',
    borderBottomWidth: '1px!',
  },
});
const Cell = chakra('td', {
  base: {
    px: '3',
    py: '1',
    borderBottomWidth: '1px!',
    verticalAlign: 'middle',
    '&:first-child': { ps: '4' },
    // The clipping of a cell must not clip the focus ring.
    '& :focus-visible': { outlineOffset: '-1px' },
  },
});
/** The content of a cell: never so narrow that words break, never higher than two lines. */
const Words = chakra('div', {
  variants: {
    of: {
      name: { minWidth: '15rem', lineClamp: '2', overflowWrap: 'anywhere' },
      text: { minWidth: '9rem', lineClamp: '2', overflowWrap: 'anywhere' },
      line: {
        maxWidth: '18rem',
        '&, & [data-line]': { whiteSpace: 'nowrap!', overflowX: 'clip!', textOverflow: 'ellipsis' },
        '& [data-line]': { display: 'block!' },
      },
    },
  },
});
const Row = chakra('tr', {
  base: {
    '&:hover > *, &:focus-within > *': { bg: 'color-mix(in srgb, {colors.subtle} 55%, transparent)' },
    '& [data-row-actions] > button': { opacity: 0.35, transition: 'opacity 120ms ease-out' },
    '&:hover [data-row-actions] > button, &:focus-within [data-row-actions] > button, & [aria-expanded=true]': {
      opacity: '1!',
    },
    '&:last-of-type > *': { borderBottomWidth: '0!' },
  },
});
const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    mx: '-2',
    px: '2',
    py: '1',
    borderRadius: 'control',
    fontWeight: 'semibold',
    cursor: 'pointer',
    _hover: { bg: 'line' },
    '&[data-on]': { color: 'accent.text' },
  },
});

/** The rows as a table, from 768 px up. */
export function TableView<R>({
  caption,
  columns,
  rows,
  state,
  compact,
  rowKey,
  rowName,
  rowHref,
  rowActions,
  selection,
  box,
}: RowsProps<R>) {
  const { t } = useTranslation('ui');
  const height = compact ? '40px' : '44px';
  return (
    // Positioned: labels for screen readers stay in their cells, not outside the scrolling box.
    <chakra.div ref={box} position="relative" overflowX="auto" tabIndex={-1}>
      <RowsShape value="table">
        <Table onPointerOver={nameCutWords}>
          <chakra.caption srOnly>{caption}</chakra.caption>
          <thead>
            <tr>
              {selection && (
                <Head width="10" data-screen="">
                  <SelectAll selection={selection} keys={rows.map(rowKey)} />
                </Head>
              )}
              {columns.map((column) => (
                <SortableHead key={column.id} column={column} state={state} />
              ))}
              {rowActions && (
                <Head width="14">
                  <VisuallyHidden>{t('actions')}</VisuallyHidden>
                </Head>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={rowKey(row)}>
                {selection && (
                  <Cell height={height} py="0" data-screen="">
                    <SelectRow selection={selection} row={rowKey(row)} name={rowName(row)} />
                  </Cell>
                )}
                {columns.map((column, index) => (
                  <Cell
                    key={column.id}
                    height={height}
                    {...(index === 0 && { as: 'th' as const, scope: 'row', textAlign: 'start', fontWeight: 'normal' })}
                    {...(column.align === 'end' && { textAlign: 'end', 'data-numeric': '' })}
                  >
                    {index === 0 ? (
                      <NameCell href={rowHref?.(row)} wraps={column.wraps} beside={column.beside?.(row)}>
                        {column.cell(row)}
                      </NameCell>
                    ) : (
                      <Words of={column.wraps ? 'text' : 'line'} data-words="">
                        {column.cell(row)}
                      </Words>
                    )}
                  </Cell>
                ))}
                {rowActions && (
                  <Cell height={height} py="0" px="2" textAlign="end">
                    <RowMenu items={rowActions(row)} name={rowName(row)} />
                  </Cell>
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      </RowsShape>
    </chakra.div>
  );
}

function SortableHead<R>({ column, state }: { column: Column<R>; state: ListState }) {
  const { t } = useTranslation('ui');
  const sorted = state.sortBy === column.id;
  const ascending = state.sortDirection === 'ASC';
  const end = column.align === 'end';
  if (!state.sorts.includes(column.id)) {
    return (
      <Head scope="col" data-column={column.id} {...(end && { textAlign: 'end' })}>
        {column.header}
      </Head>
    );
  }
  const Icon = !sorted ? ArrowUpDown : ascending ? ArrowUp : ArrowDown;
  const next = sorted && ascending ? 'DESC' : sorted ? 'ASC' : end ? 'DESC' : 'ASC';
  return (
    <Head
      scope="col"
      data-column={column.id}
      aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : 'none'}
      {...(end && { textAlign: 'end' })}
    >
      <SortButton
        type="button"
        title={t(next === 'ASC' ? 'table.sortAscending' : 'table.sortDescending', { column: column.header })}
        onClick={() => state.setSort(column.id, next)}
        {...(sorted && { 'data-on': '' })}
      >
        {column.header}
        <Icon size={14} aria-hidden opacity={sorted ? 1 : 0.5} />
      </SortButton>
    </Head>
  );
}

/** The first cell: the name, and the link to the record. */
function NameCell({
  href,
  beside,
  wraps = true,
  children,
}: {
  href: string | undefined;
  beside: ReactNode;
  wraps: boolean | undefined;
  children: ReactNode;
}) {
  const name = (
    <Words of={wraps ? 'name' : 'line'} data-words="">
      <Name href={href}>{children}</Name>
    </Words>
  );
  if (!beside) return name;
  return (
    <chakra.div display="flex" alignItems="center" gap="2">
      {name}
      <chakra.div flexShrink="0">{beside}</chakra.div>
    </chakra.div>
  );
}

/** The name of a row, linked to its record. */
export function Name({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <chakra.span fontWeight="semibold">{children}</chakra.span>;
  return (
    <Link
      href={href}
      fontWeight="semibold"
      textDecorationColor="transparent"
      overflowWrap="anywhere"
      onClick={({ currentTarget }) => keepArrivingName(currentTarget.href, currentTarget.textContent)}
    >
      {children}
    </Link>
  );
}

/** Gives a cell with truncated text its full text as a tooltip on hover. */
function nameCutWords({ target }: PointerEvent<HTMLTableElement>): void {
  const words = (target as Element).closest<HTMLElement>('[data-words]');
  if (!words || words.title !== '') return;
  const isCut = [words, ...words.querySelectorAll<HTMLElement>('[data-line]')].some(
    (line) => line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1,
  );
  if (isCut) words.title = words.innerText;
}

/** Actions of one row, always in a menu. */
export function RowMenu({ items, name }: { items: readonly MenuItem[]; name: string }) {
  const { t } = useTranslation('ui');
  if (items.length === 0) return null;
  return (
    <span data-row-actions="">
      <Menu
        items={items}
        trigger={(props) => (
          <IconButton
            size="sm"
            noTooltip
            label={t('actionsFor', { name })}
            icon={<Ellipsis aria-hidden />}
            {...props}
          />
        )}
      />
    </span>
  );
}
