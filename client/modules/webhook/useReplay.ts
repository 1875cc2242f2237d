import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../shared/webhook/schema.ts';
import { deliveryStatus, webhookState } from '../../../shared/webhook/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/** Sends a delivery of a webhook again; nothing is sent while the webhook is turned off. */
export function useReplay(webhookId: string) {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.webhook.replay.useMutation();
  const webhookMoves = useOpenMoves(webhookState);
  const deliveryMoves = useOpenMoves(deliveryStatus);
  const mayReplay = ({ state }: Pick<Webhook, 'state'>, { status }: Pick<Delivery, 'status'>) =>
    webhookMoves(state).includes('send') && deliveryMoves(status).includes('replay');
  const replay = async (deliveryId: string) => {
    try {
      await mutateAsync({ ws, id: webhookId, deliveryId });
      toast.success(t('replayed'));
    } catch (error) {
      toast.error((error as Error).message);
    }
    await cache.webhook.invalidate();
  };
  return { mayReplay, replay, isPending };
}
