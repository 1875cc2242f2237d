import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The address beside the filters: diagram or table, and the node in focus. */
export function useDiagramAddress() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setFocus = useCallback(
    (node: string | null) => {
      const next = new URLSearchParams(search);
      if (node === null) next.delete('focus');
      else next.set('focus', node);
      navigate(`${path}?${next}`);
    },
    [search, path, navigate],
  );
  return {
    table: params.get('view') === 'table',
    focus: params.get('focus'),
    setFocus,
    viewHref(view: string | null): string {
      const next = new URLSearchParams(search);
      next.delete('currentPage');
      if (view) next.set('view', view);
      else next.delete('view');
      return `${path}?${next}`;
    },
  };
}
