import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack, Text } from '../ui/index.ts';
import { useFormContext } from '../ui/form/index.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { ProblemList, type RecordProblemsProps } from './RecordProblems.tsx';

export interface PublishRecordProps<Content, Values> extends RecordProblemsProps<Content> {
  record: { status: string; publishedVersion: number; rowVersion: number };
  /** What was published reads otherwise by now, though nothing of the record itself has changed. */
  isOutdated?: boolean;
  /** What the confirmation says. */
  children: ReactNode;
  /** Saves what is typed; answers the newer record. */
  save: (values: Values) => Promise<{ rowVersion: number }>;
  publish: (rowVersion: number) => Promise<void>;
}

/** The main action: publishes, saving first what is typed, or says what is missing. Inside the form. */
export function PublishRecord<Content, Values>({
  record,
  problems,
  fields,
  words,
  isOutdated = false,
  children,
  save,
  publish,
}: PublishRecordProps<Content, Values>) {
  const { t } = useTranslation('versionedRecord');
  const form = useFormContext();
  const { isDirty } = form.formState;
  const isPublished = record.status === 'published';
  if (isPublished && !isOutdated && !isDirty) return null;

  const run = async () => {
    let { rowVersion } = record;
    if (isDirty || isPublished) {
      await form.handleSubmit(
        async (values) => {
          ({ rowVersion } = await save(values as Values));
        },
        () => {
          throw new Error(t('publish.invalid'));
        },
      )();
    }
    await publish(rowVersion);
  };
  return (
    <PublishDialog
      number={record.publishedVersion + 1}
      missing={
        problems.length > 0
          ? (onChosen) => <ProblemList problems={problems} fields={fields} words={words} onChosen={onChosen} />
          : undefined
      }
      body={
        <Stack gap="3">
          {children}
          {isDirty && <Text color="muted">{t('publish.saveFirst')}</Text>}
        </Stack>
      }
      publish={run}
    />
  );
}
