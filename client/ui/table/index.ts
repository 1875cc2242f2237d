/** The one table and the state of lists in the address. */
export { ColumnHead } from './ColumnHead.tsx';
export { FewTags, NameButton, TwoLines } from './cells.tsx';
export { DataTable, Nothing } from './DataTable.tsx';
export { Pagination } from './Pagination.tsx';
export type { Column, Filter, FilterOption, ListData } from './types.ts';
export { useListState } from './useListState.ts';
export type { DayRange, ListState } from './useListState.ts';
export { LIST_QUERY, tableQuery } from './tableQuery.ts';
export { ListPage } from './ListPage.tsx';
export { timeColumn } from './timeColumn.tsx';
export { useList } from './useList.ts';
export { useRowActions } from './useRowActions.tsx';
export { useStableCards } from './useStableCards.ts';
