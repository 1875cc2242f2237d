import type { ReactNode } from 'react';

/** One column. `Row` is what the list answers. */
export interface Column<Row> {
  /** Also the name sent as `sortBy`. */
  id: string;
  header: string;
  /** Draws the cell; the first column becomes the link when the table has `rowHref`. */
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** Whether people may hide it; true unless told, never for the first. */
  hideable?: boolean;
  defaultHidden?: boolean;
  /** CSS width, for example `8rem`. */
  width?: string;
}

export interface FilterOption {
  value: string;
  label: string;
}

/** A filter of the bar; `key` is the one of useListState, of the matching kind. */
export type Filter =
  | { kind: 'one'; key: string; label: string; options: readonly FilterOption[] }
  | { kind: 'many'; key: string; label: string; options: readonly FilterOption[] }
  | { kind: 'range'; key: string; label: string; /** Longest range in days. */ maxDays?: number };

/** What every list answers. */
export interface ListData<Row> {
  collection: readonly Row[];
  meta: { currentPage: number; pageSize: number; totalPage: number; totalItems: number };
}
