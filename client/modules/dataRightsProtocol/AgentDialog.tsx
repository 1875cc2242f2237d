import { useTranslation } from 'react-i18next';
import { type Agent, type AgentFields, agentFields } from '../../../shared/dataRightsProtocol/schema.ts';
import { initialValues, mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmailField, FormActions, SwitchField, TextField, UrlField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/index.ts';
import { AGENT_FIELDS, valuesOf } from './agentFields.ts';

interface AgentDialogProps {
  /** The agent to edit; undefined for a new one. */
  record?: Agent;
  onClose: () => void;
}

function useForm({ record, onClose }: AgentDialogProps) {
  const { t } = useTranslation('dataRightsProtocol');
  const { ws } = useSession();
  const words = useWords('dataRightsProtocol');
  const cache = trpc.useUtils();
  const create = trpc.dataRightsProtocol.create.useMutation();
  const update = trpc.dataRightsProtocol.update.useMutation();
  return useRecordForm<Agent, AgentFields>({
    record,
    draftKey: `${ws}.authorisedAgent.${record?.id ?? 'new'}`,
    valuesOf,
    initial: initialValues<AgentFields>(AGENT_FIELDS),
    fields: (theirs) => mergeFields(AGENT_FIELDS, (values: AgentFields) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: (record as Agent).id, ...values, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: () => cache.dataRightsProtocol.invalidate(),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates or edits an authorised agent. */
export default function AgentDialog(props: AgentDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation('dataRightsProtocol');
  const form = useForm(props);
  const title = t(record ? 'edit' : 'add');
  return (
    <Dialog open onClose={onClose} width={720} title={title}>
      <RecordForm form={form} schema={agentFields as never} label={title} still>
        <TextField name="name" label={t('field.name')} limit={200} required />
        <TextField name="agentId" label={t('field.agentId')} help={t('field.agentIdHelp')} limit={100} required />
        <TextField name="verifyKey" label={t('field.verifyKey')} help={t('field.verifyKeyHelp')} required />
        <UrlField name="website" label={t('field.website')} />
        <EmailField name="contact" label={t('field.contact')} />
        <SwitchField name="trustsIdentity" label={t('field.trustsIdentity')} help={t('field.trustsIdentityHelp')} />
        <SwitchField name="active" label={t('field.active')} help={t('field.activeHelp')} />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}
