import type { ReactNode } from 'react';
import type { LoadOptions } from '../form/useOptions.ts';

/** One column. `Row` is what the list answers. */
export interface Column<Row> {
  /** Also the name sent as `sortBy`, where the list can be sorted by it. */
  id: string;
  header: string;
  /** Draws the cell; the first column becomes the link when the table has `rowHref`. */
  cell: (row: Row) => ReactNode;
  /** Beside what the first column says, no part of its link: a tag. */
  beside?: (row: Row) => ReactNode;
  /** Free text, on two lines at most in a table; people, dates, numbers and tags stay on one. The first always wraps. */
  wraps?: boolean;
  /**
   * Where there is no room for all, columns of 3 leave first, then those of 2 (as all are unless said otherwise), the
   * later of two before the earlier; those of 1 and the first never leave: where they do not fit, rows are cards. What
   * left can be had back from the choice of columns.
   */
  priority?: 1 | 2 | 3;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** Whether people may hide it; true by default, never for the first. */
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

/** Rows that people tick, for acts on several: by their keys. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Filters that are seldom used: the page leaves them out of the bar until they are asked for. */
export interface MoreFilters {
  /** Of the button that asks for them. */
  label: string;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** What every list answers. */
export interface ListData<Row> {
  collection: readonly Row[];
  meta: { currentPage: number; pageSize: number; totalPage: number; totalItems: number };
}
