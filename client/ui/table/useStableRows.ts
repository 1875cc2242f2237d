import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListData } from './types.ts';

interface Stable<Row> {
  readonly key: string;
  readonly ids: readonly string[];
  readonly data: ListData<Row>;
}

/** So long after somebody did something themselves do new rows show at once: they are looking for what they made. */
const OWN_ACT_MS = 5000;

/**
 * The rows of a list in the order that they were first shown in: what arrives while somebody looks changes rows in
 * place, and new rows wait until asked for, so that nothing moves under the pointer.
 * @param data what the server answered last
 * @param options.key says what was asked: another page, order or filter shows its answer at once, and so does a list
 *   that was empty, or of which no row remains
 * @param options.isRefreshing `data` answers an earlier question
 * @returns what to show, how many new rows wait, and `show` them
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
  const known = stable?.key === key && stable.ids.join() === next.ids.join();
  if (!known || stable.data.meta.totalItems !== next.data.meta.totalItems) setStable(next);
  const more = before ? data.meta.totalItems - before.data.meta.totalItems : 0;
  return { data: next.data, pending: newRows && Math.max(newRows, more), show: () => setStable(fresh) };
}

/** What is known of rows that were shown before, in their order; while new ones wait, with those that they pushed off the page. */
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
