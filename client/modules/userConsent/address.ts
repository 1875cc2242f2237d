import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Represents answers without a source name. Names are trimmed, so that no name equals it. */
export const UNNAMED = ' ';

type Change = Readonly<Record<string, string | undefined>>;
interface Others {
  /** The parameters to preserve; all by default. */
  only?: readonly string[];
}

/**
 * The address with some parameters changed and the others preserved.
 * @example const hrefOf = useHref(); hrefOf({ source: 'Website', currentPage: undefined })
 */
export function useHref(): (change: Change, others?: Others) => string {
  const search = useSearch();
  const [path] = useLocation();
  return useCallback(
    (change, { only } = {}) => {
      const params = new URLSearchParams(search);
      if (only) for (const name of new Set(params.keys())) if (!only.includes(name)) params.delete(name);
      for (const [name, value] of Object.entries(change)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      const text = params.toString();
      return text ? `${path}?${text}` : path;
    },
    [search, path],
  );
}

/**
 * Navigates to the address with some parameters changed. Example: `put({ proof: id }); put({ form: id }, { only:
 * ['workspace'] })`
 */
export function usePut(): (change: Change, options?: Others & { replace?: boolean }) => void {
  const hrefOf = useHref();
  const [, navigate] = useLocation();
  return useCallback(
    (change, { replace = false, only } = {}) => navigate(hrefOf(change, only ? { only } : {}), { replace }),
    [hrefOf, navigate],
  );
}
