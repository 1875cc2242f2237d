import { useTranslation } from 'react-i18next';
import {
  type PurposeCategory,
  type PurposeCategoryFields,
  purposeCategoryFields,
} from '../../../shared/purposeCategory/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { initialValues, mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Card } from '../../ui/index.ts';
import { BilingualField, FormActions, FormSection, TextArea } from '../../ui/form/index.ts';
import { PURPOSE_CATEGORY_FIELDS } from './purposeCategoryFields.ts';

const valuesOf = ({ name, description, detail }: PurposeCategory): PurposeCategoryFields => ({
  name,
  description,
  detail,
});

/** Creates, displays or edits a category; built-in ones are read-only. */
export function PurposeCategoryForm({ record, disabled }: { record?: PurposeCategory; disabled?: boolean }) {
  const { t } = useTranslation('purposeCategoryScreen');
  const { ws } = useSession();
  const words = useWords('purposeCategoryScreen');
  const cache = trpc.useUtils();
  const create = trpc.purposeCategory.create.useMutation();
  const update = trpc.purposeCategory.update.useMutation();
  const locked = disabled || record?.builtIn;
  const form = useRecordForm<PurposeCategory, PurposeCategoryFields>({
    record,
    draftKey: `${ws}.purposeCategory.${record?.id ?? 'new'}`,
    valuesOf,
    initial: initialValues<PurposeCategoryFields>(PURPOSE_CATEGORY_FIELDS),
    fields: (theirs) =>
      mergeFields(PURPOSE_CATEGORY_FIELDS, (values: PurposeCategoryFields) => values, valuesOf(theirs), words),
    update: (values, rowVersion) =>
      update.mutateAsync({ ws, id: (record as PurposeCategory).id, rowVersion, ...values }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: (saved) => {
      cache.purposeCategory.get.setData({ ws, id: saved.id }, saved);
      void cache.purposeCategory.list.invalidate();
      void cache.activityLog.invalidate();
    },
    // After the form has released its unsaved-changes guard.
    onCreated: (_, go) => setTimeout(() => go(pageAddress('purposeCategories'))),
    messages: { saved: t('saved') },
  });
  return (
    <>
      {record?.builtIn && <Banner tone="info">{t('builtInNote')}</Banner>}
      <RecordForm
        form={form}
        schema={purposeCategoryFields as never}
        label={t(record ? 'edit' : 'add')}
        disabled={locked}
      >
        <Card>
          <FormSection title={t('section.identity')}>
            <BilingualField name="name" label={t('name')} required />
            <BilingualField name="description" label={t('description')} multiline required />
            <TextArea name="detail" label={t('detail')} />
          </FormSection>
        </Card>
        {!locked && <FormActions cancelHref={pageAddress('purposeCategories')} />}
      </RecordForm>
    </>
  );
}
