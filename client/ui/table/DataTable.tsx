import { chakra } from '@chakra-ui/react';
import { ArrowUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import type { MenuItem } from '../Menu.tsx';
import { announce } from '../announcer.ts';
import { useFormat } from '../useFormat.ts';
import { useIsSmall } from '../useMediaQuery.ts';
import { CardsView } from './CardsView.tsx';
import { Pagination } from './Pagination.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { TableView } from './TableView.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useTablePreferences } from './preferences.ts';
import type { Column, Filter, ListData, MoreFilters, Selection } from './types.ts';
import { useFittingColumns } from './useFittingColumns.ts';
import { useStableRows } from './useStableRows.ts';
import type { ListState } from './useListState.ts';

export interface DataTableProps<Row> {
  /** The key of the table's stored preferences (density, columns): unique in the application. */
  id: string;
  /** The content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  data: ListData<Row> | undefined;
  isLoading: boolean;
  /** Older rows are displayed while newer ones load: they are dimmed. */
  isRefreshing?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** From useListState. */
  // Lists differ in their sorting and filters; the table only passes them through.
  // eslint-disable-next-line typescript/no-explicit-any
  state: ListState<any, any>;
  filters?: readonly Filter[];
  /** Where some filters are hidden until requested. */
  moreFilters?: MoreFilters;
  /** false leaves the search box out. */
  searchable?: boolean;
  searchPlaceholder?: string;
  /** Buttons at the end of the toolbar. */
  actions?: ReactNode;
  rowKey: (row: Row) => string;
  /** The row's name, for the label of its menu; its key by default. */
  rowName?: (row: Row) => string;
  /** The link of the first column. */
  rowHref?: (row: Row) => string | undefined;
  rowActions?: (row: Row) => readonly MenuItem[];
  /** Makes rows selectable. */
  selection?: Selection;
  /** Called with the rows that are displayed: those of the last answer, and those that new ones pushed off the page. */
  onDisplay?: (rows: readonly Row[]) => void;
  /** Displayed when there are no rows at all; a search without result has its own. */
  emptyState?: ReactNode;
}

const Frame = chakra('div', {
  base: { bg: 'surface', borderWidth: '1px', borderColor: 'line', borderRadius: 'card', overflow: 'clip' },
});

/**
 * The one table: server-side search, sorting, filters and paging, all in the address; choice of columns and density; as
 * many columns as fit; rows that keep their places while others change them; loading, empty and failed states; cards
 * below 768 px and where the most important columns do not fit.
 * @example
 * <DataTable id="consent" caption={t('title')} columns={columns} data={list.data} isLoading={list.isPending}
 *   error={list.error} onRetry={list.refetch} state={state} rowKey={(row) => row.id} rowHref={(row) =>
 * `/consent/${row.id}`} />
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    id,
    columns,
    isLoading,
    isRefreshing = false,
    error,
    state,
    filters = [],
    searchable = true,
    actions,
  } = props;
  const [preferences, change] = useTablePreferences(id);
  const wanted = columns.filter(
    (column, index) => index === 0 || (preferences.columns[column.id] ?? !column.defaultHidden),
  );
  const chosen = new Set(Object.keys(preferences.columns).filter((column) => preferences.columns[column]));
  const { frame, box, fitting, noRoom, asCards } = useFittingColumns(wanted, chosen);
  const isSmall = useIsSmall();
  const small = isSmall || asCards;
  const key = JSON.stringify([state.input, state.filters, state.beyond]);
  const { data, pending, show } = useStableRows(props.data, { key, isRefreshing, rowKey: props.rowKey });
  useAnnouncedTotal(isRefreshing ? undefined : data?.meta.totalItems, state);
  const last = useLastPage(data, isRefreshing, state);
  const displayed = data?.collection;
  const { onDisplay } = props;
  useEffect(() => {
    if (displayed) onDisplay?.(displayed);
  }, [displayed, onDisplay]);

  return (
    <Frame ref={frame} data-list={id}>
      <Toolbar
        {...{ columns, state, filters, searchable, actions, small, preferences }}
        noRoom={small ? undefined : noRoom}
        searchPlaceholder={props.searchPlaceholder}
        total={data?.meta.totalItems}
        more={props.moreFilters}
        onPreferences={change}
      />
      <PendingBar count={pending} onShow={show} />
      {error && !data ? (
        <ErrorState onRetry={props.onRetry} retrying={isLoading} />
      ) : !data || last !== undefined || (isRefreshing && data.collection.length === 0) ? (
        <TableSkeleton
          rows={Math.min(state.pageSize, 10)}
          columns={fitting.length}
          compact={preferences.compact}
          small={small}
        />
      ) : data.collection.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <chakra.div
          opacity={isRefreshing ? 0.6 : 1}
          transition="opacity 160ms ease-out"
          aria-busy={isRefreshing || undefined}
        >
          <Rows
            {...props}
            data={data}
            columns={small ? wanted : fitting}
            compact={preferences.compact}
            small={small}
            box={box}
          />
          <chakra.div borderTopWidth="1px">
            <Pagination meta={data.meta} pageHref={state.pageHref} onPageSize={state.setPageSize} />
          </chakra.div>
        </chakra.div>
      )}
    </Frame>
  );
}

type RowsOwn<Row> = DataTableProps<Row> & {
  data: ListData<Row>;
  compact: boolean;
  small: boolean;
  box: RefObject<HTMLDivElement | null>;
};

function Rows<Row>({
  data,
  small,
  rowKey,
  rowName,
  rowHref,
  rowActions,
  selection,
  caption,
  columns,
  state,
  compact,
  box,
}: RowsOwn<Row>) {
  const View = small ? CardsView<Row> : TableView<Row>;
  return (
    <View
      {...{ caption, columns, state, compact, rowKey, rowHref, rowActions, selection, box }}
      rowName={rowName ?? rowKey}
      rows={data.collection}
    />
  );
}

export interface NothingProps {
  state: Pick<ListState, 'narrowed' | 'clear'>;
  /** Displayed when there is nothing at all. */
  emptyState?: ReactNode;
}

