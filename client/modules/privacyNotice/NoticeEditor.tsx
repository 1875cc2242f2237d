import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isIndirect } from '../../../shared/privacyNotice/content.ts';
import { type Notice, type NoticePreview as TypedText, noticeStatus } from '../../../shared/privacyNotice/schema.ts';
import { TEXT_LIMIT } from '../../../shared/text.ts';
import { mergeFields } from '../../records/fields.ts';
import { PublishRecord } from '../../records/PublishRecord.tsx';
import { RecordForm, type RecordFormState, useRecordForm } from '../../records/RecordForm.tsx';
import { ProblemsCard } from '../../records/RecordProblems.tsx';
import { useEditing } from '../../records/useEditing.tsx';
import { useWords } from '../../records/useWords.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormActions, TextAreaInput, useFormContext, useWatch } from '../../ui/form/index.ts';
import { Banner, Box, chakra, Stack, Text, useFormat } from '../../ui/index.ts';
import { UnsavedGuard } from '../../ui/dialogScope.tsx';
import { ApplicationStep } from './ApplicationStep.tsx';
import { formSchema, type FormValues, valuesOf } from './formValues.ts';
import { NOTICE_FIELDS } from './noticeFields.ts';
import { NoticePreview } from './NoticePreview.tsx';
import { FORM_STEPS, type FormStep } from './noticeSteps.ts';
import { ApprovalStep, MeasuresStep, OrganizationStep, RightsStep } from './stepPanels.tsx';
import { Typing } from './Typing.tsx';
import { useProblems } from './useProblems.ts';

interface NoticeEditorProps {
  record: Notice;
  /** With the text rendered from the current form values. */
  current: Notice;
  onTyped: (text: TypedText | null) => void;
  step: string;
  actionSlot: HTMLElement | null;
  rail: HTMLElement | null;
}

/** The form of a notice across all its steps, which are saved together. */
export function NoticeEditor({ record, current, onTyped, step, actionSlot, rail }: NoticeEditorProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const form = useForm(record);
  const isOpen = useCan('privacyNotice.write') && !record.withdrawn;
  const problems = useProblems(current);
  // Outside the form, which starts anew when a colleague's edit is merged.
  const [reason, setReason] = useState('');
  const panels: Record<FormStep, ReactNode> = {
    organization: <OrganizationStep record={record} />,
    applications: <ApplicationStep record={current} canEdit={isOpen} />,
    rights: <RightsStep record={current} />,
    measures: <MeasuresStep />,
    approval: <ApprovalStep record={record} />,
    preview: <NoticePreview record={current} isTyped={current !== record} canEdit={isOpen} />,
  };
  return (
    <RecordForm form={form} schema={formSchema} label={t('form')} disabled={!isOpen} onInvalid={problems.lead} wide>
      <Presence id={record.id} />
      <Typing id={record.id} onText={onTyped} />
      {FORM_STEPS.map((one) => (
        <Box key={one} display={step === one ? 'block' : 'none'}>
          {panels[one]}
        </Box>
      ))}
      {isOpen && <FormActions submitLabel={t('save')} />}
      {rail && (record.status === 'draft' || current !== record) && createPortal(<ProblemsCard {...problems} />, rail)}
      {actionSlot &&
        isOpen &&
        createPortal(<Publish {...{ record, current, problems, form, reason }} onReason={setReason} />, actionSlot)}
    </RecordForm>
  );
}

function useForm(record: Notice) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const words = useWords('privacyNoticeScreen');
  const cache = trpc.useUtils();
  const update = trpc.privacyNotice.update.useMutation();
  return useRecordForm<Notice, FormValues>({
    record,
    draftKey: `${ws}.privacyNotice.${record.id}`,
    valuesOf,
    fields: (theirs) => mergeFields(NOTICE_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, id: record.id, rowVersion }),
    cache: (saved) => {
      cache.privacyNotice.get.setData({ ws, id: saved.id }, saved);
      void cache.privacyNotice.list.invalidate();
      void cache.privacyNotice.versions.invalidate();
      void cache.privacyNotice.drift.invalidate();
      void cache.activityLog.invalidate();
    },
    messages: { saved: t('saved') },
  });
}

/** Shows colleagues who is writing. Used inside the form. */
function Presence({ id }: { id: string }) {
  useEditing({ entity: 'privacyNotice', id, dirty: useFormContext().formState.isDirty });
  return null;
}

interface PublishProps {
  record: Notice;
  /** With the text rendered from the current form values. */
  current: Notice;
  problems: ReturnType<typeof useProblems>;
  form: RecordFormState<Notice, FormValues>;
  /** Why people are not notified again, as typed. */
  reason: string;
  onReason: (typed: string) => void;
}

function Publish({ record, current, problems, form, reason, onReason }: PublishProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { date } = useFormat();
  const publish = trpc.privacyNotice.publish.useMutation();
  const effectiveFrom = useWatch({ name: 'effectiveFrom' }) as string | null;
  const mustNotify = current.tellAgain;
  const isReasoned = mustNotify && reason.trim() !== '';
  return (
    <>
      {/* Outside the dialog, which may close without losing it. */}
      <UnsavedGuard active={isReasoned} />
      <PublishRecord
        {...problems}
        record={record}
        machine={noticeStatus}
        isOutdated={record.driftedAt !== null}
        save={(values: FormValues) => form.save(values)}
        publish={async (rowVersion) => {
          const why = isReasoned ? { tellAgain: false, editorialReason: reason.trim() } : {};
          form.restart(await publish.mutateAsync({ ws, id: record.id, rowVersion, ...why }));
          onReason('');
        }}
      >
        <Stack gap="3">
          <Text>{t('publish.lead', { number: record.publishedVersion + 1 })}</Text>
          <Text>{effectiveFrom ? t('publish.from', { day: date(effectiveFrom) }) : t('publish.today')}</Text>
          {current.officerChanged && <Banner>{t('publish.officer')}</Banner>}
          {isIndirect(current) && <Banner>{t('publish.indirect')}</Banner>}
          {mustNotify && (
            <>
              <Banner tone="warn">{t('publish.notify')}</Banner>
              <chakra.label>
                {t('publish.reason')}
                <TextAreaInput
                  rows={2}
                  value={reason}
                  maxLength={TEXT_LIMIT}
                  onChange={(event) => onReason(event.target.value)}
                />
                <Text textStyle="dense" color="muted">
                  {t('publish.reasonHelp')}
                </Text>
              </chakra.label>
            </>
          )}
        </Stack>
      </PublishRecord>
    </>
  );
}
