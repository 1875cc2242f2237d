import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo, usePath } from '../shell/navigation.ts';
import { Button, ConfirmDialog, Dialog, toast, useDialog } from '../ui/index.ts';

export interface PublishDialogProps {
  /** Number of the version that it becomes. */
  number: number;
  /** What is missing, as a list that calls `onChosen`; undefined where nothing is. */
  missing: ((onChosen: () => void) => ReactNode) | undefined;
  /** What the confirmation says. */
  body: ReactNode;
  publish: () => Promise<void>;
}

/** The main action of a draft: publishes it after a question, or says what is missing. */
export function PublishDialog({ number, missing, body, publish }: PublishDialogProps) {
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
            // The form may stand behind another tab.
            go(path);
          })}
        </Dialog>
      ) : (
        <ConfirmDialog
          {...dialog.props}
          title={t('publish.title', { number })}
          confirmLabel={t('publish.action')}
          body={body}
          onConfirm={async () => {
            await publish();
            toast.success(t('publish.done', { number }));
          }}
        />
      )}
    </>
  );
}