/** In place of a list without rows: that nothing matches the search, or that there is nothing yet. */
export function Nothing({ state, emptyState }: NothingProps) {
  const { t } = useTranslation('ui');
  if (!state.narrowed) return emptyState ?? <EmptyState title={t('table.emptyTitle')} />;
  return (
    <EmptyState
      title={t('table.noMatchTitle')}
      body={t('table.noMatchBody')}
      action={
        <Button icon={<X aria-hidden />} onClick={state.clear}>
          {t('table.clearFilters')}
        </Button>
      }
    />
  );
}

/**
 * New rows wait here until the user displays them, so that nothing moves under the pointer: it lies over the table,
 * since in a line of its own it would push the rows down.
 */
function PendingBar({ count, onShow }: { count: number; onShow: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  const { number } = useFormat();
  return (
    <chakra.div role="status" data-screen="" position="relative" height="0" zIndex="1">
      {count > 0 && (
        <chakra.div
          position="absolute"
          insetInline="0"
          marginInline="auto"
          width="fit-content"
          maxWidth="full"
          transform="translateY(-60%)"
          display="flex"
          alignItems="center"
          gap="2"
          ps="4"
          pe="1"
          bg="live.soft"
          color="live.text"
          borderWidth="1px"
          borderRadius="full"
          boxShadow="float"
          textStyle="dense"
        >
          {t('table.pending', { number: number(count) })}
          <Button size="sm" look="text" color="live.text" icon={<ArrowUp aria-hidden />} onClick={onShow}>
            {t('table.showPending')}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}

/**
 * Navigates from the address of a page that does not exist (any more) to the last one.
 * @returns the last page, while navigating there
 */
function useLastPage(data: ListData<unknown> | undefined, isRefreshing: boolean, state: ListState): number | undefined {
  const last =
    data &&
    data.collection.length === 0 &&
    data.meta.totalItems > 0 &&
    !isRefreshing &&
    data.meta.currentPage > data.meta.totalPage
      ? data.meta.totalPage
      : undefined;
  useEffect(() => {
    if (last !== undefined) state.setPage(last, true);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [last]);
  return last;
}

/** Announces to screen readers how many were found after a search, not on the first load. */
function useAnnouncedTotal(total: number | undefined, state: ListState): void {
  const { t } = useTranslation('ui');
  const { number } = useFormat();
  const before = useRef<string>(undefined);
  const queryKey = JSON.stringify([state.query, state.filters]);
  useEffect(() => {
    if (total === undefined) return;
    const now = `${queryKey} ${total}`;
    if (before.current !== undefined && before.current !== now) announce(t('table.results', { number: number(total) }));
    before.current = now;
  }, [total, queryKey, t, number]);
}
