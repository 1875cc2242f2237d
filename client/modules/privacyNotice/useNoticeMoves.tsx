import { CircleOff, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeItem } from '../../../shared/privacyNotice/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, type MenuItem, toast } from '../../ui/index.ts';

type Target = Pick<NoticeItem, 'id' | 'name' | 'rowVersion' | 'withdrawn' | 'publishedVersion'>;
type Act = 'remove' | 'withdraw' | 'restore';
const ICONS = { remove: Trash2, withdraw: CircleOff, restore: Power } as const;
const DONE = { remove: 'moves.removed', withdraw: 'moves.withdrawn', restore: 'moves.restored' } as const;

const actOf = ({ withdrawn, publishedVersion }: Target): Act => {
  if (withdrawn) return 'restore';
  return publishedVersion > 0 ? 'withdraw' : 'remove';
};

/**
 * Deletes a notice that was never published, withdraws and restores a published one; each after a confirmation.
 * @param onRemoved called after a notice was deleted
 */
export function useNoticeMoves(onRemoved?: () => void) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const mayWrite = useCan('privacyNotice.write');
  const [confirming, setConfirming] = useState<{ act: Act; notice: Target } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = trpc.privacyNotice.remove.useMutation();
  const restore = trpc.privacyNotice.restore.useMutation();
  const cache = trpc.useUtils();

  const items = (notice: Target): MenuItem[] => {
    if (!mayWrite) return [];
    const act = actOf(notice);
    const Icon = ICONS[act];
    return [
      {
        key: act,
        label: t(`moves.${act}`),
        icon: <Icon aria-hidden />,
        danger: act !== 'restore',
        onSelect: () => {
          setConfirming({ act, notice });
          setOpen(true);
        },
      },
    ];
  };
  const run = async () => {
    if (!confirming) return;
    const { act, notice } = confirming;
    const input = { ws, id: notice.id, rowVersion: notice.rowVersion };
    // By its version: what is published meanwhile is not withdrawn by who wanted to delete a draft.
    await (act === 'restore' ? restore.mutateAsync(input) : remove.mutateAsync(input));
    toast.success(t(DONE[act], { name: notice.name }));
    if (act === 'remove') onRemoved?.();
    else void cache.privacyNotice.get.invalidate({ ws, id: notice.id });
    void cache.privacyNotice.list.invalidate();
  };
  const act = confirming?.act ?? 'remove';
  const dialogs = (
    <ConfirmDialog
      open={isOpen}
      onClose={() => setOpen(false)}
      destructive={act !== 'restore'}
      title={t(`moves.${act}Title`, { name: confirming?.notice.name ?? '' })}
      body={t(`moves.${act}Body`)}
      confirmLabel={t(`moves.${act}`)}
      onConfirm={run}
    />
  );
  return { items, dialogs };
}
