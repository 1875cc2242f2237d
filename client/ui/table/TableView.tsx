import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { Link } from '../Link.tsx';
import { Menu } from '../Menu.tsx';
import type { MenuItem } from '../Menu.tsx';
import { VisuallyHidden } from '../layout.tsx';
import type { Column } from './types.ts';
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
}

const Table = chakra('table', {
  base: { width: 'full', borderCollapse: 'separate', borderSpacing: '0', textStyle: 'dense' },
});
const Head = chakra('th', {
  base: {
    px: '4',
    height: '10',
    textAlign: 'start',
    fontWeight: 'semibold',
    color: 'muted',
    whiteSpace: 'nowrap',
    bg: 'subtle',
    borderBottomWidth: '1px!',
  },
});
const Cell = chakra('td', { base: { px: '4', py: '1', borderBottomWidth: '1px!', verticalAlign: 'middle' } });
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
}: RowsProps<R>) {
  const { t } = useTranslation('ui');
  const height = compact ? '40px' : '44px';
  return (
    <chakra.div overflowX="auto" tabIndex={-1}>
      <Table>
        <chakra.caption srOnly>{caption}</chakra.caption>
        <thead>
          <tr>
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
              {columns.map((column, index) => (
                <Cell
                  key={column.id}
                  height={height}
                  {...(index === 0 && { as: 'th' as const, scope: 'row', textAlign: 'start', fontWeight: 'normal' })}
                  {...(column.align === 'end' && { textAlign: 'end', 'data-numeric': '' })}
                >
                  {index === 0 ? <NameCell href={rowHref?.(row)}>{column.cell(row)}</NameCell> : column.cell(row)}
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
      <Head scope="col" width={column.width} {...(end && { textAlign: 'end' })}>
        {column.header}
      </Head>
    );
  }
  const Icon = !sorted ? ArrowUpDown : ascending ? ArrowUp : ArrowDown;
  const next = sorted && ascending ? 'DESC' : sorted ? 'ASC' : end ? 'DESC' : 'ASC';
  return (
    <Head
      scope="col"
      width={column.width}
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
export function NameCell({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <chakra.span fontWeight="semibold">{children}</chakra.span>;
  return (
    <Link href={href} fontWeight="semibold" textDecorationColor="transparent" overflowWrap="anywhere">
      {children}
    </Link>
  );
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
