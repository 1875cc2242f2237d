import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id out of an address; nothing where it is none. */
export const uuidOf = (value: string | null | undefined): string | undefined =>
  value && UUID.test(value) ? value : undefined;

/** In place of a source's name: none told. Names are trimmed, so that none of them is this. */
export const UNNAMED = ' ';

type Change = Readonly<Record<string, string | undefined>>;
interface Others {
  /** The parameters that stay; all by default. */
  only?: readonly string[];
}

/**
 * The address with some parameters changed and the others left.
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
 * Goes to the address with some parameters changed. Example: `put({ proof: id }); put({ form: id }, { only:
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
