import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../shared/consent.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, Dialog, Stack, Text, toast, useDialog } from '../../ui/index.ts';
import { useFormContext } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';
import { ProblemList, useProblems } from './Missing.tsx';

export interface PublishConsentProps {
  record: Consent;
  /** Saves what is typed; answers the newer record. */
  save: (values: FormValues) => Promise<Consent>;
  onPublished: (published: Consent) => void;
}

/** The main action: publishes, saving first what is typed, or says what is missing. Inside the form. */
export function PublishConsent({ record, save, onPublished }: PublishConsentProps) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const go = useGo();
  const path = usePath();
  const form = useFormContext();
  const problems = useProblems();
  const publish = trpc.consent.publish.useMutation();
  const dialog = useDialog();
  const { isDirty } = form.formState;
  const number = record.publishedVersion + 1;
  // What was published may read otherwise by now: its purposes or its data controller changed.
  const unchanged = record.status === 'published' && !record.outdated;
  if (unchanged && !isDirty) return null;

  const run = async () => {
    let { rowVersion } = record;
    if (isDirty || record.status === 'published') {
      await form.handleSubmit(
        async (values) => {
          ({ rowVersion } = await save(values as FormValues));
        },
        () => {
          throw new Error(t('publish.invalid'));
        },
      )();
    }
    onPublished(await publish.mutateAsync({ ws, id: record.id, rowVersion }));
    toast.success(t('publish.done', { number }));
  };

  return (
    <>
      <Button look="main" icon={<Send aria-hidden />} onClick={dialog.show}>
        {t('publish.action')}
      </Button>
      {problems.length > 0 ? (
        <Dialog {...dialog.props} title={t('publish.missingTitle')} description={t('publish.missingLead')}>
          <ProblemList
            problems={problems}
            onChosen={() => {
              dialog.close();
              // The form may stand behind another tab.
              go(path);
            }}
          />
        </Dialog>
      ) : (
        <ConfirmDialog
          {...dialog.props}
          title={t('publish.title', { number })}
          confirmLabel={t('publish.action')}
          body={
            <Stack gap="3">
              <Text>{t('publish.lead', { number })}</Text>
              {record.publishedVersion > 0 && <Text>{t('publish.askAgain')}</Text>}
              {isDirty && <Text color="muted">{t('publish.saveFirst')}</Text>}
            </Stack>
          }
          onConfirm={run}
        />
      )}
    </>
  );
}
