import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra, Stack, Text } from '../../ui/index.ts';
import { useFormContext, useWatch } from '../../ui/form/index.ts';
import { PublishRecord } from '../../records/PublishRecord.tsx';
import { contentOf } from './content.ts';
import { useContentFields } from './ContentView.tsx';
import type { FormValues } from './formValues.ts';
import { ProblemList, useProblems } from './Missing.tsx';
import { useNames } from './names.tsx';

/** What the confirmation names of the content; the whole is frozen. */
const NAMED = new Set([
  'title.th',
  'dataSubjectGroupIds',
  'piiCategoryIds',
  'lawfulBases',
  'sensitiveExemptions',
  'retention',
  'thirdParties',
  'internalApplicationIds',
]);

export interface PublishPurposeProps {
  record: Purpose;
  /** Saves what is typed; answers the newer record. */
  save: (values: FormValues) => Promise<Purpose>;
  onPublished: (published: Purpose) => void;
}

/** The main action: publishes, saving first what is typed, or says what is missing. Inside the form. */
export function PublishPurpose({ record, save, onPublished }: PublishPurposeProps) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const { isDirty } = useFormContext().formState;
  const problems = useProblems();
  const publish = trpc.purpose.publish.useMutation();
  const number = record.publishedVersion + 1;
  if (record.status === 'published' && !isDirty) return null;
  return (
    <PublishRecord
      rowVersion={record.rowVersion}
      number={number}
      say={(key, values) => t(`publish.${key}`, values ?? {})}
      missing={problems.length > 0 ? (onChosen) => <ProblemList problems={problems} onChosen={onChosen} /> : undefined}
      body={
        <Stack gap="3">
          <Text>{t('publish.lead', { number })}</Text>
          {isDirty && <Text color="muted">{t('publish.saveFirst')}</Text>}
          <Frozen />
        </Stack>
      }
      save={isDirty ? (values) => save(values as FormValues) : undefined}
      publish={async (rowVersion) => onPublished(await publish.mutateAsync({ ws, id: record.id, rowVersion }))}
    />
  );
}

/** What is about to be frozen, in short. */
function Frozen() {
  const values = useWatch() as FormValues;
  const names = useNames();
  const fields = useContentFields()(contentOf(values, names));
  return (
    <chakra.dl
      display="grid"
      gap="2"
      textStyle="dense"
      maxHeight="40dvh"
      overflowY="auto"
      borderWidth="1px"
      borderRadius="card"
      p="3"
    >
      {fields
        .filter((field) => NAMED.has(field.key) && field.text !== '')
        .map((field) => (
          <div key={field.key}>
            <chakra.dt color="muted">{field.label}</chakra.dt>
            <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
              {field.text}
            </chakra.dd>
          </div>
        ))}
    </chakra.dl>
  );
}
