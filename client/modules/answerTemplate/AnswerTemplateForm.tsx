import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import {
  ANSWER_OUTCOMES,
  type AnswerTemplate,
  answerTemplateProblems,
  answerTemplateStatus,
  BODY_LIMIT,
} from '../../../shared/answerTemplate/schema.ts';
import { RIGHT_CODES } from '../../../shared/dataRight/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { mergeFields } from '../../records/fields.ts';
import { PublishRecord } from '../../records/PublishRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { ProblemsCard } from '../../records/RecordProblems.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Card, Text } from '../../ui/index.ts';
import { BilingualField, FormActions, FormSection, SelectField, SwitchField, useWatch } from '../../ui/form/index.ts';
import { ANSWER_TEMPLATE_FIELDS } from './answerTemplateFields.ts';
import { contentOf, fieldsOf, formSchema, type FormValues, valuesOf } from './formValues.ts';
import { BodyField } from './MergePalette.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

interface AnswerTemplateFormProps {
  /** None for a new one. */
  record?: AnswerTemplate;
  /** The slot for publishing in the header of the page. */
  actionSlot?: HTMLElement | null;
  /** The rail for preview and missing items. */
  rail: HTMLElement | null;
}

/** Adds a template, or edits one with its preview; publishing makes it available. */
export function AnswerTemplateForm({ record, actionSlot, rail }: AnswerTemplateFormProps) {
  const { t } = useTranslation(['answerTemplate', 'versionedRecord']);
  const form = useTemplateForm(record);
  return (
    <RecordForm
      form={form}
      schema={formSchema as never}
      label={t(record ? 'edit' : 'add')}
      notice={
        record?.status === 'published' && (
          <Banner tone="info">{t('editPublished', { number: record.publishedVersion })}</Banner>
        )
      }
    >
      <Fields />
      <FormActions submitLabel={t('versionedRecord:saveDraft')} cancelHref={pageAddress('answerTemplates')} />
      {rail && createPortal(<Rail record={record} />, rail)}
      {record && actionSlot && createPortal(<Publish record={record} form={form} />, actionSlot)}
    </RecordForm>
  );
}

function Fields(): ReactNode {
  const { t } = useTranslation('answerTemplate');
  return (
    <Card>
      <FormSection title={t('section.use')}>
        <BilingualField name="name" label={t('label.name')} limit={200} required />
        <SelectField
          name="rightCode"
          label={t('label.right')}
          placeholder={t('anyRight')}
          options={RIGHT_CODES.map((value) => ({ value, label: t(`right.${value}`) }))}
        />
        <SelectField
          name="outcome"
          label={t('label.outcome')}
          required
          options={ANSWER_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        />
        <SwitchField name="active" label={t('label.active')} />
      </FormSection>
      <FormSection title={t('section.text')}>
        <BodyField disabled={false} limit={BODY_LIMIT} />
      </FormSection>
    </Card>
  );
}

const NEW: FormValues = {
  name: { th: '', en: '' },
  rightCode: '',
  outcome: 'COMPLETED',
  body: { th: '', en: '' },
  active: true,
};

function useTemplateForm(record: AnswerTemplate | undefined) {
  const { t } = useTranslation('answerTemplate');
  const { ws } = useSession();
  const words = useWords('answerTemplate');
  const cache = trpc.useUtils();
  const create = trpc.answerTemplate.create.useMutation();
  const update = trpc.answerTemplate.update.useMutation();
  return useRecordForm<AnswerTemplate, FormValues>({
    record,
    draftKey: `${ws}.answerTemplate.${record?.id ?? 'new'}`,
    valuesOf,
    initial: NEW,
    fields: (theirs) =>
      mergeFields(
        ANSWER_TEMPLATE_FIELDS,
        (values: FormValues) => contentOf(fieldsOf(values)),
        contentOf(theirs),
        words,
      ),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: record!.id, rowVersion, ...fieldsOf(values) }),
    create: (values) => create.mutateAsync({ ws, ...fieldsOf(values) }),
    cache: (saved) => {
      cache.answerTemplate.get.setData({ ws, id: saved.id }, saved);
      void cache.answerTemplate.list.invalidate();
      void cache.activityLog.invalidate();
    },
    // After the form has released its unsaved-changes guard.
    onCreated: ({ id }, go) => setTimeout(() => go(recordAddress('answerTemplate', id))),
    messages: { saved: t('saved') },
  });
}

/** What is missing for publishing, by the current input. Inside the form. */
function useProblems() {
  const { body } = useWatch() as FormValues;
  const words = useWords('answerTemplate');
  return { problems: answerTemplateProblems({ body }), fields: ANSWER_TEMPLATE_FIELDS, words };
}

function Rail({ record }: { record: AnswerTemplate | undefined }) {
  const props = useProblems();
  const { body } = useWatch() as FormValues;
  return (
    <>
      {record && props.problems.length > 0 && <ProblemsCard {...props} />}
      <TemplatePreview body={body} />
    </>
  );
}

function Publish({ record, form }: { record: AnswerTemplate; form: ReturnType<typeof useTemplateForm> }) {
  const { t } = useTranslation('answerTemplate');
  const { ws } = useSession();
  const publish = trpc.answerTemplate.publish.useMutation();
  const cache = trpc.useUtils();
  return (
    <PublishRecord
      {...useProblems()}
      record={record}
      machine={answerTemplateStatus}
      save={form.save}
      publish={async (rowVersion) => {
        form.restart(await publish.mutateAsync({ ws, id: record.id, rowVersion }));
        void cache.answerTemplate.versions.invalidate();
      }}
    >
      <Text>{t('publishLead', { number: record.publishedVersion + 1 })}</Text>
    </PublishRecord>
  );
}
