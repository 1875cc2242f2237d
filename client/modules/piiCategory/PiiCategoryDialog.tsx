import { useTranslation } from 'react-i18next';
import { type PiiCategory, type PiiCategoryFields, piiCategoryFields } from '../../../shared/piiCategory/schema.ts';
import { initialValues, mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, useFormat } from '../../ui/index.ts';
import { BilingualField, FormActions, SwitchField, TextArea } from '../../ui/form/index.ts';
import { PII_CATEGORY_FIELDS } from './piiCategoryFields.ts';

interface Props {
  /** The category to edit; undefined for a new one. */
  record?: PiiCategory;
  onClose: () => void;
  /** Called with the id of a new category. */
  onCreated?: (id: string) => void;
}

const valuesOf = ({ name, description, example, sensitive }: PiiCategory): PiiCategoryFields => ({
  name,
  description,
  example,
  sensitive,
});

function usePiiCategoryForm({ record, onClose, onCreated }: Props) {
  const { t } = useTranslation('piiCategory');
  const { ws } = useSession();
  const words = useWords('piiCategory');
  const cache = trpc.useUtils();
  const create = trpc.piiCategory.create.useMutation();
  const update = trpc.piiCategory.update.useMutation();
  return useRecordForm<PiiCategory, PiiCategoryFields>({
    record,
    draftKey: `${ws}.piiCategory.${record?.id ?? 'new'}`,
    valuesOf,
    initial: initialValues<PiiCategoryFields>(PII_CATEGORY_FIELDS),
    fields: (theirs) =>
      mergeFields(PII_CATEGORY_FIELDS, (values: PiiCategoryFields) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: (record as PiiCategory).id, ...values, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: () => cache.piiCategory.invalidate(),
    onCreated: ({ id }) => {
      onClose();
      // After the form has released its unsaved-changes guard.
      setTimeout(() => onCreated?.(id));
    },
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates or edits a category. Name and sensitivity of a built-in one cannot be changed. */
export default function PiiCategoryDialog(props: Props) {
  const { record, onClose } = props;
  const { t } = useTranslation('piiCategory');
  const { text } = useFormat();
  const form = usePiiCategoryForm(props);
  const inUse = record !== undefined && record.purposeCount + record.uses > 0;
  return (
    <Dialog open onClose={onClose} width={720} title={record ? `${t('edit')} · ${text(record.name)}` : t('add')}>
      <RecordForm
        form={form}
        schema={piiCategoryFields as never}
        label={t(record ? 'edit' : 'add')}
        still
        notice={record?.builtIn && <Banner tone="info">{t('builtInNote')}</Banner>}
      >
        <BilingualField name="name" label={t('name')} limit={200} required disabled={record?.builtIn} />
        <BilingualField name="description" label={t('description')} multiline rows={2} required />
        <TextArea name="example" label={t('example')} help={t('exampleHelp')} rows={2} />
        <SwitchField
          name="sensitive"
          label={t('sensitiveField')}
          help={inUse && !record.builtIn ? t('sensitiveFixed') : t('sensitiveHelp')}
          disabled={(record?.builtIn ?? false) || inUse}
        />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}
