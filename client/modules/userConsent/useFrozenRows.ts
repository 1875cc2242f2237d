import { useState } from 'react';
import type { ListData } from '../../ui/table/index.ts';

interface ListQuery<Row> {
  data: ListData<Row> | undefined;
  isPlaceholderData: boolean;
}

/**
 * Rows that stay as they are while new ones come in, until these are asked for. `key` says what was asked: another page
 * or filter shows what the server answers at once, and so does a list that was empty.
 */
export function useFrozenRows<Row>({ data, isPlaceholderData }: ListQuery<Row>, key: string) {
  const [frozen, setFrozen] = useState<{ key: string; data: ListData<Row> }>();
  const fresh = isPlaceholderData ? undefined : data;
  const same = frozen?.key === key ? frozen.data : undefined;
  const pending =
    fresh && same && same.collection.length > 0 ? Math.max(0, fresh.meta.totalItems - same.meta.totalItems) : 0;
  const take = () => fresh && setFrozen({ key, data: fresh });
  if (fresh && pending === 0 && fresh !== same) take();
  return { data: pending > 0 ? same : data, pending, show: take };
}
