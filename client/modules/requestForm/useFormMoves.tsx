import { CircleOff, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestFormActivity, type RequestFormItem } from '../../../shared/requestForm/schema.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { messageOf } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, type MenuItem, toast } from '../../ui/index.ts';

type Target = Pick<RequestFormItem, 'id' | 'name' | 'rowVersion' | 'active' | 'publishedVersion'>;
type Activity = 'deactivate' | 'reactivate';
const OPPOSITE: Readonly<Record<Activity, Activity>> = { deactivate: 'reactivate', reactivate: 'deactivate' };

/** Deactivates or reactivates a form; the notification offers to undo it. */
function useActivity() {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const calls = {
    deactivate: trpc.requestForm.deactivate.useMutation(),
    reactivate: trpc.requestForm.reactivate.useMutation(),
  };
  const cache = trpc.useUtils();
  return async function run(activity: Activity, { id, name, rowVersion }: Target, undone = false): Promise<void> {
    const form = await calls[activity].mutateAsync({ ws, id, rowVersion });
    cache.requestForm.get.setData({ ws, id }, form);
    void cache.requestForm.invalidate();
    const undo = () =>
      void run(OPPOSITE[activity], form, true).catch((error: unknown) => void toast.error(messageOf(error)));
    toast.success(t(activity === 'deactivate' ? 'moves.off' : 'moves.on', { name }), {
      ...(!undone && { action: { label: t('moves.undo'), onSelect: undo } }),
    });
  };
}

/**
 * Deactivates, reactivates and deletes a form (deactivation and deletion after a confirmation): `items` are the actions
 * permitted now, `dialogs` must be rendered on the page.
 * @param onRemoved called after a form was deleted
 */
export function useFormMoves(onRemoved?: () => void) {
  const { t } = useTranslation(['requestForm', 'common']);
  const { ws } = useSession();
  const mayWrite = useCan('requestForm.write');
  const [confirming, setConfirming] = useState<{ act: 'deactivate' | 'remove'; form: Target } | null>(null);
  const run = useActivity();
  const remove = trpc.requestForm.remove.useMutation();
  const cache = trpc.useUtils();
  const openMoves = useOpenMoves(requestFormActivity);

  const items = (form: Target): MenuItem[] => {
    const moves: Readonly<Record<Activity, MenuItem>> = {
      deactivate: {
        key: 'deactivate',
        label: t('moves.deactivate'),
        icon: <CircleOff aria-hidden />,
        danger: true,
        onSelect: () => setConfirming({ act: 'deactivate', form }),
      },
      reactivate: {
        key: 'reactivate',
        label: t('moves.reactivate'),
        icon: <Power aria-hidden />,
        onSelect: () => void run('reactivate', form).catch((error: unknown) => void toast.error(messageOf(error))),
      },
    };
    const removal: MenuItem = {
      key: 'remove',
      label: t('common:remove'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      onSelect: () => setConfirming({ act: 'remove', form }),
    };
    return [
      ...openMoves(form.active ? 'active' : 'inactive').map((move) => moves[move]),
      // Requests refer to the versions of a published one.
      ...(mayWrite && form.publishedVersion === 0 ? [removal] : []),
    ];
  };
  const name = confirming?.form.name ?? '';
  const dialogs = (
    <>
      <ConfirmDialog
        open={confirming?.act === 'deactivate'}
        onClose={() => setConfirming(null)}
        destructive
        title={t('moves.deactivateTitle', { name })}
        body={t('moves.deactivateBody')}
        confirmLabel={t('moves.deactivate')}
        onConfirm={async () => {
          if (confirming) await run('deactivate', confirming.form);
        }}
      />
      <ConfirmDialog
        open={confirming?.act === 'remove'}
        onClose={() => setConfirming(null)}
        destructive
        title={t('moves.removeTitle', { name })}
        body={t('moves.removeBody')}
        confirmLabel={t('common:remove')}
        onConfirm={async () => {
          if (!confirming) return;
          await remove.mutateAsync({ ws, id: confirming.form.id });
          toast.success(t('moves.removed', { name }));
          onRemoved?.();
          void cache.requestForm.list.invalidate();
          void cache.application.pick.invalidate();
        }}
      />
    </>
  );
  return { items, dialogs };
}
