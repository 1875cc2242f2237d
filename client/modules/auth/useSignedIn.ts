import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { safeNext } from '../../../shared/registry/routeMatch.ts';
import { useLeave } from '../../shell/navigation.ts';

/**
 * What follows a sign-in: everything asked for before as somebody else is forgotten, then the page that was
 * wanted, or home, which leads to the landing of the role.
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
