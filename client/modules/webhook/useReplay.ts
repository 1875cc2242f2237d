import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/** Sends a delivery of a webhook again. */
export function useReplay(webhookId: string) {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.webhook.replay.useMutation();
  const replay = async (deliveryId: string) => {
    try {
      await mutateAsync({ ws, id: webhookId, deliveryId });
      toast.success(t('replayed'));
    } catch (error) {
      toast.error((error as Error).message);
    }
    await cache.webhook.invalidate();
  };
  return { replay, isPending };
}
