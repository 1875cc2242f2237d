import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type Consent, consentProblems, consentStatus } from '../../../shared/consent/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { PublishRecord } from '../../records/PublishRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { ProblemsCard } from '../../records/RecordProblems.tsx';
import { useWords } from '../../records/useWords.ts';
import { today } from '../../format.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Text, useFormat } from '../../ui/index.ts';
import { FormActions, useFormContext, useWatch } from '../../ui/form/index.ts';
import { CONSENT_FIELDS } from './consentFields.ts';
import { DraftPreview } from './DraftPreview.tsx';
import { formSchema, type FormValues, contentOfDraft, contentOfRecord, valuesOf } from './formValues.ts';
import { PublishEffect, useEditorialChange } from './PublishEffect.tsx';
import { usePurposeNames } from './purposeNames.tsx';
import { Sections } from './sections.tsx';

export interface ConsentEditorProps {
  record: Consent;
  /** The slot of the page's main action: it belongs to the form but is displayed in the header. */
  actionSlot: HTMLElement | null;
  /** The rail for preview and missing items. */
  rail: HTMLElement | null;
}

/** The editor of a consent form: live preview, missing items, publishing, conflicts. */
export function ConsentEditor({ record, actionSlot, rail }: ConsentEditorProps) {
  const { t } = useTranslation(['consent', 'versionedRecord', 'embedScreen']);
  const form = useConsentForm(record);
  const publishes = useCan('consent.publish');
  return (
    <RecordForm
      form={form}
      schema={formSchema}
      label={t('tab.form')}
      notice={
        record.status === 'published' && (
          <Banner tone={record.outdated ? 'warn' : 'info'}>
            {record.outdated
              ? t(publishes ? 'outdated' : 'outdatedAsk', { number: record.publishedVersion })
              : t('embedScreen:editPublished', { number: record.versionInForce ?? record.publishedVersion })}
          </Banner>
        )
      }
    >
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

function useConsentForm(record: Consent) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const words = useWords('consent');
  const names = usePurposeNames();
  const cache = trpc.useUtils();
  const update = trpc.consent.update.useMutation();
  return useRecordForm<Consent, FormValues>({
    record,
    draftKey: `${ws}.consent.${record.id}`,
    valuesOf,
    fields: (theirs) => {
      const known = new Map(theirs.purposes.map((one) => [one.id, one]));
      const purposeOf = (id: string) =>
        names.get(id) ?? known.get(id) ?? { title: { th: id, en: id }, description: { th: '', en: '' } };
      return mergeFields(
        CONSENT_FIELDS,
        (values: FormValues) => contentOfDraft(values, purposeOf, ws),
        contentOfRecord(theirs, ws),
        words,
      );
    },
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, id: record.id, rowVersion }),
    cache: (saved) => {
      // Already cached before it is fetched again.
      cache.consent.get.setData({ ws, id: saved.id }, saved);
      void cache.consent.list.invalidate();
      void cache.consent.versions.invalidate();
      void cache.activityLog.invalidate();
    },
    messages: { saved: t('saved') },
  });
}

/** What is missing for publishing, by the current input. Inside the form. */
function useProblems() {
  const values = useWatch() as FormValues;
  const names = usePurposeNames();
  const words = useWords('consent');
  // A purpose whose name is still loading counts as lawful: the server decides.
  const problems = useMemo(
    () => consentProblems(values, (id) => names.get(id)?.lawful ?? true, undefined, today()),
    [values, names],
  );
  return { problems, fields: CONSENT_FIELDS, words };
}

/** Nothing while there is nothing to publish. Names who publishes, to those who do not. */
function Problems({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const props = useProblems();
  const publishes = useCan('consent.publish');
  const { isDirty } = useFormContext().formState;
  const isDue = record.status !== 'published' || record.outdated || isDirty;
  if (!isDue && props.problems.length === 0) return null;
  return (
    <>
      <ProblemsCard {...props} />
      {!publishes && <Banner tone="info">{t('publishAsk')}</Banner>}
    </>
  );
}

function Publish({ record, form }: { record: Consent; form: ReturnType<typeof useConsentForm> }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const publish = trpc.consent.publish.useMutation();
  const { date } = useFormat();
  const { effectiveFrom, purposes, showPrivacyPolicy, privacyNoticeId, privacyPolicyUrl } = useWatch() as FormValues;
  const editorial = useEditorialChange();
  return (
    <PublishRecord
      {...useProblems()}
      record={record}
      machine={consentStatus}
      // Its purposes or its data controller have changed since.
      isOutdated={record.outdated}
      save={(values: FormValues) => {
        editorial.check();
        return form.save(values);
      }}
      publish={async (rowVersion) => {
        form.restart(await publish.mutateAsync({ ws, id: record.id, rowVersion, ...editorial.check() }));
        editorial.reset();
      }}
    >
      <Text>
        {effectiveFrom && effectiveFrom > today()
          ? t('publish.leadLater', { number: record.publishedVersion + 1, date: date(effectiveFrom, 'long') })
          : t('publish.lead', { number: record.publishedVersion + 1 })}
      </Text>
      {record.settings.level === 'open' && <Banner tone="warn">{t('publish.open')}</Banner>}
      {/* A missing address prevents publishing if it is to be displayed. */}
      {!(showPrivacyPolicy && (privacyNoticeId || privacyPolicyUrl)) && (
        <Banner tone="warn">{t('publish.noNotice', { section: t('section.rights') })}</Banner>
      )}
      {record.publishedVersion > 0 && (
        <PublishEffect
          consentId={record.id}
          purposeIds={purposes.map(({ purposeId }) => purposeId)}
          editorial={editorial}
        />
      )}
    </PublishRecord>
  );
}
