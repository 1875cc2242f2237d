import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type RequestForm, requestFormProblems, requestFormStatus } from '../../../shared/requestForm/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { PublishRecord } from '../../records/PublishRecord.tsx';
import { RecordForm, type RecordFormState, useRecordForm } from '../../records/RecordForm.tsx';
import { ProblemsCard } from '../../records/RecordProblems.tsx';
import { useEditing } from '../../records/useEditing.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormActions, useFormContext, useWatch } from '../../ui/form/index.ts';
import { Banner, Text } from '../../ui/index.ts';
import { DraftPreview } from './FormPreview.tsx';
import { contentOfDraft, formSchema, type FormValues, valuesOf } from './formValues.ts';
import { REQUEST_FORM_FIELDS } from './requestFormFields.ts';
import { useRights } from './rights.tsx';
import { Sections } from './sections.tsx';

export interface RequestFormEditorProps {
  record: RequestForm;
  /** Receives the page's main action: it belongs to the form but is rendered in the header. */
  actionSlot: HTMLElement | null;
  /** Receives the preview and the list of problems. */
  rail: HTMLElement | null;
}

/** The editor of a request form with its surroundings: live preview, problems, publishing, conflicts. */
export function RequestFormEditor({ record, actionSlot, rail }: RequestFormEditorProps) {
  const { t } = useTranslation(['requestForm', 'versionedRecord', 'embedScreen']);
  const form = useForm(record);
  return (
    <RecordForm
      form={form}
      schema={formSchema}
      label={t('tab.form')}
      notice={
        record.status === 'published' && (
          <Banner tone={record.outdated ? 'warn' : 'info'}>
            {t(record.outdated ? 'outdated' : 'embedScreen:editPublished', { number: record.publishedVersion })}
          </Banner>
        )
      }
    >
      <Presence id={record.id} />
      <Sections record={record} />
      <FormActions submitLabel={t('versionedRecord:saveDraft')} />
      {rail &&
        createPortal(
          <>
            <Problems record={record} />
            <DraftPreview record={record} />
          </>,
          rail,
        )}
      {actionSlot && createPortal(<Publish record={record} form={form} />, actionSlot)}
    </RecordForm>
  );
}

function useForm(record: RequestForm) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const words = useWords('requestForm');
  const rights = useRights();
  const cache = trpc.useUtils();
  const update = trpc.requestForm.update.useMutation();
  return useRecordForm<RequestForm, FormValues>({
    record,
    draftKey: `${ws}.requestForm.${record.id}`,
    valuesOf,
    fields: (theirs) => {
      const contentOf = (values: FormValues) => contentOfDraft(values, theirs, rights.of);
      return mergeFields(REQUEST_FORM_FIELDS, contentOf, contentOf(valuesOf(theirs)), words);
    },
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, id: record.id, rowVersion }),
    cache: (saved) => {
      // Stored in the cache before anything requests it again.
      cache.requestForm.get.setData({ ws, id: saved.id }, saved);
      void cache.requestForm.list.invalidate();
      void cache.requestForm.versions.invalidate();
      void cache.activityLog.invalidate();
    },
    messages: { saved: t('saved') },
  });
}

/** Shows colleagues who is writing. Used inside the form. */
function Presence({ id }: { id: string }) {
  useEditing({ entity: 'requestForm', id, dirty: useFormContext().formState.isDirty });
  return null;
}

/** The problems that prevent publishing the current form values. Used inside the form. */
function useProblems() {
  const values = useWatch() as FormValues;
  const { isOffered } = useRights();
  const words = useWords('requestForm');
  const problems = useMemo(() => requestFormProblems(values, isOffered), [values, isOffered]);
  return { problems, fields: REQUEST_FORM_FIELDS, words };
}

/** Renders nothing without unpublished changes. */
function Problems({ record }: { record: RequestForm }) {
  const props = useProblems();
  const { isDirty } = useFormContext().formState;
  const isDue = record.status !== 'published' || record.outdated || isDirty;
  return isDue && <ProblemsCard {...props} />;
}

interface PublishProps {
  record: RequestForm;
  form: RecordFormState<RequestForm, FormValues>;
}

function Publish({ record, form }: PublishProps) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const publish = trpc.requestForm.publish.useMutation();
  const { rightRequests } = useWatch() as FormValues;
  return (
    <PublishRecord
      {...useProblems()}
      record={record}
      machine={requestFormStatus}
      // Its rights, application or data controller have changed since.
      isOutdated={record.outdated}
      save={(values: FormValues) => form.save(values)}
      publish={async (rowVersion) => form.restart(await publish.mutateAsync({ ws, id: record.id, rowVersion }))}
    >
      <Text>{t('publish.lead', { number: record.publishedVersion + 1 })}</Text>
      {rightRequests.some(({ fee }) => fee > 0) && <Banner tone="warn">{t('right.feeOwn')}</Banner>}
    </PublishRecord>
  );
}
