import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PiiCategory, type PiiCategoryFields, piiCategoryFields } from '../../../shared/piiCategory.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, Stack, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { BilingualField, Form, FormActions, SwitchField, TextArea } from '../../ui/form/index.ts';
import { useStaleEdit } from '../record/useStaleEdit.tsx';

interface Props {
  /** The category to edit; none for a new one. */
  record?: PiiCategory;
  onClose: () => void;
  /** Told of a new category. */
  onCreated?: (id: string) => void;
  /** Somebody else has saved a newer one, and it is to be taken. */
  onReload?: () => void;
}

/** Adds a category, or edits one. A built-in one keeps its name and sensitivity. */
export default function PiiCategoryDialog({ record: newest, onClose, onCreated, onReload }: Props) {
  const { t } = useTranslation('piiCategory');
  const { ws } = useSession();
  const { text } = useFormat();
  // What was opened stays under the hands of whoever types, whatever others save; saving then shows both texts.
  const [record] = useState(newest);
  const [typed, setTyped] = useState<PiiCategoryFields>();
  const create = trpc.piiCategory.create.useMutation();
  const update = trpc.piiCategory.update.useMutation();
  const cache = trpc.useUtils();
  const draftKey = `${ws}.piiCategory.${record?.id ?? 'new'}`;
  const inUse = record !== undefined && record.purposeCount + record.uses > 0;

  const stale = useStaleEdit<PiiCategory>({
    fields: (theirs) => {
      const row = (key: string, label: string, of: (fields: PiiCategoryFields) => string) => ({ key, label, before: of(theirs), after: typed ? of(typed) : '' });
      return [
        row('name', t('name'), ({ name }) => `${name.th}\n${name.en}`),
        row('description', t('description'), ({ description }) => `${description.th}\n${description.en}`),
        row('example', t('example'), ({ example }) => example),
        row('sensitive', t('kind'), ({ sensitive }) => t(sensitive ? 'sensitive' : 'plain')),
      ];
    },
    takeTheirs: () => {
      forgetDraft(draftKey);
      onReload?.();
      onClose();
    },
    keptMine: () => {
      forgetDraft(draftKey);
      void cache.piiCategory.invalidate();
      toast.success(t('saved'));
      onClose();
    },
  });

  return (
    <Dialog open onClose={onClose} persistent width={720} title={record ? `${t('edit')} · ${text(record.name)}` : t('add')}>
      <Stack gap="4">
        {record?.builtIn && <Banner tone="info">{t('builtInNote')}</Banner>}
        <Form
          schema={piiCategoryFields}
          label={t(record ? 'edit' : 'add')}
          draftKey={draftKey}
          defaultValues={{
            name: record?.name ?? { th: '', en: '' },
            description: record?.description ?? { th: '', en: '' },
            example: record?.example ?? '',
            sensitive: record?.sensitive ?? false,
          }}
          onSubmit={async (values) => {
            setTyped(values);
            if (record) {
              await stale.guard((rowVersion) => update.mutateAsync({ ws, id: record.id, ...values, rowVersion }), record.rowVersion);
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
          <BilingualField name="name" label={t('name')} limit={200} required disabled={record?.builtIn} />
          <BilingualField name="description" label={t('description')} multiline rows={2} required />
          <TextArea name="example" label={t('example')} help={t('exampleHelp')} rows={2} />
          <SwitchField name="sensitive" label={t('sensitiveField')} help={inUse && !record.builtIn ? t('sensitiveFixed') : t('sensitiveHelp')} disabled={(record?.builtIn ?? false) || inUse} />
          <FormActions onCancel={onClose} />
        </Form>
      </Stack>
      {stale.dialog}
    </Dialog>
  );
}
