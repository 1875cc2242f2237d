import { useTranslation } from 'react-i18next';
import type { Bilingual } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, toast, useFormat } from '../../ui/index.ts';

export interface RemovePurposeProps {
  purpose: { id: string; title: Bilingual; applicationCount: number } | null;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Deletes a purpose after a confirmation; a refusal names the applications that use it. */
export function RemovePurpose({ purpose, onClose, onRemoved }: RemovePurposeProps) {
  const { t } = useTranslation(['purposeScreen', 'common']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const remove = trpc.purpose.remove.useMutation();
  const cache = trpc.useUtils();
  return (
    <ConfirmDialog
      open={purpose !== null}
      onClose={onClose}
      destructive
      title={t('removeTitle', { name: text(purpose?.title) })}
      body={
        purpose && purpose.applicationCount > 0
          ? t('removeInUse', { count: purpose.applicationCount, number: number(purpose.applicationCount) })
          : t('removeBody')
      }
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        if (!purpose) return;
        await remove.mutateAsync({ ws, id: purpose.id });
        void cache.purpose.list.invalidate();
        toast.success(t('removed'));
        onRemoved?.();
      }}
    />
  );
}
