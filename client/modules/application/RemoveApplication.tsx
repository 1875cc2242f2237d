import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, toast } from '../../ui/index.ts';

/** Asks, then deletes an application; an error names what still uses it. */
export function RemoveApplication({
  application,
  onClose,
  onRemoved,
}: {
  application: { id: string; name: string } | null;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const { t } = useTranslation(['recordScreen', 'common']);
  const { ws } = useSession();
  const remove = trpc.application.remove.useMutation();
  const cache = trpc.useUtils();
  return (
    <ConfirmDialog
      open={application !== null}
      onClose={onClose}
      destructive
      title={t('application.removeTitle', { name: application?.name })}
      body={t('application.removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        if (!application) return;
        await remove.mutateAsync({ ws, id: application.id });
        void cache.application.list.invalidate();
        toast.success(t('application.removed'));
        onRemoved?.();
      }}
    />
  );
}
