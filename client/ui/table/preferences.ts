import { useCallback, useState } from 'react';

/** A person's preferences for one table, stored in this browser. */
export interface TablePreferences {
  compact: boolean;
  /** Ids of columns that are displayed or hidden against their default. */
  columns: Record<string, boolean>;
}

const storageKey = (id: string) => `pokpong_table_${id}`;

function read(id: string): TablePreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(id)) ?? '{}') as Partial<TablePreferences>;
    return {
      compact: stored.compact === true,
      columns: typeof stored.columns === 'object' && stored.columns ? stored.columns : {},
    };
  } catch {
    return { compact: false, columns: {} };
  }
}

/** Density and columns of the table `id`, stored. */
export function useTablePreferences(id: string): [TablePreferences, (change: Partial<TablePreferences>) => void] {
  const [preferences, setPreferences] = useState(() => read(id));
  const change = useCallback(
    (part: Partial<TablePreferences>) =>
      setPreferences((before) => {
        const next = { ...before, ...part };
        try {
          localStorage.setItem(storageKey(id), JSON.stringify(next));
        } catch {
          // Storage can be full or blocked; the choice then lasts for this page.
        }
        return next;
      }),
    [id],
  );
  return [preferences, change];
}
