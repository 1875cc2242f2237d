import { useTranslation } from 'react-i18next';
import {
  type DataRight,
  type DataRightFields,
  dataRightFields,
  STATUTORY_DAYS,
} from '../../../shared/dataRight/schema.ts';
import { initialValues, mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BilingualField, FormActions, NumberField, SwitchField, useWatch } from '../../ui/form/index.ts';
import { Banner, Dialog, useFormat } from '../../ui/index.ts';
import { DATA_RIGHT_FIELDS } from './dataRightFields.ts';

interface DataRightDialogProps {
  /** The right to edit; undefined for a new one. */
  record?: DataRight;
  onClose: () => void;
}

const valuesOf = ({ name, description, example, days, active }: DataRight): DataRightFields => ({
  name,
  description,
  example,
  days,
  active,
});

function useForm({ record, onClose }: DataRightDialogProps) {
  const { t } = useTranslation('dataRight');
  const { ws } = useSession();
  const words = useWords('dataRight');
  const cache = trpc.useUtils();
  const create = trpc.dataRight.create.useMutation();
  const update = trpc.dataRight.update.useMutation();
  return useRecordForm<DataRight, DataRightFields>({
    record,
    draftKey: `${ws}.dataRight.${record?.id ?? 'new'}`,
    valuesOf,
    initial: initialValues<DataRightFields>(DATA_RIGHT_FIELDS),
    fields: (theirs) => mergeFields(DATA_RIGHT_FIELDS, (values: DataRightFields) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: (record as DataRight).id, ...values, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: () => Promise.all([cache.dataRight.invalidate(), cache.requestForm.invalidate()]),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates a right of the workspace, or edits any right. The section of a statutory right is fixed by the act. */
export default function DataRightDialog(props: DataRightDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation('dataRight');
  const { text } = useFormat();
  const form = useForm(props);
  const section = record?.section ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={record ? t('editOf', { name: text(record.name) }) : t('add')}
      description={section === null ? t('ownNote') : t('builtInNote', { number: section })}
    >
      <RecordForm form={form} schema={dataRightFields as never} label={t(record ? 'edit' : 'add')} still>
        <BilingualField name="name" label={t('field.name')} limit={200} required />
        <BilingualField
          name="description"
          label={t('field.description')}
          help={t('field.descriptionHelp')}
          multiline
          rows={4}
          required
        />
        <BilingualField name="example" label={t('field.example')} help={t('field.exampleHelp')} />
        <Days code={record?.code ?? null} />
        <SwitchField name="active" label={t('field.active')} help={t('field.activeHelp')} />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}

/** Days to answer within, and who sets them. */
function Days({ code }: Pick<DataRight, 'code'>) {
  const { t } = useTranslation('dataRight');
  const days = Number(useWatch({ name: 'days' }));
  const byLaw = code === null ? undefined : STATUTORY_DAYS[code];
  const note = code === 'ACCESS' || code === 'ERASURE' || code === 'WITHDRAWAL' ? code : 'own';
  return (
    <>
      <NumberField name="days" label={t('field.days')} help={t(`daysNote.${note}`)} required />
      {byLaw !== undefined && days > byLaw && (
        <Banner tone="warn">{t('overLaw', { count: byLaw, number: byLaw })}</Banner>
      )}
    </>
  );
}
