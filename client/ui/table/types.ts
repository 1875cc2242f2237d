import type { ReactNode } from 'react';
import type { LoadOptions } from '../form/useOptions.ts';

/** One column. `Row` is an item of the list. */
export interface Column<Row> {
  /** Also the name sent as `sortBy`, where the list can be sorted by it. */
  id: string;
  header: string;
  /** Renders the cell; the first column becomes the link when the table has `rowHref`. */
  cell: (row: Row) => ReactNode;
  /** Beside the content of the first column, outside its link: a tag. */
  beside?: (row: Row) => ReactNode;
  /**
   * Free text, on at most two lines in a table; people, dates, numbers and tags stay on one. The first column always
   * wraps.
   */
  wraps?: boolean;
  /**
   * Where not all columns fit, those of 3 are hidden first, then those of 2 (the default), the later of two before the
   * earlier; those of 1 and the first are never hidden: where they do not fit, rows are cards. Hidden columns can be
   * chosen in the column menu.
   */
  priority?: 1 | 2 | 3;
  /** Numbers are right-aligned. */
  align?: 'start' | 'end';
  /** Whether users can hide it; true by default, never for the first. */
  hideable?: boolean;
  defaultHidden?: boolean;
}

export interface FilterOption {
  value: string;
  label: string;
}

/** A filter of the bar; `key` is the one of useListState, of the matching kind (`one` for `search`). */
export type Filter =
  | { kind: 'one'; key: string; label: string; options: readonly FilterOption[] }
  | {
      kind: 'search';
      key: string;
      label: string;
      /** Searches on the server, a page at a time. */ load: LoadOptions;
      /** The chosen one, once its name is known. */ chosen?: FilterOption | undefined;
    }
  | { kind: 'many'; key: string; label: string; options: readonly FilterOption[] }
  | { kind: 'range'; key: string; label: string; /** Longest range in days. */ maxDays?: number };

/** Rows that users select by key, for actions on several. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Rarely used filters: hidden from the bar until requested. */
export interface MoreFilters {
  /** Of the button that displays them. */
  label: string;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** The answer of every list procedure. */
export interface ListData<Row> {
  collection: readonly Row[];
  meta: { currentPage: number; pageSize: number; totalPage: number; totalItems: number };
}
