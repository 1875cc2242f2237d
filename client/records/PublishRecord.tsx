import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StatusMachine, targetsOf } from '../../shared/status.ts';
import { Text } from '../ui/index.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { ProblemList, type RecordProblemsProps } from './RecordProblems.tsx';
import { useOpenMoves } from './useOpenMoves.ts';
import { useSaveInput } from './useSaveInput.ts';

export interface PublishRecordProps<Content, Values, State extends string> extends RecordProblemsProps<Content> {
  record: { status: State; publishedVersion: number; rowVersion: number };
  machine: StatusMachine<State, 'edit' | 'publish'>;
  /** The published content is outdated, though nothing of the record itself has changed. */
  isOutdated?: boolean;
  /** The text of the confirmation. */
  children: ReactNode;
  /** Saves the input; resolves to the newer record. */
  save: (values: Values) => Promise<{ rowVersion: number }>;
  publish: (rowVersion: number) => Promise<void>;
}

/** The main action: publishes after saving the input, or lists what is missing. Inside the form. */
export function PublishRecord<Content, Values, State extends string>({
  record,
  machine,
  problems,
  fields,
  words,
  lead,
  isOutdated = false,
  children,
  save,
  publish,
}: PublishRecordProps<Content, Values, State>) {
  const { t } = useTranslation('versionedRecord');
  const { isDirty, saveInput } = useSaveInput({ save, invalid: t('publish.invalid') });
  const openMoves = useOpenMoves(machine);
  const [isPublishing, setPublishing] = useState(false);
  const isOpen = openMoves(record.status).includes('publish');
  const edit = machine[record.status].edit;
  const opensBySaving =
    (isOutdated || isDirty) && edit !== undefined && openMoves(targetsOf(edit)[0]!).includes('publish');
  // Once the input is saved nothing is left to save, and the record that can be published has yet to arrive here.
  if (!isOpen && !opensBySaving && !isPublishing) return null;
  const saveAndPublish = async () => {
    setPublishing(true);
    try {
      await publish(await saveInput(record.rowVersion, !isOpen));
    } finally {
      setPublishing(false);
    }
  };
  return (
    <PublishDialog
      number={record.publishedVersion + 1}
      missing={
        problems.length > 0
          ? (onChosen) => <ProblemList {...{ problems, fields, words, onChosen }} {...(lead && { lead })} />
          : undefined
      }
      publish={saveAndPublish}
    >
      {children}
      {isDirty && <Text color="muted">{t('publish.saveFirst')}</Text>}
    </PublishDialog>
  );
}
