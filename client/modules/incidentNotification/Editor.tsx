import { useState } from 'react';
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
import { trpc } from '../../trpc.ts';
import { Button, guarded, toast, useFormat, useLocale } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
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
import { fileHref, uploadTo } from '../../upload.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { Editors, useEditing } from '../../records/useEditing.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { FillIn } from './FillIn.tsx';
import { fieldsOf, formFields, formSchema, type FormValues, newValues, valuesOf } from './formValues.ts';
import { LateReasonField } from './LateReasonField.tsx';
import { MailPreview } from './MailPreview.tsx';
import { RecipientsField } from './RecipientsField.tsx';
import { SendButton } from './SendButton.tsx';

/** Attachment of an incident (shared/file.ts). */
const ATTACHMENT_LIMIT = 2 * 1024 ** 2;
/** People stay out of what this browser keeps. */
const PEOPLE = ['recipients'];

export interface EditorProps {
  tab: NotificationTab;
  incident: Incident;
  /** The draft being written on; null: a new one. */
  record: IncidentNotification | null;
  /** The authority was notified already: the next report supplements the first. */
  supplement: boolean;
  /** Somebody else has sent or removed it: it can be read and copied, and no longer be saved. */
  removed: boolean;
  onSaved: (saved: IncidentNotification) => void;
  onClose: () => void;
}

/** Writes a notification: saved as a draft by the form, sent by its main action. */
export default function Editor({ tab, incident, record, supplement, removed, onSaved, onClose }: EditorProps) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const locale = useLocale();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const create = trpc.incidentNotification.create.useMutation();
  const update = trpc.incidentNotification.update.useMutation();
  const send = trpc.incidentNotification.send.useMutation();
  const [generation, setGeneration] = useState(0);
  // A draft that somebody removes stays what is being written on.
  const [began] = useState(record);
  const draftKey = `${ws}.incidentNotification.${incident.id}.${tab}.${began?.id ?? 'new'}`;
  const [fresh] = useState(() => newValues(tab, locale, supplement, incident.lateReason));
  const valuesNow = (from: IncidentNotification) => valuesOf(from, incident.lateReason);
  const groups = NOTIFICATION_TABS[tab];

  const restart = () => {
    forgetDraft(draftKey);
    setGeneration((before) => before + 1);
  };
  const stale = useStaleEdit<IncidentNotification, FormValues>({
    record: began,
    valuesOf: valuesNow,
    draftKey,
    fields: () => formFields(t, dateTime),
    editable: ({ status }) => status === 'DRAFT',
    save: async (values, rowVersion) => {
      const target = { ws, id: incident.id, ...fieldsOf(values) };
      const saved = began
        ? await update.mutateAsync({ ...target, nid: began.id, rowVersion })
        : await create.mutateAsync({ ...target, key: values.key, send: false });
      const refreshed = cache.incidentNotification.invalidate();
      // The page finds the new draft in its list.
      if (!began) await refreshed;
      return saved;
    },
    saved: () => {
      restart();
      toast.success(t('editor.saved'));
    },
    takeTheirs: () => {
      restart();
      void cache.incidentNotification.list.invalidate();
      toast.info(t('editor.tookTheirs'));
    },
  });
  const save = async (typed: FormValues): Promise<void> => {
    const saved = await stale.save(typed);
    if (!began) onSaved(saved);
  };
  const sendNow = async (typedNow: FormValues, dirty: boolean) => {
    if (!began) await create.mutateAsync({ ws, id: incident.id, ...fieldsOf(typedNow), key: typedNow.key, send: true });
    else {
      const { rowVersion } = dirty ? await stale.save(typedNow) : stale.edit.base;
      await send.mutateAsync({ ws, id: incident.id, nid: began.id, rowVersion, lateReason: typedNow.lateReason });
    }
    forgetDraft(draftKey);
    void cache.incidentNotification.invalidate();
    void cache.incident.invalidate();
    toast.success(
      t(typedNow.channel === 'EMAIL' ? 'send.sent' : 'send.recorded', { number: typedNow.recipients.length }),
    );
    onClose();
  };

  return (
    <>
      <Form
        key={generation}
        schema={formSchema}
        label={t(`editor.newTitle.${tab}`)}
        defaultValues={record ? valuesNow(record) : began ? stale.edit.base.values : fresh}
        draftKey={draftKey}
        disabled={removed}
        lost={t('send.lost')}
        onSubmit={async (saved) => {
          await save(saved);
          toast.success(t('editor.saved'));
        }}
      >
        <KeepOut names={PEOPLE} />
        <Presence id={began?.id} incidentId={incident.id} />
        <NewerRecord edit={stale.edit} newest={record} over={removed && t('editor.gone')} />
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
          href={(file) => fileHref(ws, file.id)}
        />
        <MailPreview />
        <FormActions
          submitLabel={t('editor.saveDraft')}
          main={removed ? undefined : <SendButton incident={incident} onSend={sendNow} />}
        >
          <Button look="quiet" onClick={() => guarded(onClose)}>
            {t('editor.close')}
          </Button>
        </FormActions>
      </Form>
      {stale.dialog}
    </>
  );
}

/** When they were notified; a mail tells by being sent. */
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

/** A mail goes by its subject; elsewhere there may be none. */
function Subject() {
  const { t } = useTranslation('incidentNotification');
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  return <TextField name="subject" label={t('editor.subject')} limit={300} required={channel === 'EMAIL'} />;
}

/** Tells the others that this notification is being written, and who else is at it. */
function Presence({ id, incidentId }: { id: string | undefined; incidentId: string }) {
  const record = id
    ? ({ entity: 'incidentNotification', id } as const)
    : ({ entity: 'newIncidentNotification', id: incidentId } as const);
  useEditing({ ...record, dirty: useFormContext().formState.isDirty });
  return <Editors {...record} />;
}
