import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListData } from './types.ts';

interface Stable<Row> {
  readonly key: string;
  readonly ids: readonly string[];
  readonly data: ListData<Row>;
  /** By the last answer: `data` has that of its rows. */
  readonly total: number;
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

  const fresh = { key, ids: data.collection.map(rowKey), data, total: data.meta.totalItems };
  const ownAct = acts
    .getAll()
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < OWN_ACT_MS);
  const remains = stable?.key === key && stable.ids.some((id) => fresh.ids.includes(id));
  const before = remains && !ownAct ? stable : undefined;
  const next = before ? inOrder(before, fresh) : fresh;
  const newRows = fresh.ids.filter((id) => !next.ids.includes(id)).length;
  const isKnown = stable !== undefined && isSame(stable, next);
  if (!isKnown) setStable(next);
  const more = before ? fresh.total - before.data.meta.totalItems : 0;
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
    one.total === other.total &&
    one.data.meta === other.data.meta &&
    rows.length === others.length &&
    rows.every((row, index) => row === others[index])
  );
}

/**
 * The current data of rows that were displayed before, in their order. Rows at the end that waiting ones have pushed
 * off the page stay; others that are missing leave, and those that moved up from the next page follow.
 */
function inOrder<Row>(stable: Stable<Row>, { key, ids, data, total }: Stable<Row>): Stable<Row> {
  const newest = new Map(ids.map((id, index) => [id, data.collection[index]!]));
  const isNew = (id: string) => !stable.ids.includes(id);
  const afterKnown = ids.findLastIndex((id) => !isNew(id)) + 1;
  const lastLeft = stable.ids.findLastIndex((id) => newest.has(id));
  const mayPush = ids.length >= data.meta.pageSize && total >= stable.total;
  let pushed = mayPush ? ids.slice(0, afterKnown).filter(isNew).length : 0;
  const rows = stable.ids.flatMap((id, index) => {
    const row = newest.get(id) ?? (index > lastLeft && pushed-- > 0 ? stable.data.collection[index] : undefined);
    return row === undefined ? [] : [{ id, row }];
  });
  const missing = stable.ids.length - rows.length;
  for (const id of ids.slice(afterKnown, afterKnown + missing)) rows.push({ id, row: newest.get(id)! });
  const kept = rows.map(({ id }) => id);
  return {
    key,
    ids: kept,
    data: {
      collection: rows.map(({ row }) => row),
      meta: ids.every((id) => kept.includes(id)) ? data.meta : stable.data.meta,
    },
    total,
  };
}
