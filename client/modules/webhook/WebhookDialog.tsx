import { useTranslation } from 'react-i18next';
import type { IssuedWebhook, Webhook } from '../../../shared/webhook/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormActions, SwitchField, TextField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/index.ts';
import { AddressField } from './AddressField.tsx';
import { EventsField } from './EventsField.tsx';
import { formSchema, type FormValues, NEW_WEBHOOK, valuesOf, WEBHOOK_FIELDS } from './webhookFields.ts';

interface WebhookDialogProps {
  /** The webhook to edit; undefined for a new one. */
  record?: Webhook;
  onClose: () => void;
  /** Called with the secret of a new one, which is displayed only once. */
  onCreated: (issued: IssuedWebhook) => void;
}

function useForm({ record, onClose, onCreated }: WebhookDialogProps) {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const words = useWords('webhook');
  const cache = trpc.useUtils();
  const create = trpc.webhook.create.useMutation();
  const update = trpc.webhook.update.useMutation();
  return useRecordForm<Webhook, FormValues>({
    record,
    draftKey: `${ws}.webhook.${record?.id ?? 'new'}`,
    valuesOf,
    initial: NEW_WEBHOOK,
    fields: (theirs) => mergeFields(WEBHOOK_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, id: (record as Webhook).id, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: () => cache.webhook.invalidate(),
    onCreated: (created) => onCreated(created as IssuedWebhook),
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates or edits a webhook. */
export default function WebhookDialog(props: WebhookDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation('webhook');
  const form = useForm(props);
  const title = t(record ? 'edit' : 'add');
  return (
    <Dialog open onClose={onClose} width={720} title={title}>
      <RecordForm form={form} schema={formSchema as never} label={title} still>
        <TextField name="name" label={t('field.name')} help={t('nameHelp')} limit={100} required />
        <AddressField />
        {record && <SwitchField name="active" label={t('field.active')} help={t('activeHelp')} />}
        <EventsField />
        <FormActions {...(!record && { submitLabel: t('create') })} />
      </RecordForm>
    </Dialog>
  );
}
