import { KeyRound, Power, PowerOff, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../shared/webhook/schema.ts';
import { webhookState } from '../../../shared/webhook/status.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { type MenuItem } from '../../ui/Menu.tsx';
import { toast } from '../../ui/index.ts';
import { useRowActions } from '../../ui/table/index.ts';
import type { Opened } from './Opening.tsx';
import { valuesOf } from './webhookFields.ts';

/** The actions on a webhook, and its open dialog. */
export function useWebhookActions() {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.webhook.update.useMutation();
  const test = trpc.webhook.test.useMutation();
  const actions = useRowActions();
  const [opened, setOpened] = useState<Opened | null>(null);
  const openMoves = useOpenMoves(webhookState);
  const maySend = ({ state }: Webhook) => openMoves(state).includes('send');
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error((error as Error).message);
    }
    await cache.webhook.invalidate();
  };
  const sendTest = ({ id }: Webhook) =>
    attempt(async () => {
      const { id: deliveryId } = await test.mutateAsync({ ws, id });
      setOpened({ what: 'delivery', webhookId: id, deliveryId });
    });
  const turn = (row: Webhook, active: boolean) =>
    attempt(async () => {
      const { id, rowVersion } = row;
      await update.mutateAsync({ ws, ...valuesOf(row), id, rowVersion, active });
      toast.success(t(active ? 'turnedOn' : 'turnedOff'));
    });
  const itemsOf = (row: Webhook): MenuItem[] => {
    const isOn = row.state === 'active';
    return [
      actions.edit(() => setOpened({ what: 'form', webhook: row })),
      ...(maySend(row)
        ? [{ key: 'test', label: t('sendTest'), icon: <Send aria-hidden />, onSelect: () => void sendTest(row) }]
        : []),
      {
        key: 'turn',
        label: t(isOn ? 'turnOff' : 'turnOn'),
        icon: isOn ? <PowerOff aria-hidden /> : <Power aria-hidden />,
        onSelect: () => void turn(row, !isOn),
      },
      {
        key: 'rotate',
        label: t('rotate'),
        icon: <KeyRound aria-hidden />,
        onSelect: () => setOpened({ what: 'rotate', webhook: row }),
      },
      actions.remove(() => setOpened({ what: 'remove', webhook: row })),
    ];
  };
  return { opened, setOpened, itemsOf, maySend, sendTest, isTesting: test.isPending };
}
