import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { Option, OptionsQuery } from '../../ui/form/index.ts';

/** The people who can be assigned a right of a request, or a task of it. */
export function useAssignees(): { query: OptionsQuery; options: Option[] } {
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'request.write' }, { staleTime: 60_000 });
  return { query: people, options: (people.data ?? []).map(({ id: value, name: label }) => ({ value, label })) };
}
