import { useTranslation } from 'react-i18next';
import { ERASED_PLACES, PROOF_PARTS } from '../../../shared/requestTask/kinds.ts';
import { PROOF_FILE } from '../../../shared/requestTask/proof.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { fileHref } from '../../fileHref.ts';
import { uploadTo } from '../../upload.ts';
import { endingsOf } from '../../../shared/file.ts';
import { Button, Card, chakra } from '../../ui/index.ts';
import {
  FileField,
  Form,
  FormActions,
  NumberField,
  SelectField,
  TextArea,
  TextField,
  useFormContext,
} from '../../ui/form/index.ts';
import type { TaskMoves } from './useTaskMoves.ts';
import { sentWork, workForm, workOf } from './workForm.ts';

/** Notes and proof of a task in progress: saved in between, and submitted when it is done. */
export function WorkCard({ task, moves }: { task: RequestTask; moves: TaskMoves }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  return (
    <Card title={t('work.title')}>
      <Form
        key={task.rowVersion}
        schema={workForm}
        label={t('work.title')}
        defaultValues={workOf(task)}
        onSubmit={(values) => moves.finish({ ...sentWork(values), rowVersion: task.rowVersion })}
      >
        <ProofFields task={task} />
        <TextArea name="note" label={t('field.note')} help={t('work.noteHelp')} rows={4} />
        <FileField
          name="file"
          label={t('field.file')}
          help={t('work.fileHelp')}
          accept={endingsOf(PROOF_FILE)
            .map((ending) => `.${ending}`)
            .join(',')}
          maxBytes={PROOF_FILE.limit}
          upload={uploadTo(ws, PROOF_FILE)}
          href={(file) => fileHref(ws, file.id)}
        />
        <FormActions submitLabel={t('action.finish')}>
          {task.allowed.includes('record') && <SaveButton task={task} moves={moves} />}
        </FormActions>
      </Form>
    </Card>
  );
}

/** Saves the current input. */
function SaveButton({ task, moves }: { task: RequestTask; moves: TaskMoves }) {
  const { t } = useTranslation('requestTask');
  const { getValues, setError, formState } = useFormContext();
  const save = async () => {
    const parsed = workForm.safeParse(getValues());
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) setError(path.join('.'), { message });
      return;
    }
    await moves.record({ ...sentWork(parsed.data), rowVersion: task.rowVersion });
  };
  return (
    <Button disabled={!formState.isDirty} onClick={() => void save()}>
      {t('action.record')}
    </Button>
  );
}

/**
 * The parts of the proof that the kind of the task requires; receipts of consent replace the description of how it was
 * done.
 */
function ProofFields({ task }: { task: RequestTask }) {
  const { t } = useTranslation('requestTask');
  const parts = PROOF_PARTS[task.kind];
  const isNeeded = (part: (typeof parts)[number]) => parts.includes(part);
  return (
    <>
      {isNeeded('method') && (
        <TextArea
          name="proof.method"
          label={t(`method.${task.kind}` as 'method.SEARCH')}
          rows={3}
          limit={2000}
          required={task.receipts.length === 0}
        />
      )}
      {isNeeded('count') && <NumberField name="proof.count" label={t('field.count')} required />}
      {isNeeded('hash') && <TextField name="proof.hash" label={t('field.hash')} help={t('work.hashHelp')} />}
      {isNeeded('before') && <TextArea name="proof.before" label={t('field.before')} rows={3} required />}
      {isNeeded('after') && <TextArea name="proof.after" label={t('field.after')} rows={3} required />}
      {isNeeded('places') && (
        <chakra.fieldset display="grid" gap="3" minWidth="0">
          <chakra.legend fontWeight="semibold" mb="1">
            {t('work.places')}
          </chakra.legend>
          {ERASED_PLACES.map((place) => (
            <SelectField
              key={place}
              name={`proof.places.${place}`}
              label={t(`place.${place}`)}
              required
              options={(['ERASED', 'NONE'] as const).map((value) => ({ value, label: t(`cleared.${value}`) }))}
            />
          ))}
        </chakra.fieldset>
      )}
    </>
  );
}
