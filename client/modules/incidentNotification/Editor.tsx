import { useTranslation } from 'react-i18next';
import { EVIDENCE } from '../../../shared/incident/evidence.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import {
  type IncidentNotification,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_TABS,
  type NotificationTab,
  REPORT_PHASES,
} from '../../../shared/incidentNotification/schema.ts';
import { today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { Button, guarded } from '../../ui/index.ts';
import {
  DateTimeField,
  FileField,
  Form,
  FormActions,
  RadioCardsField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { KeepOut } from '../../ui/form/KeepOut.tsx';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { Editors, useEditing } from '../../records/useEditing.tsx';
import { FillIn } from './FillIn.tsx';
import { formSchema, type FormValues } from './formValues.ts';
import { LateReasonField } from './LateReasonField.tsx';
import { MailPreview } from './MailPreview.tsx';
import { RecipientsField } from './RecipientsField.tsx';
import { SendButton } from './SendButton.tsx';
import { useNotificationEdit } from './useNotificationEdit.ts';

/** The attachment limit of an incident (shared/file.ts). */
const ATTACHMENT_LIMIT = 2 * 1024 ** 2;
/** People are left out of the draft in this browser. */
const PEOPLE = ['recipients'];

export interface EditorProps {
  tab: NotificationTab;
  incident: Incident;
  /** The draft being edited; null: a new one. */
  record: IncidentNotification | null;
  /** Whether the authority was notified already: the next report supplements the first. */
  supplement: boolean;
  /** Whether somebody else has sent or deleted it: it can be read and copied, but no longer saved. */
  removed: boolean;
  onSaved: (saved: IncidentNotification) => void;
  onClose: () => void;
}

/** The editor of a notification: the form saves a draft, its main action sends it. */
export default function Editor(props: EditorProps) {
  const { tab, incident, record, supplement, removed, onClose } = props;
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const edit = useNotificationEdit(props);
  return (
    <>
      <Form
        key={edit.generation}
        schema={formSchema}
        label={t(`editor.newTitle.${tab}`)}
        defaultValues={edit.defaultValues}
        draftKey={edit.draftKey}
        disabled={removed}
        lost={t('send.lost')}
        onSubmit={edit.save}
      >
        <KeepOut names={PEOPLE} />
        <Presence id={edit.began?.id} incidentId={incident.id} />
        <NewerRecord edit={edit.stale.edit} newest={record} over={removed && t('editor.removed')} />
        <WhomAndHow tab={tab} supplement={supplement} />
        <NotifiedAtField />
        <RecipientsField personnel={tab === 'management'} />
        {tab === 'authority' && <LateReasonField incident={incident} />}
        <FillIn incident={incident} />
        <Subject />
        <TextArea name="message" label={t('editor.message')} rows={12} required />
        <TextArea name="opinion" label={t('editor.opinion')} help={t('editor.opinionHelp')} rows={3} />
        <FileField
          name="attachment"
          label={t('editor.attachment')}
          accept=".pdf"
          maxBytes={ATTACHMENT_LIMIT}
          upload={uploadTo(ws, EVIDENCE)}
          href={(file) => fileUrl(ws, file.id)}
        />
        <MailPreview />
        <FormActions
          submitLabel={t('editor.saveDraft')}
          main={
            removed ? undefined : (
              <SendButton incident={incident} draftedAt={edit.began?.createdAt} onSend={edit.sendNow} />
            )
          }
        >
          <Button look="quiet" onClick={() => guarded(onClose)}>
            {t('editor.close')}
          </Button>
        </FormActions>
      </Form>
      {edit.stale.dialog}
    </>
  );
}

/** The recipients, the phase of the report to the authority, and the channel. */
function WhomAndHow({ tab, supplement }: Pick<EditorProps, 'tab' | 'supplement'>) {
  const { t } = useTranslation('incidentNotification');
  const groups = NOTIFICATION_TABS[tab];
  return (
    <>
      {groups.length > 1 && (
        <RadioCardsField
          name="recipientGroup"
          label={t('editor.group')}
          columns={3}
          cards={groups.map((value) => ({
            value,
            label: t(`group.${value}`),
            ...(tab === 'subject' && { description: t(`groupHelp.${value as 'DATA_SUBJECT'}`) }),
          }))}
        />
      )}
      {tab === 'authority' && (
        <RadioCardsField
          name="report"
          label={t('report.label')}
          cards={REPORT_PHASES.map((value) => ({
            value,
            label: t(`report.${value}`),
            ...(value === 'SUPPLEMENT' && !supplement
              ? { disabled: true, description: t('noFirstReport') }
              : { description: t(`report.${value}Help`) }),
          }))}
        />
      )}
      <RadioCardsField
        name="channel"
        label={t('editor.channel')}
        cards={NOTIFICATION_CHANNELS.map((value) => ({
          value,
          label: t(`channel.${value}`),
          description: t(`channelHelp.${value}`),
        }))}
      />
    </>
  );
}

/** When the recipients were notified; for mails this is the time of sending. */
function NotifiedAtField() {
  const { t } = useTranslation('incidentNotification');
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  if (channel === 'EMAIL') return null;
  return (
    <DateTimeField
      name="notifiedAt"
      label={t('editor.notifiedAt')}
      help={t('editor.notifiedAtHelp')}
      max={today()}
      required
    />
  );
}

/** Mails require a subject; for other channels it is optional. */
function Subject() {
  const { t } = useTranslation('incidentNotification');
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  return <TextField name="subject" label={t('editor.subject')} limit={300} required={channel === 'EMAIL'} />;
}

/** Tells other users that this notification is being written, and shows who else is writing it. */
function Presence({ id, incidentId }: { id: string | undefined; incidentId: string }) {
  const record = id
    ? ({ entity: 'incidentNotification', id } as const)
    : ({ entity: 'newIncidentNotification', id: incidentId } as const);
  useEditing({ ...record, dirty: useFormContext().formState.isDirty });
  return <Editors {...record} />;
}
