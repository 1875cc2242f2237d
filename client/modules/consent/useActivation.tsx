import { CircleOff, Power } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consentActivity, type ConsentItem } from '../../../shared/consent/schema.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, type MenuItem, toast } from '../../ui/index.ts';

type Target = Pick<ConsentItem, 'id' | 'name' | 'rowVersion' | 'active'>;

/**
 * Deactivates a form (after a question) and reactivates it: `items` are the open actions of the signed-in person,
 * `dialog` must be rendered on the page.
 */
export function useActivation() {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const [target, setTarget] = useState<Target | null>(null);
  const deactivate = trpc.consent.remove.useMutation();
  const reactivate = trpc.consent.reactivate.useMutation();
  const cache = trpc.useUtils();

  const bringBack = async ({ id, name, rowVersion }: Target) => {
    try {
      await reactivate.mutateAsync({ ws, id, rowVersion });
      toast.success(t('activation.on', { name }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
    void cache.consent.invalidate();
  };
  const openMoves = useOpenMoves(consentActivity);
  const items = (form: Target): MenuItem[] => {
    const moves = {
      deactivate: {
        key: 'deactivate',
        label: t('activation.deactivate'),
        icon: <CircleOff aria-hidden />,
        danger: true,
        onSelect: () => setTarget(form),
      },
      reactivate: {
        key: 'reactivate',
        label: t('activation.reactivate'),
        icon: <Power aria-hidden />,
        onSelect: () => void bringBack(form),
      },
    };
    return openMoves(form.active ? 'active' : 'inactive').map((move) => moves[move]);
  };
  const dialog = (
    <ConfirmDialog
      open={target !== null}
      onClose={() => setTarget(null)}
      destructive
      title={t('activation.title', { name: target?.name ?? '' })}
      body={t('activation.body')}
      confirmLabel={t('activation.deactivate')}
      onConfirm={async () => {
        if (!target) return;
        await deactivate.mutateAsync({ ws, id: target.id });
        await cache.consent.invalidate();
        toast.success(t('activation.off', { name: target.name }));
      }}
    />
  );
  return { items, dialog };
}
