import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';

/** Purposes to filter answers by: those of one workspace, or of all with the workspace beside their titles. */
export function usePurposeOptions(workspaceId: string | undefined): { value: string; label: string }[] {
  const { ws } = useSession();
  const { text } = useFormat();
  const { data = [] } = trpc.consentAdmin.purposes.useQuery({ ws });
  const several = workspaceId === undefined && new Set(data.map(({ workspace }) => workspace.id)).size > 1;
  return data
    .filter(({ workspace }) => workspaceId === undefined || workspace.id === workspaceId)
    .map(({ id, title, workspace }) => ({
      value: id,
      label: several ? `${text(title)} · ${workspace.name}` : text(title),
    }));
}
