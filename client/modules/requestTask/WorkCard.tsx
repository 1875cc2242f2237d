import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ERASED_PLACES, PROOF_PARTS } from '../../../shared/requestTask/kinds.ts';
import { PROOF_FILE } from '../../../shared/requestTask/proof.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { useSession } from '../../shell/session.tsx';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { endingsOf } from '../../../shared/file.ts';
import { Button, Card, chakra, toast } from '../../ui/index.ts';
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
import { sentWork, type WorkForm, workFields, workForm, workOf } from './workForm.ts';

interface WorkCardProps {
  task: RequestTask;
  moves: TaskMoves;
  /** Reports whether there is unsaved input. */
  onTyping: (typing: boolean) => void;
}

/** Notes and proof of a task in progress: saved in between, and submitted when it is done. */
export function WorkCard({ task, moves, onTyping }: WorkCardProps) {
  const { t } = useTranslation(['requestTask', 'recordScreen']);
  const { ws } = useSession();
  const { stale, generation, chooseMove } = useWorkEdit(task, moves);
  return (
    <Card title={t('work.title')}>
      <div onSubmitCapture={chooseMove}>
        <Form
          key={generation}
          schema={workForm}
          label={t('work.title')}
          defaultValues={workOf(task)}
          onSubmit={(values) => stale.save(values)}
        >
          <Typing onChange={onTyping} />
          <NewerRecord
            edit={stale.edit}
            newest={task}
            over={!task.allowed.includes('finish') && t('recordScreen:over.body')}
          />
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
            href={(file) => fileUrl(ws, file.id)}
          />
          <FormActions submitLabel={t('action.finish')}>
            {task.allowed.includes('record') && <SaveButton />}
          </FormActions>
        </Form>
      </div>
      {stale.dialog}
    </Card>
  );
}

/** The edit of a task's form, which either is saved for later or finishes the task. */
function useWorkEdit(task: RequestTask, moves: TaskMoves) {
  const { t } = useTranslation(['requestTask', 'versionedRecord']);
  const [generation, setGeneration] = useState(0);
  const move = useRef<'record' | 'finish'>('finish');
  const restart = () => setGeneration((before) => before + 1);
  const stale = useStaleEdit<RequestTask, WorkForm>({
    record: task,
    valuesOf: workOf,
    fields: (theirs) => workFields(theirs, t),
    editable: ({ allowed }) => allowed.includes('finish'),
    save: (values, rowVersion) => moves[move.current]({ ...sentWork(values), rowVersion }),
    saved: restart,
    takeTheirs: () => {
      restart();
      toast.info(t('versionedRecord:tookTheirs'));
    },
  });
  /** A merged record is saved by the move that found the newer one. */
  const chooseMove = ({ nativeEvent }: SyntheticEvent) => {
    const { submitter } = nativeEvent as SubmitEvent;
    move.current = submitter?.dataset['move'] === 'record' ? 'record' : 'finish';
  };
  return { stale, generation, chooseMove };
}

/** Saves the current input. */
function SaveButton() {
  const { t } = useTranslation('requestTask');
  const { isDirty, isSubmitting } = useFormContext().formState;
  return (
    <Button type="submit" data-move="record" disabled={!isDirty} loading={isSubmitting}>
      {t('action.record')}
    </Button>
  );
}

/** Reports unsaved input to the page, which keeps the form until it can be copied. */
function Typing({ onChange }: { onChange: (typing: boolean) => void }) {
  const { isDirty, isSubmitting } = useFormContext().formState;
  const isTyping = isDirty && !isSubmitting;
  useEffect(() => onChange(isTyping), [isTyping, onChange]);
  return null;
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
          help={task.kind === 'ERASE' && t('methodHelp.ERASE')}
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
