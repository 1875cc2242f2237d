import { keepPreviousData } from '@tanstack/react-query';

/** Options of every list's query: the previous rows stay until the next ones arrive. */
export const LIST_QUERY = { placeholderData: keepPreviousData } as const;

/** The parts of a list's query that a table displays. */
interface ListQuery<Data> {
  data: Data | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: { message: string } | null;
  refetch: () => unknown;
}

/**
 * The props of a table from a list's query.
 * @example <DataTable {...tableQuery(list)} columns={columns} state={state} />
 */
export const tableQuery = <Data>(query: ListQuery<Data>) => ({
  data: query.data,
  isLoading: query.isFetching,
  isRefreshing: query.isPlaceholderData,
  error: query.error,
  onRetry: () => void query.refetch(),
});
