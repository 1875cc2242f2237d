import { useTranslation } from 'react-i18next';
import { type Answer, answerLetter, type AnswerLetter } from '../../../shared/requestAnswer/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, PageFrame } from '../../ui/index.ts';
import { FormActions, TextArea } from '../../ui/form/index.ts';
import type { AnswerPartProps } from './AnswerPanel.tsx';
import { useAnswerCache } from './useAnswerCache.ts';

type DialogProps = AnswerPartProps & { onClose: () => void };

const valuesOf = ({ message, withheld }: Answer): AnswerLetter => ({ message, withheld });

/** Edits the free text of the letter, beside the parts generated from the record. */
export function WriteLetter({ onClose, ...props }: DialogProps) {
  const { t } = useTranslation('requestAnswer');
  const { answer } = props;
  const save = trpc.requestAnswer.save.useMutation();
  const { of, put } = useAnswerCache(props);
  const form = useRecordForm<Answer, AnswerLetter>({
    record: answer,
    // No draft: the server seals the same text.
    valuesOf,
    fields: () =>
      (['message', 'withheld'] as const).map((key) => ({
        key,
        paths: [key],
        label: t(key),
        long: true,
        text: (values: AnswerLetter) => values[key],
      })),
    update: (values, rowVersion) => save.mutateAsync({ ...of, ...values, rowVersion }),
    cache: put,
    onSaved: onClose,
    messages: { saved: t('saved') },
  });
  return (
    <Dialog open onClose={onClose} title={t('edit')} width={760}>
      <RecordForm form={form} schema={answerLetter as never} label={t('edit')} still>
        <TextArea name="message" label={t('message')} help={t('messageHelp')} rows={8} />
        <TextArea name="withheld" label={t('withheld')} help={t('withheldHelp')} rows={5} />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}

/** A preview of the letter as it would be sent now. */
export function LetterView({ onClose, ...props }: DialogProps) {
  const { t } = useTranslation('requestAnswer');
  const { of } = useAnswerCache(props);
  const query = trpc.requestAnswer.letter.useQuery(of, { staleTime: 0 });
  return (
    <Dialog open onClose={onClose} title={t('letterTitle')} side="right" width={900}>
      <LoadedInDialog query={query}>{({ html }) => <PageFrame html={html} title={t('letterTitle')} />}</LoadedInDialog>
    </Dialog>
  );
}
