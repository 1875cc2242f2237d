import { useTranslation } from 'react-i18next';
import { type DpiaVariant, FRAMEWORK_LIMITS, OBJECTIVES } from '../../../shared/dpia/framework.ts';
import { type PdpaItemFields, pdpaItemFields, type PdpaSetting } from '../../../shared/dpiaSettings/schema.ts';
import { type FieldDescriptor, initialValues, mergeFields } from '../../records/fields.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BilingualField, FormActions, MultiSelectField, SwitchField } from '../../ui/form/index.ts';
import { Dialog, Flex, Tag, useFormat } from '../../ui/index.ts';
import { OwnRows } from './SettingRows.tsx';

/** The items required by the act that are part of new assessments. */
export function ItemsTab({ variant }: { variant: DpiaVariant }) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const query = trpc.dpiaSettings.items.list.useQuery({ ws, variant });
  const remove = trpc.dpiaSettings.items.remove.useMutation();
  return (
    <LoadedRecord query={query}>
      {({ collection }) => (
        <OwnRows
          label={t('tab.items')}
          rows={collection}
          limit={FRAMEWORK_LIMITS.items}
          addLabel={t('item.add')}
          details={({ objectives }) => (
            <Flex wrap="wrap" gap="1.5" mt="1.5">
              {objectives.map((one) => (
                <Tag key={one}>{t(`dpiaAssessment:objective.${one}`)}</Tag>
              ))}
            </Flex>
          )}
          dialog={(props) => <ItemDialog variant={variant} {...props} />}
          remove={async ({ id }) => {
            await remove.mutateAsync({ ws, id });
            await cache.dpiaSettings.invalidate();
          }}
        />
      )}
    </LoadedRecord>
  );
}

const FIELDS: readonly FieldDescriptor<PdpaItemFields>[] = [
  { key: 'title', kind: 'bilingual', section: 'items', read: ({ title }) => title },
  { key: 'description', kind: 'bilingualText', section: 'items', read: ({ description }) => description },
  {
    key: 'objectives',
    kind: 'set',
    section: 'items',
    read: ({ objectives }, { t }) => objectives.map((one) => t(`dpiaAssessment:objective.${one}`)).join('\n'),
  },
  { key: 'active', kind: 'yesNo', section: 'items', initial: [true], read: ({ active }) => active },
];
const valuesOf = ({ title, description, objectives, active }: PdpaSetting): PdpaItemFields => ({
  title,
  description,
  objectives,
  active,
});

interface ItemDialogProps {
  variant: DpiaVariant;
  /** The item to edit; undefined for a new one. */
  record?: PdpaSetting;
  onClose: () => void;
}

function ItemDialog({ variant, record, onClose }: ItemDialogProps) {
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const { ws } = useSession();
  const { text } = useFormat();
  const words = useWords('dpiaSettings');
  const cache = trpc.useUtils();
  const create = trpc.dpiaSettings.items.create.useMutation();
  const update = trpc.dpiaSettings.items.update.useMutation();
  const form = useRecordForm<PdpaSetting, PdpaItemFields>({
    record,
    draftKey: `${ws}.dpiaItem.${variant}.${record?.id ?? 'new'}`,
    valuesOf,
    initial: initialValues<PdpaItemFields>(FIELDS),
    fields: (theirs) => mergeFields(FIELDS, (values: PdpaItemFields) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: (record as PdpaSetting).id, ...values, rowVersion }),
    create: (values) => create.mutateAsync({ ws, variant, ...values }),
    cache: () => cache.dpiaSettings.invalidate(),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={record ? t('editOf', { name: text(record.title) }) : t('item.add')}
    >
      <RecordForm form={form} schema={pdpaItemFields as never} label={t('tab.items')} still>
        <BilingualField name="title" label={t('field.title')} required />
        <BilingualField name="description" label={t('field.description')} multiline rows={3} />
        <MultiSelectField
          name="objectives"
          label={t('field.objectives')}
          help={t('item.objectivesHelp')}
          options={OBJECTIVES.map((value) => ({ value, label: t(`dpiaAssessment:objective.${value}`) }))}
          required
        />
        <SwitchField name="active" label={t('field.active')} help={t('item.activeHelp')} />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}
