import { keepPreviousData } from '@tanstack/react-query';

/** Options of every list's query: the rows before stay until the next come. */
export const LIST_QUERY = { placeholderData: keepPreviousData } as const;

/** What a table shows of a list's query. */
interface ListQuery<Data> {
  data: Data | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: { message: string } | null;
  refetch: () => unknown;
}

/**
 * The facts of a list's query that a table takes.
 * @example <DataTable {...tableQuery(list)} columns={columns} state={state} />
 */
export const tableQuery = <Data>(query: ListQuery<Data>) => ({
  data: query.data,
  isLoading: query.isFetching,
  isRefreshing: query.isPlaceholderData,
  error: query.error,
  onRetry: () => void query.refetch(),
});
