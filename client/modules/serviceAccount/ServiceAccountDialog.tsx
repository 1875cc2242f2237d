import { useTranslation } from 'react-i18next';
import { ROLES } from '../../../shared/registry/roles.ts';
import type { ServiceAccount } from '../../../shared/serviceAccount/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormActions, SelectField, SwitchField, TextArea, TextField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/index.ts';
import { formSchema, type FormValues, NEW_ACCOUNT, SERVICE_ACCOUNT_FIELDS, valuesOf } from './serviceAccountFields.ts';

interface ServiceAccountDialogProps {
  /** The account to edit; undefined for a new one. */
  record?: ServiceAccount;
  onClose: () => void;
}

function useForm({ record, onClose }: ServiceAccountDialogProps) {
  const { t } = useTranslation('serviceAccount');
  const { ws } = useSession();
  const words = useWords('serviceAccount');
  const cache = trpc.useUtils();
  const create = trpc.serviceAccount.create.useMutation();
  const update = trpc.serviceAccount.update.useMutation();
  return useRecordForm<ServiceAccount, FormValues>({
    record,
    draftKey: `${ws}.serviceAccount.${record?.id ?? 'new'}`,
    valuesOf,
    initial: NEW_ACCOUNT,
    fields: (theirs) => mergeFields(SERVICE_ACCOUNT_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) =>
      update.mutateAsync({ ws, ...values, id: (record as ServiceAccount).id, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: () => cache.serviceAccount.invalidate(),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates or edits a service account. */
export default function ServiceAccountDialog(props: ServiceAccountDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation(['serviceAccount', 'organization']);
  const form = useForm(props);
  const title = t(record ? 'edit' : 'add');
  return (
    <Dialog open onClose={onClose} width={640} title={title}>
      <RecordForm form={form} schema={formSchema as never} label={title} still>
        <TextField name="name" label={t('field.name')} help={t('nameHelp')} limit={100} required />
        <SelectField
          name="role"
          label={t('field.role')}
          help={t('roleHelp')}
          required
          options={ROLES.map((value) => ({ value, label: t(`organization:role.${value}`) }))}
        />
        <TextArea name="description" label={t('field.description')} limit={500} rows={2} />
        {record && <SwitchField name="active" label={t('field.active')} help={t('activeHelp')} />}
        <FormActions {...(!record && { submitLabel: t('add') })} />
      </RecordForm>
    </Dialog>
  );
}
