import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { INVENTORY_PIVOTS, type InventoryFilters, type InventoryPivot } from '../../../shared/inventory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useIsSmall } from '../../ui/index.ts';

/** The filter that each dimension of the inventory sets. */
const FILTER_OF = {
  category: 'piiCategoryId',
  application: 'applicationId',
  purpose: 'purposeId',
  lawfulBasis: 'lawfulBasis',
  retention: 'retentionBand',
} as const;
const STEP = { wide: 12, small: 5 };
const MOST = 200;

/** The dimension of the aggregation, the search in it, and the rows loaded so far. */
export function usePivot(filters: Partial<InventoryFilters>) {
  const { ws } = useSession();
  const [by, setBy] = useBy();
  const step = useIsSmall() ? STEP.small : STEP.wide;
  const [steps, setSteps] = useState(1);
  const [typed, setTyped] = useState('');
  const find = useDeferredValue(typed.trim());
  const ofRecords = by !== 'lawfulBasis' && by !== 'retention';
  // The previous rows stay, unless they are of another dimension, whose filter they would not set.
  const answered = useRef(by);
  const query = trpc.inventory.pivot.useQuery(
    {
      ws,
      ...filters,
      [FILTER_OF[by]]: undefined,
      by,
      find: ofRecords ? find : '',
      limit: ofRecords ? Math.min(MOST, step * steps) : MOST,
    },
    answered.current === by ? { placeholderData: keepPreviousData } : {},
  );
  if (query.data && !query.isPlaceholderData) answered.current = by;
  const { data } = query;
  const rows = data?.collection ?? [];
  const totalRows = data?.totalRows ?? 0;
  return {
    by,
    choose: (next: InventoryPivot) => {
      setBy(next);
      setSteps(1);
      setTyped('');
    },
    typed,
    setTyped,
    find,
    searchable: ofRecords && (typed !== '' || totalRows > step),
    query,
    data,
    rows,
    /** Rows not loaded yet, up to the maximum. */
    left: Math.min(MOST, totalRows) - rows.length,
    step,
    showMore: () => setSteps(steps + 2),
  };
}
export type Pivot = ReturnType<typeof usePivot>;

/** The selected dimension, stored in the address beside the filters. */
function useBy(): [InventoryPivot, (by: InventoryPivot) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const by = INVENTORY_PIVOTS.find((one) => one === new URLSearchParams(search).get('by')) ?? 'category';
  return [
    by,
    (next) => {
      const params = new URLSearchParams(search);
      params.set('by', next);
      navigate(`${path}?${params}`, { replace: true });
    },
  ];
}
