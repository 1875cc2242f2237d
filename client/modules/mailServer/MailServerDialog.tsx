import { useTranslation } from 'react-i18next';
import { ENCRYPTIONS } from '../../../shared/mail/servers.ts';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  EmailField,
  FormActions,
  FormSection,
  NumberField,
  SwitchField,
  TextField,
  useWatch,
} from '../../ui/form/index.ts';
import { Banner, Dialog } from '../../ui/index.ts';
import { ConnectionFields, SignInFields } from './ConnectionFields.tsx';
import { formSchema, type FormValues, MAIL_SERVER_FIELDS, NEW_SERVER, valuesOf } from './mailServerFields.ts';

interface MailServerDialogProps {
  /** The server to edit; undefined for a new one. */
  record?: MailServer;
  onClose: () => void;
  /** Called after creation: the server is tested next. */
  onCreated: (server: MailServer) => void;
}

function useForm({ record, onClose, onCreated }: MailServerDialogProps) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const words = useWords('mailServer');
  const cache = trpc.useUtils();
  const create = trpc.mailServer.create.useMutation();
  const update = trpc.mailServer.update.useMutation();
  const sent = ({ password, ...values }: FormValues) => ({ ws, ...values, ...(password !== '' && { password }) });
  return useRecordForm<MailServer, FormValues>({
    record,
    draftKey: `${ws}.mailServer.${record?.id ?? 'new'}`,
    valuesOf,
    initial: NEW_SERVER,
    fields: (theirs) => mergeFields(MAIL_SERVER_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ...sent(values), id: (record as MailServer).id, rowVersion }),
    create: (values) => create.mutateAsync(sent(values)),
    cache: () => cache.mailServer.invalidate(),
    onCreated,
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates or edits a mail server. */
export default function MailServerDialog(props: MailServerDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation('mailServer');
  const form = useForm(props);
  const title = t(record ? 'edit' : 'add');
  return (
    <Dialog open onClose={onClose} width={720} title={title}>
      <RecordForm form={form} schema={formSchema as never} label={title} still>
        {record?.stopped && <Banner tone="warn">{t(`stoppedAdvice.${record.stopped}`)}</Banner>}
        <FormSection title={t('section.server')}>
          <TextField name="name" label={t('field.name')} help={t('field.nameHelp')} limit={100} required />
          <ConnectionFields
            encryptions={ENCRYPTIONS}
            host={{ label: t('field.host'), help: t('field.hostHelp') }}
            portHelp={t('field.portHelp')}
          >
            <PlainWarning />
          </ConnectionFields>
        </FormSection>
        <FormSection title={t('section.signIn')}>
          <SignInFields usernameHelp={t('field.usernameHelp')} hasPassword={record?.hasPassword ?? false} />
        </FormSection>
        <FormSection title={t('section.sender')}>
          <EmailField
            name="fromAddress"
            label={t('field.fromAddress')}
            help={t('field.fromAddressHelp')}
            autoComplete="off"
            required
          />
          <TextField name="fromName" label={t('field.fromName')} limit={100} />
          <EmailField
            name="bounceAddress"
            label={t('field.bounceAddress')}
            help={t('field.bounceAddressHelp')}
            autoComplete="off"
          />
          <NumberField
            name="dailyLimit"
            label={t('field.dailyLimit')}
            help={t('field.dailyLimitHelp')}
            unit={t('mailsADay')}
          />
          <SwitchField name="active" label={t('field.active')} help={t('field.activeHelp')} />
        </FormSection>
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}

/** Warns that mails sent without encryption can be read in transit. */
function PlainWarning() {
  const { t } = useTranslation('mailServer');
  const encryption: unknown = useWatch({ name: 'encryption' });
  return encryption === 'none' ? <Banner tone="warn">{t('plainWarning')}</Banner> : null;
}
