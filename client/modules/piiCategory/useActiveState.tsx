import { CircleOff, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PiiCategory } from '../../../shared/piiCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, type MenuItem, toast, useFormat } from '../../ui/index.ts';

type Category = Pick<PiiCategory, 'id' | 'name' | 'active' | 'purposeCount' | 'applicationCount'>;

/**
 * Deactivates (after a confirmation, with undo in the notification) and reactivates a category; `dialog` must be
 * rendered on the page, `menuItem` is the action currently possible.
 */
export function useActiveState() {
  const { t } = useTranslation('piiCategory');
  const { ws } = useSession();
  const { text, number } = useFormat();
  const [target, setTarget] = useState<Category | null>(null);
  const deactivate = trpc.piiCategory.deactivate.useMutation();
  const reactivate = trpc.piiCategory.reactivate.useMutation();
  const cache = trpc.useUtils();

  const bringBack = async ({ id, name }: Category) => {
    try {
      await reactivate.mutateAsync({ ws, id });
      void cache.piiCategory.invalidate();
      toast.success(t('reactivated', { name: text(name) }));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  const used = target !== null && target.purposeCount + target.applicationCount > 0;
  const dialog = (
    <ConfirmDialog
      open={target !== null}
      onClose={() => setTarget(null)}
      title={t('deactivateTitle', { name: target ? text(target.name) : '' })}
      body={
        used
          ? t('deactivateUsed', {
              purposes: t('usedBy.purposes', { count: target.purposeCount, number: number(target.purposeCount) }),
              applications: t('usedBy.applications', {
                count: target.applicationCount,
                number: number(target.applicationCount),
              }),
            })
          : t('deactivateBody')
      }
      confirmLabel={t('deactivate')}
      onConfirm={async () => {
        if (!target) return;
        await deactivate.mutateAsync({ ws, id: target.id });
        void cache.piiCategory.invalidate();
        toast.success(t('deactivated', { name: text(target.name) }), {
          action: { label: t('undo'), onSelect: () => void bringBack(target) },
        });
      }}
    />
  );
  const menuItem = (category: Category): MenuItem =>
    category.active
      ? { key: 'deactivate', label: t('deactivate'), icon: <CircleOff />, onSelect: () => setTarget(category) }
      : {
          key: 'reactivate',
          label: t('reactivate'),
          icon: <CirclePlay />,
          onSelect: () => void bringBack(category),
        };
  return { menuItem, bringBack, dialog };
}
