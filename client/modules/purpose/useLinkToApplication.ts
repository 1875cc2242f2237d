import { useSearch } from 'wouter';
import { draftOf } from '../../../shared/application/fields.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/**
 * Adds a new purpose to the application named in the address (`?application=`), if any. If that fails, the purpose
 * remains: it can be selected there.
 */
export function useLinkToApplication(): (purposeId: string) => Promise<void> {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.application.update.useMutation();
  const id = new URLSearchParams(useSearch()).get('application');
  return async (purposeId) => {
    if (!id) return;
    try {
      const application = await cache.application.get.fetch({ ws, id }, { staleTime: 0 });
      const { purposeIds, ...fields } = draftOf(application);
      await update.mutateAsync({
        ws,
        id,
        rowVersion: application.rowVersion,
        ...fields,
        purposeIds: [...purposeIds, purposeId],
      });
      void cache.application.invalidate();
      void cache.purpose.get.invalidate({ ws, id: purposeId });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}
