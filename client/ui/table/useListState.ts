import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { startOf } from '../../../shared/bangkok.ts';
import { endOfDay } from '../../format.ts';

/** The kind of a filter: one value, many values, or a range of days. */
export type FilterKind = 'one' | 'many' | 'range';

/** Days `YYYY-MM-DD` as chosen, and the same as UTC instants of Bangkok days for the server. */
export interface DayRange {
  from: string;
  to: string;
  start: string;
  end: string;
}

export type FilterValues<F extends Record<string, FilterKind>> = {
  [K in keyof F]: F[K] extends 'one' ? string | undefined : F[K] extends 'many' ? string[] : DayRange | undefined;
};

export interface ListDefinition<Sort extends string, F extends Record<string, FilterKind>> {
  /** Possible sort columns; the first is the default. */
  sortBy: readonly [Sort, ...Sort[]];
  /** Default direction, DESC by default. */
  sortDirection?: 'ASC' | 'DESC';
  /** Default page size, 10 by default. */
  pageSize?: number;
  filters?: F;
  /** Prefix of every parameter, where a page has two lists: `a.query`. */
  prefix?: string;
}

export interface ListState<
  Sort extends string = string,
  F extends Record<string, FilterKind> = Record<string, FilterKind>,
> {
  query: string;
  currentPage: number;
  pageSize: number;
  sortBy: Sort;
  sortDirection: 'ASC' | 'DESC';
  filters: FilterValues<F>;
  /** The input of every list procedure. */
  input: { query: string; currentPage: number; pageSize: number; sortBy: Sort; sortDirection: 'ASC' | 'DESC' };
  /** Further filters of the list that are not in the address. */
  beyond?: string;
  /** Possible sort columns. */
  sorts: readonly string[];
  /** Whether a search or filter is active. */
  narrowed: boolean;
  setQuery: (query: string) => void;
  /** `replace`: instead of the current page, which does not exist any more. */
  setPage: (page: number, replace?: boolean) => void;
  setPageSize: (size: number) => void;
  setSort: (sortBy: string, direction: 'ASC' | 'DESC') => void;
  setFilter: (
    key: keyof F & string,
    value: string | readonly string[] | { from: string; to: string } | undefined,
  ) => void;
  /** Clears search and filters. */
  clear: () => void;
  /** The address of a page, for links. */
  pageHref: (page: number) => string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function integerParam(text: string | null, min: number, max: number, otherwise: number): number {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= min && value <= max ? value : otherwise;
}

/** Reads the state of a list from a query string. Invalid values count as not set. */
export function readListState<Sort extends string, F extends Record<string, FilterKind>>(
  definition: ListDefinition<Sort, F>,
  search: string,
): Pick<ListState<Sort, F>, 'query' | 'currentPage' | 'pageSize' | 'sortBy' | 'sortDirection' | 'filters'> {
  const params = new URLSearchParams(search);
  const name = (key: string) => (definition.prefix ? `${definition.prefix}.${key}` : key);
  const get = (key: string) => params.get(name(key));
  const direction = get('sortDirection');
  const filters: Record<string, string | string[] | DayRange | undefined> = {};
  for (const [key, kind] of Object.entries(definition.filters ?? {})) {
    if (kind === 'many') filters[key] = params.getAll(name(key)).filter(Boolean);
    else if (kind === 'one') filters[key] = get(key) || undefined;
    else {
      const [from = '', to = ''] = get(key)?.split('..') ?? [];
      filters[key] =
        day.test(from) && day.test(to) && from <= to
          ? { from, to, start: startOf(from), end: endOfDay(to) }
          : undefined;
    }
  }
  return {
    query: (get('query') ?? '').slice(0, 200),
    currentPage: integerParam(get('currentPage'), 1, 1_000_000, 1),
    pageSize: integerParam(get('pageSize'), 1, 100, definition.pageSize ?? 10),
    sortBy: definition.sortBy.find((one) => one === get('sortBy')) ?? definition.sortBy[0],
    sortDirection: direction === 'ASC' || direction === 'DESC' ? direction : (definition.sortDirection ?? 'DESC'),
    filters: filters as FilterValues<F>,
  };
}

/**
 * The state of a list, stored in the address: search, page, sorting and filters survive Back, reload and sharing; other
 * parameters (the workspace) stay.
 * @example
 * const state = useListState({ sortBy: ['updatedAt', 'name'], filters: { status: 'one', created: 'range' } });
 * const list = trpc.consent.list.useQuery({ ws, ...state.input, status: state.filters.status });
 */
export function useListState<
  const Sort extends string,
  const F extends Record<string, FilterKind> = Record<never, never>,
>(definition: ListDefinition<Sort, F>): ListState<Sort, F> {
  const search = useSearch();
  const [path, navigate] = useLocation();
  // Definitions are written inline, new on each render: they are compared by content.
  const content = JSON.stringify(definition);
  return useMemo(() => {
    const known = JSON.parse(content) as ListDefinition<Sort, F>;
    const { prefix, filters: kinds = {} as F } = known;
    const state = readListState(known, search);
    const name = (part: string) => (prefix ? `${prefix}.${part}` : part);
    const address = (edit: (params: URLSearchParams) => void) => {
      const params = new URLSearchParams(search);
      edit(params);
      const text = params.toString();
      return text ? `${path}?${text}` : path;
    };
    const put = (values: Record<string, string | readonly string[] | undefined>, replace = false) =>
      navigate(
        address((params) => {
          params.delete(name('currentPage'));
          for (const [part, value] of Object.entries(values)) {
            params.delete(name(part));
            for (const one of Array.isArray(value) ? value : [value]) if (one) params.append(name(part), one);
          }
        }),
        { replace },
      );
    const { query, currentPage, pageSize, sortBy, sortDirection } = state;
    const narrowed =
      query !== '' ||
      Object.values(state.filters).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
    return {
      ...state,
      input: { query, currentPage, pageSize, sortBy, sortDirection },
      sorts: known.sortBy,
      narrowed,
      // Typing replaces the history entry: Back should leave the search, not undo letters.
      setQuery: (text) => put({ query: text }, true),
      setPage: (page, replace) => put({ currentPage: page > 1 ? String(page) : undefined }, replace),
      setPageSize: (size) => put({ pageSize: String(size) }, true),
      setSort: (column, direction) => put({ sortBy: column, sortDirection: direction }),
      setFilter: (filter, value) =>
        put({ [filter]: value && typeof value === 'object' && 'from' in value ? `${value.from}..${value.to}` : value }),
      clear: () => put({ query: undefined, ...Object.fromEntries(Object.keys(kinds).map((one) => [one, undefined])) }),
      pageHref: (page) =>
        address((params) =>
          page > 1 ? params.set(name('currentPage'), String(page)) : params.delete(name('currentPage')),
        ),
    } satisfies ListState<Sort, F>;
  }, [search, path, navigate, content]);
}
