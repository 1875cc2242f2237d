import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import {
  draftOf,
  type Purpose,
  type PurposeDraft,
  purposeProblems,
  purposeStatus,
} from '../../../shared/purpose/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { initialValues, mergeFields } from '../../records/fields.ts';
import { MoreMenu } from '../../records/MoreMenu.tsx';
import { PublishRecord } from '../../records/PublishRecord.tsx';
import { Summary } from '../../records/ReadingView.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { ProblemsCard } from '../../records/RecordProblems.tsx';
import { useWords } from '../../records/useWords.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, SideRail, Stack, Text } from '../../ui/index.ts';
import { FormActions, useFormContext, useWatch } from '../../ui/form/index.ts';
import { IncidentsOf } from '../incident/IncidentsOf.tsx';
import { ApplicationsCard } from './ApplicationsCard.tsx';
import { contentOf } from './content.ts';
import { formSchema } from './formValues.ts';
import { namesOf, useNames } from './names.tsx';
import { PURPOSE_FORM_FIELDS } from './purposeFields.ts';
import { RemovePurpose } from './RemovePurpose.tsx';
import { Sections } from './sections.tsx';
import { useLinkToApplication } from './useLinkToApplication.ts';

const LIST = pageAddress('purposes');

export interface PurposeEditorProps {
  /** Undefined for a new purpose. */
  record?: Purpose;
  /** Receives the page's actions: they belong to the form but are rendered in the header. */
  actionSlot: HTMLElement | null;
}

/** The form of a purpose with its surroundings: live list of problems, publishing, conflicts. */
export function PurposeEditor({ record, actionSlot }: PurposeEditorProps) {
  const { t } = useTranslation(['purposeScreen', 'versionedRecord']);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const form = usePurposeForm(record);
  return (
    // The side panel stays visible along the form.
    <Box css={{ '& > div > aside': { alignSelf: 'stretch' } }}>
      <SideRail
        rail={<Stack gap="4" ref={setRail} alignSelf="start" minWidth="0" position={{ lg: 'sticky' }} top="4" />}
      >
        <RecordForm
          form={form}
          schema={formSchema}
          label={t('title')}
          notice={
            record?.status === 'published' && (
              <Banner tone="info">{t('editPublished', { number: record.publishedVersion })}</Banner>
            )
          }
        >
          <Sections />
          <FormActions submitLabel={t('versionedRecord:saveDraft')} {...(!record && { cancelHref: LIST })} />
          {rail &&
            createPortal(
              <>
                <Problems />
                {record && <ApplicationsCard applications={record.applications} />}
                {record && <IncidentsOf purposeId={record.id} />}
              </>,
              rail,
            )}
          {record && actionSlot && createPortal(<Actions record={record} form={form} />, actionSlot)}
        </RecordForm>
      </SideRail>
    </Box>
  );
}

function usePurposeForm(record: Purpose | undefined) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const words = useWords('purposeScreen');
  const known = useNames();
  const cache = trpc.useUtils();
  const create = trpc.purpose.create.useMutation();
  const update = trpc.purpose.update.useMutation();
  const link = useLinkToApplication();
  return useRecordForm<Purpose, PurposeDraft>({
    record,
    draftKey: `${ws}.purpose.${record?.id ?? 'new'}`,
    valuesOf: ({ content }) => draftOf(content),
    initial: initialValues<PurposeDraft>(PURPOSE_FORM_FIELDS),
    fields: ({ content }) => {
      const theirs = new Map(namesOf(content).map((one) => [one.id, one]));
      const names = { ...known, get: (id: string) => known.get(id) ?? theirs.get(id) };
      return mergeFields(PURPOSE_FORM_FIELDS, (values: PurposeDraft) => contentOf(values, names), content, words);
    },
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, id: (record as Purpose).id, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: (saved) => {
      // Stored in the cache before anything requests it again.
      cache.purpose.get.setData({ ws, id: saved.id }, saved);
      void cache.purpose.list.invalidate();
      void cache.purpose.versions.invalidate();
      void cache.activityLog.invalidate();
    },
    onCreated: async ({ id }, go) => {
      await link(id);
      // The next actions are displayed at the top.
      if (go(recordAddress('purpose', id), { replace: true })) window.scrollTo({ top: 0 });
    },
    messages: { saved: t('updated'), created: t('created') },
  });
}

/** The problems that prevent publishing the current form values. Used inside the form. */
function useProblems() {
  const values = useWatch() as PurposeDraft;
  const names = useNames();
  const words = useWords('purposeScreen');
  const problems = useMemo(() => purposeProblems(values, names), [values, names]);
  return { problems, fields: PURPOSE_FORM_FIELDS, words };
}

function Problems() {
  return <ProblemsCard {...useProblems()} />;
}

interface ActionsProps {
  record: Purpose;
  form: ReturnType<typeof usePurposeForm>;
}

/** In the page's header: publishing, and other actions. */
function Actions({ record, form }: ActionsProps) {
  return (
    <>
      <More record={record} />
      <Publish record={record} form={form} />
    </>
  );
}

function Publish({ record, form }: ActionsProps) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const publish = trpc.purpose.publish.useMutation();
  const names = useNames();
  const problems = useProblems();
  const values = useWatch() as PurposeDraft;
  return (
    <PublishRecord
      {...problems}
      record={record}
      machine={purposeStatus}
      save={form.save}
      publish={async (rowVersion) => form.restart(await publish.mutateAsync({ ws, id: record.id, rowVersion }))}
    >
      <Text>{t('publish.lead', { number: record.publishedVersion + 1 })}</Text>
      <Summary fields={PURPOSE_FORM_FIELDS} content={contentOf(values, names)} words={problems.words} />
    </PublishRecord>
  );
}

function More({ record }: { record: Purpose }) {
  const { t } = useTranslation('common');
  const go = useGo();
  const form = useFormContext();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <MoreMenu
        items={[
          {
            key: 'remove',
            label: t('remove'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      <RemovePurpose
        purpose={
          removing ? { id: record.id, title: record.content.title, applicationCount: record.applications.length } : null
        }
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          // The changes are deleted with the purpose: leaving needs no confirmation.
          form.reset(form.getValues());
          setTimeout(() => go(LIST, { replace: true }), 0);
        }}
      />
    </>
  );
}
