import { useMemo } from 'react';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';

export interface Person {
  id: string;
  name: string;
}

const NOBODY: readonly Person[] = [];

/**
 * The people of the workspace who can be given work, and the names of people who are already named but no longer can.
 */
export function usePeople(known: readonly Person[] = NOBODY) {
  const { ws } = useSession();
  const pick = trpc.personnel.pick.useQuery({ ws }, { staleTime: 60_000 });
  const people = pick.data;
  return useMemo(() => {
    const all = new Map<string, Person>([...known, ...(people ?? [])].map((one) => [one.id, one]));
    return {
      people: people ?? [],
      all,
      status: people ? ('ready' as const) : pick.error ? ('failed' as const) : ('loading' as const),
      retry: () => void pick.refetch(),
    };
  }, [known, people, pick]);
}
