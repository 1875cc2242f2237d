import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PiiCategory, type PiiCategoryFields, piiCategoryFields } from '../../../shared/piiCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, Stack, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { BilingualField, Form, FormActions, SwitchField, TextArea } from '../../ui/form/index.ts';
import type { FormField } from '../../records/mergeFields.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';

interface Props {
  /** The category to edit; none for a new one. */
  record?: PiiCategory;
  onClose: () => void;
  /** Told of a new category. */
  onCreated?: (id: string) => void;
  /** Somebody else has saved a newer one, and it is to be taken. */
  onReload?: () => void;
}

const EMPTY: PiiCategoryFields = {
  name: { th: '', en: '' },
  description: { th: '', en: '' },
  example: '',
  sensitive: false,
};
const valuesOf = ({ name, description, example, sensitive }: PiiCategory): PiiCategoryFields => ({
  name,
  description,
  example,
  sensitive,
});

/** Adds a category, or edits one. A built-in one keeps its name and sensitivity. */
export default function PiiCategoryDialog({ record: newest, onClose, onCreated, onReload }: Props) {
  const { t } = useTranslation(['piiCategory', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  // What was opened stays under the hands of whoever types, whatever others save; saving then merges the two.
  const [record] = useState(newest);
  const create = trpc.piiCategory.create.useMutation();
  const update = trpc.piiCategory.update.useMutation();
  const cache = trpc.useUtils();
  const draftKey = `${ws}.piiCategory.${record?.id ?? 'new'}`;
  const inUse = record !== undefined && record.purposeCount + record.uses > 0;

  const side = (key: 'name' | 'description', locale: 'th' | 'en'): FormField<PiiCategoryFields> => ({
    key: `${key}.${locale}`,
    label: t(key) + (locale === 'th' ? ` (${t('ui:thai')})` : ` (${t('ui:english')})`),
    text: (values) => values[key][locale],
    long: key === 'description',
  });
  const stale = useStaleEdit<PiiCategory, PiiCategoryFields>({
    record,
    valuesOf,
    draftKey,
    fields: () => [
      side('name', 'th'),
      side('name', 'en'),
      side('description', 'th'),
      side('description', 'en'),
      { key: 'example', label: t('example'), text: ({ example }) => example, long: true },
      { key: 'sensitive', label: t('kind'), text: ({ sensitive }) => t(sensitive ? 'sensitive' : 'plain') },
    ],
    save: (values, rowVersion) => update.mutateAsync({ ws, id: (record as PiiCategory).id, ...values, rowVersion }),
    saved: () => {
      forgetDraft(draftKey);
      void cache.piiCategory.invalidate();
      toast.success(t('saved'));
      onClose();
    },
    takeTheirs: () => {
      forgetDraft(draftKey);
      onReload?.();
      onClose();
    },
  });

  return (
    <Dialog open onClose={onClose} width={720} title={record ? `${t('edit')} · ${text(record.name)}` : t('add')}>
      <Stack gap="4">
        {record?.builtIn && <Banner tone="info">{t('builtInNote')}</Banner>}
        <Form
          schema={piiCategoryFields}
          label={t(record ? 'edit' : 'add')}
          draftKey={draftKey}
          defaultValues={record ? valuesOf(record) : EMPTY}
          onSubmit={async (values) => {
            if (record) {
              await stale.save(values);
              toast.success(t('saved'));
            } else {
              const made = await create.mutateAsync({ ws, ...values });
              toast.success(t('created'));
              // After the form has let go of its unsaved-changes guard.
              setTimeout(() => onCreated?.(made.id));
            }
            void cache.piiCategory.invalidate();
            onClose();
          }}
        >
          <NewerRecord edit={stale.edit} />
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
        </Form>
      </Stack>
      {stale.dialog}
    </Dialog>
  );
}
