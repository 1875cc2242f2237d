import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { type PurposeCategory, purposeCategoryFields } from '../../../shared/purposeCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, toast } from '../../ui/index.ts';
import { BilingualField, Form, FormActions, TextArea } from '../../ui/form/index.ts';

/** Adds a category, or shows and edits one; built-in ones can only be read. */
export function PurposeCategoryForm({
  record,
  disabled,
  onDone,
}: {
  record?: PurposeCategory;
  disabled?: boolean;
  onDone: (id: string) => void;
}) {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const create = trpc.purposeCategory.create.useMutation();
  const update = trpc.purposeCategory.update.useMutation();
  const cache = trpc.useUtils();
  const locked = disabled || record?.builtIn;
  return (
    <>
      {record?.builtIn && <Banner tone="info">{t('category.builtInNote')}</Banner>}
      <Form
        schema={purposeCategoryFields}
        label={t(record ? 'category.edit' : 'category.add')}
        draftKey={locked ? undefined : `${ws}.purposeCategory.${record?.id ?? 'new'}`}
        disabled={locked}
        defaultValues={{
          name: record?.name ?? { th: '', en: '' },
          description: record?.description ?? { th: '', en: '' },
          detail: record?.detail ?? '',
        }}
        onSubmit={async (values) => {
          const saved = record
            ? await update.mutateAsync({ ws, id: record.id, rowVersion: record.rowVersion, ...values })
            : await create.mutateAsync({ ws, ...values });
          void cache.purposeCategory.invalidate();
          toast.success(t('category.saved'));
          setTimeout(() => onDone(saved.id));
        }}
      >
        <BilingualField name="name" label={t('category.name')} required />
        <BilingualField name="description" label={t('category.description')} multiline required />
        <TextArea name="detail" label={t('category.detail')} />
        {!locked && <FormActions cancelHref={pageAddress('purposeCategories')} />}
      </Form>
    </>
  );
}
