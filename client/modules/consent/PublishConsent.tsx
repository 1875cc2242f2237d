import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../shared/consent/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Stack, Text } from '../../ui/index.ts';
import { useFormContext } from '../../ui/form/index.ts';
import { PublishRecord } from '../../records/PublishRecord.tsx';
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
  const { isDirty } = useFormContext().formState;
  const problems = useProblems();
  const publish = trpc.consent.publish.useMutation();
  const number = record.publishedVersion + 1;
  const published = record.status === 'published';
  // What was published may read otherwise by now: its purposes or its data controller changed.
  if (published && !record.outdated && !isDirty) return null;
  return (
    <PublishRecord
      rowVersion={record.rowVersion}
      number={number}
      say={(key, values) => t(`publish.${key}`, values ?? {})}
      missing={problems.length > 0 ? (onChosen) => <ProblemList problems={problems} onChosen={onChosen} /> : undefined}
      body={
        <Stack gap="3">
          <Text>{t('publish.lead', { number })}</Text>
          {record.publishedVersion > 0 && <Text>{t('publish.askAgain')}</Text>}
          {isDirty && <Text color="muted">{t('publish.saveFirst')}</Text>}
        </Stack>
      }
      save={isDirty || published ? (values) => save(values as FormValues) : undefined}
      publish={async (rowVersion) => onPublished(await publish.mutateAsync({ ws, id: record.id, rowVersion }))}
    />
  );
}
