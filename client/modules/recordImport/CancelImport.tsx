import { useTranslation } from 'react-i18next';
import type { RecordImport } from '../../../shared/recordImport.ts';
import { routeOf } from '../../../shared/routes.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, useDialog } from '../../ui/index.ts';

/** Gives the import up, after asking. */
export function CancelImport({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { ws } = useSession();
  const go = useGo();
  const cancel = trpc.recordImport.cancel.useMutation();
  const dialog = useDialog();
  return (
    <>
      <Button size="sm" look="quiet" onClick={dialog.show}>
        {t('checked.cancel')}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={t('checked.cancelTitle')}
        body={t('checked.cancelBody')}
        confirmLabel={t('checked.cancel')}
        destructive
        onConfirm={async () => {
          await cancel.mutateAsync({ ws, id: record.id });
          go(routeOf('recordImport').path);
        }}
      />
    </>
  );
}
