import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Flex, PageHeader, SideRail, Stack, Tabs, useFormat } from '../../ui/index.ts';
import { IncidentsOf } from '../incident/IncidentsOf.tsx';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { ReadingView } from '../../records/ReadingView.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { useWords } from '../../records/useWords.ts';
import { ApplicationsCard } from './ApplicationsCard.tsx';
import { NamesProvider } from './names.tsx';
import { PurposeEditor } from './PurposeEditor.tsx';
import { PURPOSE_FORM_FIELDS } from './purposeFields.ts';
import { PurposeVersions } from './PurposeVersions.tsx';

const LIST = pageAddress('purposes');

/** One purpose: its form, its published versions, its history. The id `new` creates one. */
export default function PurposePage() {
  const { id } = useParams<{ id: string }>();
  return id === 'new' ? <NewPurpose /> : <Existing key={id} id={id} />;
}

function NewPurpose() {
  const { t } = useTranslation('purposeScreen');
  return (
    <NamesProvider content={undefined} editing>
      <PageHeader title={t('newTitle')} trail={[{ label: t('title'), href: LIST }]} description={t('lead')} />
      <PurposeEditor actionSlot={null} />
    </NamesProvider>
  );
}

function Existing({ id }: { id: string }) {
  const { ws } = useSession();
  const query = trpc.purpose.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <Record record={record} />}</LoadedRecord>;
}

function Record({ record }: { record: Purpose }) {
  const { t } = useTranslation('purposeScreen');
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const mayReadLog = useCan('activityLog.read');
  const words = useWords('purposeScreen');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const tab = new URLSearchParams(useSearch()).get('tab');
  const details = tab !== 'versions' && !(tab === 'history' && mayReadLog);
  return (
    <NamesProvider content={record.content} editing={canWrite}>
      <PageHeader
        title={text(record.content.title)}
        trail={[{ label: t('title'), href: LIST }]}
        state={<StatusOfRecord {...record} />}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name ?? null}
        description={
          record.status === 'draft' && record.publishedVersion > 0
            ? t('liveVersion', { number: record.publishedVersion })
            : undefined
        }
        action={canWrite && <Flex ref={setActionSlot} gap="2" />}
      />
      <Tabs
        items={[
          { label: t('tab.details'), href: '?' },
          { label: t('tab.versions'), href: '?tab=versions', count: record.publishedVersion },
          ...(mayReadLog ? [{ label: t('tab.history'), href: '?tab=history' }] : []),
        ]}
      />
      {/* Stays mounted while another tab is displayed, so that its input is not lost. */}
      <Box display={details ? 'block' : 'none'}>
        {canWrite ? (
          <PurposeEditor record={record} actionSlot={actionSlot} />
        ) : (
          <SideRail
            rail={
              <>
                <ApplicationsCard applications={record.applications} />
                <IncidentsOf purposeId={record.id} />
              </>
            }
          >
            <Stack gap="4">
              <Banner tone="info">{t('readOnly')}</Banner>
              <ReadingView fields={PURPOSE_FORM_FIELDS} content={record.content} words={words} />
            </Stack>
          </SideRail>
        )}
      </Box>
      {tab === 'versions' && <PurposeVersions record={record} />}
      {tab === 'history' && <RecordHistory entityId={record.id} />}
    </NamesProvider>
  );
}
