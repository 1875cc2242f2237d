import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident.ts';
import { type IncidentNotification, NOTIFICATION_CHANNELS, NOTIFICATION_TABS, type NotificationTab, REPORT_PHASES } from '../../../shared/incidentNotification.ts';
import { today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, guarded, toast, useFormat, useLocale } from '../../ui/index.ts';
import { forgetDraft, keepDraft, readDraft } from '../../ui/form/draft.ts';
import { DateTimeField, FileField, Form, FormActions, RadioCardsField, TextArea, TextField, useFormContext, useWatch } from '../../ui/form/index.ts';
import { KeepOut } from '../../ui/form/KeepOut.tsx';
import { fileHref, uploadTo } from '../../upload.ts';
import { useStaleEdit } from '../record/useStaleEdit.tsx';
import { FillIn } from './FillIn.tsx';
import { diffFields, fieldsOf, formSchema, type FormValues, newValues, valuesOf } from './formValues.ts';
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
  /** The authority was told already: the next report supplements the first. */
  supplement: boolean;
  onSaved: (saved: IncidentNotification) => void;
  onClose: () => void;
}

/** Writes a notification: saved as a draft by the form, sent by its main action. */
export default function Editor({ tab, incident, record, supplement, onSaved, onClose }: EditorProps) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const locale = useLocale();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const create = trpc.incidentNotification.create.useMutation();
  const update = trpc.incidentNotification.update.useMutation();
  const send = trpc.incidentNotification.send.useMutation();
  const [generation, setGeneration] = useState(0);
  // What the form started from: a row that changes meanwhile is told, not put over what is typed.
  const [base, setBase] = useState(record);
  const typed = useRef<FormValues | null>(null);
  const draftKey = `${ws}.incidentNotification.${incident.id}.${tab}.${record?.id ?? 'new'}`;
  // A draft does not hold it: it is kept here until it is sent.
  const reasonKey = `${ws}.incidentNotification.${incident.id}.lateReason`;
  const reason = incident.lateReason || String(readDraft(reasonKey)?.values.lateReason ?? '');
  const [fresh] = useState(() => newValues(tab, locale, supplement, reason));
  const values = base ? valuesOf(base, reason) : fresh;
  const groups = NOTIFICATION_TABS[tab];

  const restart = (from: IncidentNotification | null) => {
    forgetDraft(draftKey);
    setBase(from);
    setGeneration((before) => before + 1);
  };
  const stale = useStaleEdit<IncidentNotification>({
    fields: (theirs) => diffFields(valuesOf(theirs), typed.current ?? valuesOf(theirs), t, dateTime),
    takeTheirs: () => {
      void cache.incidentNotification.list.invalidate();
      toast.info(t('editor.tookTheirs'));
    },
    keptMine: () => toast.success(t('editor.saved')),
  });
  /** Writes the draft and answers it as it is then. */
  const write = async (typedNow: FormValues, rowVersion: number | undefined) => {
    const target = { ws, id: incident.id, ...fieldsOf(typedNow) };
    const saved = base ? await update.mutateAsync({ ...target, nid: base.id, rowVersion: rowVersion ?? base.rowVersion }) : await create.mutateAsync({ ...target, send: false });
    const shown = cache.incidentNotification.invalidate();
    // The page finds the new draft in its list.
    if (!base) await shown;
    return saved;
  };
  const save = async (typedNow: FormValues): Promise<IncidentNotification> => {
    typed.current = typedNow;
    if (typedNow.lateReason) keepDraft(reasonKey, { lateReason: typedNow.lateReason });
    const saved = await stale.guard(async (rowVersion) => {
      const written = await write(typedNow, rowVersion || undefined);
      if (base) restart(written);
      return written;
    }, base?.rowVersion ?? 0);
    if (!base) onSaved(saved);
    return saved;
  };
  const tell = async (typedNow: FormValues, dirty: boolean, lateReason: string) => {
    typed.current = typedNow;
    if (!base) await create.mutateAsync({ ws, id: incident.id, ...fieldsOf(typedNow), lateReason, send: true });
    else {
      let { rowVersion } = base;
      if (dirty) {
        const saved = await stale.guard((version) => write(typedNow, version), rowVersion);
        ({ rowVersion } = saved);
        setBase(saved);
      }
      await send.mutateAsync({ ws, id: incident.id, nid: base.id, rowVersion, lateReason });
    }
    forgetDraft(draftKey);
    forgetDraft(reasonKey);
    void cache.incidentNotification.invalidate();
    void cache.incident.invalidate();
    toast.success(t(typedNow.channel === 'EMAIL' ? 'send.sent' : 'send.recorded', { number: typedNow.recipients.length }));
    onClose();
  };

  return (
    <>
      <Form
        key={generation}
        schema={formSchema}
        label={t(`editor.newTitle.${tab}`)}
        defaultValues={values}
        draftKey={draftKey}
        onSubmit={async (saved) => {
          await save(saved);
          toast.success(t('editor.saved'));
        }}
      >
        <KeepOut names={PEOPLE} />
        <Newer record={record} base={base} onTake={() => restart(record)} onCompare={(mine, theirs) => {
          typed.current = mine;
          stale.compare(theirs, async (rowVersion) => restart(await write(mine, rowVersion)));
        }} />
        {groups.length > 1 && (
          <RadioCardsField name="recipientGroup" label={t('editor.group')} columns={3} cards={groups.map((value) => ({ value, label: t(`group.${value}`), ...(tab === 'subject' && { description: t(`groupHelp.${value as 'DATA_SUBJECT'}`) }) }))} />
        )}
        {tab === 'authority' && <RadioCardsField name="report" label={t('report.label')} cards={REPORT_PHASES.map((value) => ({ value, label: t(`report.${value}`), ...(value === 'SUPPLEMENT' && !supplement ? { disabled: true, description: t('noFirstReport') } : { description: t(`report.${value}Help`) }) }))} />}
        <RadioCardsField name="channel" label={t('editor.channel')} cards={NOTIFICATION_CHANNELS.map((value) => ({ value, label: t(`channel.${value}`), description: t(`channelHelp.${value}`) }))} />
        <ToldAt />
        <RecipientsField personnel={tab === 'management'} />
        {tab === 'authority' && <LateReasonField incident={incident} />}
        <FillIn incident={incident} />
        <Subject />
        <TextArea name="message" label={t('editor.message')} rows={12} required />
        <TextArea name="opinion" label={t('editor.opinion')} help={t('editor.opinionHelp')} rows={3} />
        <FileField name="attachment" label={t('editor.attachment')} accept=".pdf" maxBytes={ATTACHMENT_LIMIT} upload={uploadTo(ws, 'evidence')} href={(file) => fileHref(ws, file.id)} />
        <MailPreview />
        <FormActions submitLabel={t('editor.saveDraft')} main={<SendButton incident={incident} onSend={tell} />}>
          <Button look="quiet" onClick={() => guarded(onClose)}>
            {t('editor.close')}
          </Button>
        </FormActions>
      </Form>
      {stale.dialog}
    </>
  );
}

