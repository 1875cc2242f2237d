import { useTranslation } from 'react-i18next';
import type { Bilingual } from '../../../shared/text.ts';
import { bodyOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, toast, useFormat } from '../../ui/index.ts';

export interface RemovePurposeProps {
  purpose: { id: string; title: Bilingual; applicationCount: number } | null;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Asks, then deletes a purpose; a refusal names the applications that use it. */
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
      body={purpose && purpose.applicationCount > 0 ? t('removeInUse', { number: number(purpose.applicationCount) }) : t('removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        if (!purpose) return;
        try {
          await remove.mutateAsync({ ws, id: purpose.id });
        } catch (error) {
          const names = applicationsOf(error);
          throw names.length > 0 ? new Error(`${(error as Error).message} ${t('usedBy', { names: names.join(', ') })}`, { cause: error }) : error;
        }
        void cache.purpose.list.invalidate();
        toast.success(t('removed'));
        onRemoved?.();
      }}
    />
  );
}

/** Names of the applications a refusal tells of. */
function applicationsOf(error: unknown): string[] {
  const applications = bodyOf(error)?.details?.applications;
  return Array.isArray(applications) ? applications.flatMap((one: { name?: unknown }) => (typeof one.name === 'string' ? one.name : [])) : [];
}
