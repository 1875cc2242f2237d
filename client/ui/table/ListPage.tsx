import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../EmptyState.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { tableQuery } from './tableQuery.ts';
import type { ListData } from './types.ts';

type TableParts<Row> = Omit<
  DataTableProps<Row>,
  | 'caption'
  | 'data'
  | 'isLoading'
  | 'isRefreshing'
  | 'error'
  | 'onRetry'
  | 'actions'
  | 'emptyState'
  | 'state'
  | 'rowKey'
>;

export interface ListPageProps<Row> extends TableParts<Row> {
  title: string;
  lead: string;
  /** In the header of the page. */
  action?: ReactNode;
  /** Between header and table. */
  note?: ReactNode;
  /** From useList. */
  list: { state: DataTableProps<Row>['state'] };
  /** The list's query. */
  query: Parameters<typeof tableQuery<ListData<Row>>>[0];
  /** Starts a new record: in the toolbar and in the empty state. */
  add?: ReactNode;
  /** Further buttons of the toolbar, before `add`. */
  tools?: ReactNode;
  /** The empty state; a node where it varies. */
  empty: EmptyStateProps | { node: ReactNode };
  /** Its `id` by default. */
  rowKey?: (row: Row) => string;
  /** Dialogs. */
  children?: ReactNode;
}

const idOf = (row: object): string => ('id' in row ? String(row.id) : '');

/**
 * The page of a list: header, search, filters, rows, paging, and the states empty, loading and failed.
 * @example <ListPage id="purpose" title={t('title')} lead={t('lead')} list={list} query={query} columns={columns} … />
 */
export function ListPage<Row extends object>({
  title,
  lead,
  action,
  note,
  list,
  query,
  add,
  tools,
  empty,
  rowKey = idOf,
  children,
  ...table
}: ListPageProps<Row>) {
  return (
    <>
      <PageHeader title={title} description={lead} action={action} />
      {note}
      <DataTable
        {...table}
        caption={title}
        {...tableQuery(query)}
        state={list.state}
        rowKey={rowKey}
        actions={
          <>
            {tools}
            {add}
          </>
        }
        emptyState={'node' in empty ? empty.node : <EmptyState action={add} {...empty} />}
      />
      {children}
    </>
  );
}
