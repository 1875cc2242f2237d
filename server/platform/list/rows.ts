import type { List } from '../../../shared/list.ts';

interface Page {
  readonly pageSize: number;
  readonly currentPage: number;
}

/** What a list says of its page. */
export const metaOf = ({ currentPage, pageSize }: Page, totalItems: number): List<unknown>['meta'] => ({
  currentPage,
  pageSize,
  totalPage: Math.max(1, Math.ceil(totalItems / pageSize)),
  totalItems,
});

/** The order of ids and of moments in ISO 8601. */
export const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * One page of rows that are all in memory: for lists that are bounded and come from several places. Rows that are equal
 * in `order` are in that of their ids.
 */
export function pageOfRows<Row extends { readonly id: string }, Key extends string>(
  rows: readonly Row[],
  input: Page & { readonly sortBy: Key; readonly sortDirection: 'ASC' | 'DESC' },
  order: Readonly<Record<Key, (a: Row, b: Row) => number>>,
): List<Row> {
  const { currentPage, pageSize, sortBy, sortDirection } = input;
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const sorted = rows.toSorted((a, b) => sign * (order[sortBy](a, b) || compared(a.id, b.id)));
  const start = (currentPage - 1) * pageSize;
  return { collection: sorted.slice(start, start + pageSize), meta: metaOf(input, rows.length) };
}
