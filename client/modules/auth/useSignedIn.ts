import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { safeNext } from '../../../shared/registry/routeMatch.ts';
import { useLeave } from '../../shell/navigation.ts';

/**
 * After a sign-in: clears the cache of the former person, then opens the requested page, or home, which leads to the
 * first page of the role.
 */
export function useSignedIn(): (next: string | null) => void {
  const queries = useQueryClient();
  const leave = useLeave();
  return useCallback(
    (next: string | null) => {
      queries.clear();
      leave(safeNext(next) ?? '/');
    },
    [queries, leave],
  );
}
