import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/** Whether the workspace has no application that a report could name. */
export function useLacksApplications(): boolean {
  const { ws } = useSession();
  const { data } = trpc.application.pick.useQuery({ ws, pageSize: 1 }, { staleTime: 30_000 });
  return data?.meta.totalItems === 0;
}
