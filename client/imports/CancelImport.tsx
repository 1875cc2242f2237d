import { useTranslation } from 'react-i18next';
import { useGo } from '../shell/navigation.ts';
import { useSession } from '../shell/session.tsx';
import { Button, ConfirmDialog, useDialog } from '../ui/index.ts';
import { leaveUnasked } from '../ui/navigationGuard.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import { startAddress } from './startAddress.ts';

/** Cancels an import, after a question. */
export function CancelImport<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t } = useTranslation('import');
  const { ws } = useSession();
  const go = useGo();
  const dialog = useDialog();
  const cancel = kind.router.cancel.useMutation();
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
          // Nothing of a cancelled import can be edited any more.
          leaveUnasked(() => go(startAddress(kind, record)));
        }}
      />
    </>
  );
}