/** When they were told; a mail tells by being sent. */
function ToldAt() {
  const { t } = useTranslation('incidentNotification');
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  if (channel === 'EMAIL') return null;
  return <DateTimeField name="notifiedAt" label={t('editor.notifiedAt')} help={t('editor.notifiedAtHelp')} max={today()} required />;
}

/** A mail goes by its subject; elsewhere there may be none. */
function Subject() {
  const { t } = useTranslation('incidentNotification');
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  return <TextField name="subject" label={t('editor.subject')} limit={300} required={channel === 'EMAIL'} />;
}

/** Takes a newer draft over when nothing is typed; else says so and offers to compare. */
function Newer({ record, base, onTake, onCompare }: { record: IncidentNotification | null; base: IncidentNotification | null; onTake: () => void; onCompare: (mine: FormValues, theirs: IncidentNotification) => void }) {
  const { t } = useTranslation(['recordScreen', 'consent']);
  const form = useFormContext();
  const { isDirty, isSubmitting } = form.formState;
  const newer = record !== null && record.rowVersion > (base?.rowVersion ?? 0) && !isSubmitting;
  const taken = useRef(onTake);
  taken.current = onTake;
  useEffect(() => {
    if (newer && !isDirty) taken.current();
  }, [newer, isDirty]);
  if (!newer || !isDirty) return null;
  return (
    <Banner tone="warn" role="status" action={<Button size="sm" onClick={() => onCompare(form.getValues() as FormValues, record)}>{t('consent:stale.compare')}</Button>}>
      {t('stale.title')}
    </Banner>
  );
}
