import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { Option } from '../../ui/form/index.ts';

/** The people who can be assigned a right of a request, or a task of it; `enabled` false: not asked for. */
export function useAssignees(enabled = true): Option[] {
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, holding: 'request.write' }, { enabled, staleTime: 60_000 });
  return (people.data ?? []).map(({ id: value, name: label }) => ({ value, label }));
}
