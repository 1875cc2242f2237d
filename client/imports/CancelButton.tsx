import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, useDialog } from '../ui/index.ts';

/** Gives an import up, after asking. */
export function CancelButton({ body, onConfirm }: { body: string; onConfirm: () => Promise<void> }) {
  const { t } = useTranslation('recordImport');
  const dialog = useDialog();
  return (
    <>
      <Button size="sm" look="quiet" onClick={dialog.show}>
        {t('checked.cancel')}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={t('checked.cancelTitle')}
        body={body}
        confirmLabel={t('checked.cancel')}
        destructive
        onConfirm={onConfirm}
      />
    </>
  );
}
