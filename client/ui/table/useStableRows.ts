import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListData } from './types.ts';

interface Stable<Row> {
  readonly key: string;
  readonly ids: readonly string[];
  readonly data: ListData<Row>;
}

/** How long after the user's own action new rows appear immediately: they expect to see the result. */
const OWN_ACT_MS = 5000;

/**
 * The rows of a list in the order in which they first appeared: updates change displayed rows in place, and new rows
 * wait until requested, so that nothing moves under the pointer.
 * @param data the server's last answer
 * @param options.key identifies the query: another page, order or filter is displayed immediately, and so is a list
 * that was empty, or of which no row remains
 * @param options.isRefreshing `data` is the answer to an earlier query
 * @returns the rows to display, how many new rows wait, and `show` for them
 */
export function useStableRows<Row>(
  data: ListData<Row> | undefined,
  { key, isRefreshing, rowKey }: { key: string; isRefreshing: boolean; rowKey: (row: Row) => string },
): { data: ListData<Row> | undefined; pending: number; show: () => void } {
  const acts = useQueryClient().getMutationCache();
  const [stable, setStable] = useState<Stable<Row>>();
  if (!data || isRefreshing) return { data, pending: 0, show: () => {} };

  const fresh = { key, ids: data.collection.map(rowKey), data };
  const ownAct = acts
    .getAll()
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < OWN_ACT_MS);
  const remains = stable?.key === key && stable.ids.some((id) => fresh.ids.includes(id));
  const before = remains && !ownAct ? stable : undefined;
  const newRows = before ? fresh.ids.filter((id) => !before.ids.includes(id)).length : 0;
  const next = before ? inOrder(before, fresh, newRows > 0) : fresh;
  const isKnown = stable !== undefined && isSame(stable, next);
  if (!isKnown) setStable(next);
  const more = before ? data.meta.totalItems - before.data.meta.totalItems : 0;
  return {
    // The same instance until something changes.
    data: isKnown ? stable.data : next.data,
    pending: newRows && Math.max(newRows, more),
    show: () => setStable(fresh),
  };
}

function isSame<Row>(one: Stable<Row>, other: Stable<Row>): boolean {
  const [rows, others] = [one.data.collection, other.data.collection];
  return (
    one.key === other.key &&
    one.data.meta === other.data.meta &&
    rows.length === others.length &&
    rows.every((row, index) => row === others[index])
  );
}

/**
 * The current data of rows that were displayed before, in their order; while new ones wait, with those that these
 * pushed off the page.
 */
function inOrder<Row>(stable: Stable<Row>, { key, ids, data }: Stable<Row>, hasNew: boolean): Stable<Row> {
  const newest = new Map(ids.map((id, index) => [id, data.collection[index]!]));
  const isFull = data.collection.length >= data.meta.pageSize;
  const rows = stable.ids.flatMap((id, index) => {
    const row = newest.get(id) ?? (hasNew && isFull ? stable.data.collection[index] : undefined);
    return row === undefined ? [] : [{ id, row }];
  });
  return {
    key,
    ids: rows.map(({ id }) => id),
    data: { collection: rows.map(({ row }) => row), meta: hasNew ? stable.data.meta : data.meta },
  };
}
