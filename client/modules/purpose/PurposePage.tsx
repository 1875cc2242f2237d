import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, PageHeader, SideRail, Stack, Tabs, useFormat } from '../../ui/index.ts';
import { IncidentsOf } from '../incident/IncidentsOf.tsx';
import { ReadingView } from '../../records/ReadingView.tsx';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { useWords } from '../../records/useWords.ts';
import { ApplicationsCard } from './ApplicationsCard.tsx';
import { NamesProvider } from './names.tsx';
import { PurposeEditor } from './PurposeEditor.tsx';
import { PURPOSE_FORM_FIELDS } from './purposeFields.ts';
import { PurposeVersions } from './PurposeVersions.tsx';

const LIST = pageAddress('purposes');

const usePurpose = (key: RecordKey) => trpc.purpose.get.useQuery(key);

function NewPurpose() {
  const { t } = useTranslation('purposeScreen');
  return (
    <NamesProvider content={undefined} editing>
      <PageHeader title={t('newTitle')} trail={[{ label: t('title'), href: LIST }]} description={t('lead')} />
      <PurposeEditor actionSlot={null} />
    </NamesProvider>
  );
}

function Record({ record }: { record: Purpose }) {
  const { t } = useTranslation(['purposeScreen', 'versionedRecord']);
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const mayReadLog = useCan('activityLog.read');
  const words = useWords('purposeScreen');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const tab = new URLSearchParams(useSearch()).get('tab');
  const details = tab !== 'versions' && !(tab === 'history' && mayReadLog);
  return (
    <NamesProvider content={record.content} editing={canWrite}>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: LIST }}
        title={text(record.content.title)}
        state={<StatusOfRecord {...record} />}
        inForce={record.publishedVersion}
        {...(canWrite && { slot: setActionSlot })}
      />
      <Tabs
        items={[
          { label: t('tab.details'), href: '?' },
          { label: t('versionedRecord:version.caption'), href: '?tab=versions', count: record.publishedVersion },
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

/** One purpose: its form, its published versions, its history. The id `new` creates one. */
export default recordPage(usePurpose, Record, NewPurpose);
