import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo, usePath } from '../shell/navigation.ts';
import { Button, ConfirmDialog, Dialog, Stack, toast, useDialog } from '../ui/index.ts';

export interface PublishDialogProps {
  /** Number of the new version. */
  number: number;
  /** What is missing, as a list whose choices call `onChosen`; undefined where nothing is. */
  missing: ((onChosen: () => void) => ReactNode) | undefined;
  /** The text of the confirmation. */
  children: ReactNode;
  publish: () => Promise<void>;
}

/** The main action of a draft: publishes it after a question, or lists what is missing. */
export function PublishDialog({ number, missing, children, publish }: PublishDialogProps) {
  const { t } = useTranslation('versionedRecord');
  const go = useGo();
  const path = usePath();
  const dialog = useDialog();
  return (
    <>
      <Button look="main" icon={<Send aria-hidden />} onClick={dialog.show}>
        {t('publish.action')}
      </Button>
      {missing ? (
        <Dialog {...dialog.props} title={t('publish.missingTitle')} description={t('publish.missingLead')}>
          {missing(() => {
            dialog.close();
            // The form may be behind another tab.
            go(path);
          })}
        </Dialog>
      ) : (
        <ConfirmDialog
          {...dialog.props}
          title={t('publish.title', { number })}
          confirmLabel={t('publish.action')}
          body={<Stack gap="3">{children}</Stack>}
          onConfirm={async () => {
            await publish();
            toast.success(t('publish.done', { number }));
          }}
        />
      )}
    </>
  );
}
