import { useTranslation } from 'react-i18next';
import { dpiaAddress } from '../../../shared/dpia/addresses.ts';
import type { Dpia } from '../../../shared/dpia/schema.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, toast, useDialog } from '../../ui/index.ts';

/**
 * Converts an assessment of the older variant into a new one, after a confirmation, and opens it; renders nothing for
 * other assessments.
 */
export function CarryOver({ record: { id, name, variant } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaList');
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const dialog = useDialog();
  const carry = trpc.dpia.carry.useMutation();
  const mayWrite = useCan('dpia.write');
  if (variant !== 'OLDER' || !mayWrite) return null;
  return (
    <>
      <Button onClick={dialog.show}>{t('carry.action')}</Button>
      <ConfirmDialog
        {...dialog.props}
        title={t('carry.title', { name })}
        body={t('carry.body')}
        confirmLabel={t('carry.action')}
        onConfirm={async () => {
          const go = goLater();
          const created = await carry.mutateAsync({ ws, id });
          cache.dpia.get.setData({ ws, id: created.id }, created);
          toast.success(t('carry.done'));
          go(dpiaAddress('CURRENT', created.id));
        }}
      />
    </>
  );
}
