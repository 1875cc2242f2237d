import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApplicationDetail, applicationStatus } from '../../../shared/application/schema.ts';
import { useSearch } from 'wouter';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  AppLink,
  Box,
  Card,
  EmptyState,
  Flex,
  LinkButton,
  PageHeader,
  SideRail,
  SkeletonText,
  Stack,
  Tabs,
  Tag,
  Text,
} from '../../ui/index.ts';
import { AssessmentsOf } from '../dpia/AssessmentsOf.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import { ExportHistory } from '../export/ExportHistory.tsx';
import { IncidentsOf } from '../incident/IncidentsOf.tsx';
import { focusField } from '../../records/fieldFocus.tsx';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { MoreMenu } from '../../records/MoreMenu.tsx';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { ApplicationForm } from './ApplicationForm.tsx';
import { ApplicationVersions } from './ApplicationVersions.tsx';
import { CompletenessCard } from './CompletenessCard.tsx';
import { NamedByCard, PurposesCard } from './purposeCards.tsx';
import { PublishApplication } from './PublishApplication.tsx';
import { RemoveApplication } from './RemoveApplication.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { ReviewTag } from './ReviewTag.tsx';
import { ScoreBar } from './Score.tsx';
import { useCannotAdd } from './useCannotAdd.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const LIST = pageAddress('applications');
const TABS = ['data-mapping', 'exports', 'versions'] as const;
const MappingTab = lazyScreen(() => import('../dataMapping/MappingTab.tsx'));

const useApplication = (key: RecordKey) => trpc.application.detail.useQuery(key);

function New() {
  const { t } = useTranslation('recordScreen');
  return (
    <>
      <PageHeader
        title={t('application.newTitle')}
        trail={[{ label: t('application.title'), href: LIST }]}
        description={t('application.lead')}
      />
      <NewApplication />
    </>
  );
}

/** The form of a new application, or why none can be added. */
function NewApplication() {
  const { ws } = useSession();
  const allowance = trpc.application.allowance.useQuery({ ws });
  const cannotAdd = useCannotAdd(allowance.data);
  // What is already being typed stays, also where a colleague adds the last one meanwhile.
  const [isOpen, setOpen] = useState(false);
  if (allowance.data && !cannotAdd && !isOpen) setOpen(true);
  if (isOpen) return <ApplicationForm />;
  return (
    <LoadedInDialog query={allowance}>{() => <Card>{cannotAdd && <EmptyState {...cannotAdd} />}</Card>}</LoadedInDialog>
  );
}

interface RecordProps {
  record: ApplicationDetail;
}

function Record({ record }: RecordProps) {
  const { t } = useTranslation(['completeness', 'versionedRecord']);
  const canExport = useCan('ropa.export');
  const requestedTab = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === requestedTab) ?? null;
  // Tabs with input, once they were opened.
  const [opened, setOpened] = useState<{ overview?: true; mapping?: true }>({});
  const [formDirty, setFormDirty] = useState(false);
  const [mappingDirty, setMappingDirty] = useState(false);
  if (tab === null && !opened.overview) setOpened({ ...opened, overview: true });
  if (tab === 'data-mapping' && !opened.mapping) setOpened({ ...opened, mapping: true });
  return (
    <>
      <Header record={record} unsaved={formDirty || mappingDirty} />
      <Tabs
        items={[
          { label: t('tab.overview'), href: '?', current: tab === null },
          { label: t('tab.mapping'), href: '?tab=data-mapping', count: record.dataMapping.length },
          ...(canExport ? [{ label: t('tab.exports'), href: '?tab=exports' }] : []),
          { label: t('versionedRecord:version.caption'), href: '?tab=versions', count: record.publishedVersion },
        ]}
      />
      {/* Form and mapping stay mounted while another tab is displayed, so that their input is not lost. */}
      {opened.overview && (
        <Box display={tab === null ? 'block' : 'none'}>
          <SideRail
            rail={
              <>
                <CompletenessCard record={record} />
                <ReviewCard record={record} />
                <PurposesCard record={record} />
                <NamedByCard record={record} />
                <AssessmentsOf applicationId={record.id} />
                <IncidentsOf applicationId={record.id} />
                <RecordHistory entityId={record.id} />
              </>
            }
          >
            <ApplicationForm record={record} onDirty={setFormDirty} />
          </SideRail>
        </Box>
      )}
      {opened.mapping && (
        <Box display={tab === 'data-mapping' ? 'block' : 'none'}>
          <Suspense fallback={<SkeletonText lines={8} />}>
            <MappingTab record={record} onDirty={setMappingDirty} />
          </Suspense>
        </Box>
      )}
      {tab === 'exports' && <Exports id={record.id} />}
      {tab === 'versions' && <ApplicationVersions record={record} />}
    </>
  );
}

/** Name, state and actions of the application. */
function Header({ record, unsaved }: RecordProps & { unsaved: boolean }) {
  const { t } = useTranslation('recordScreen');
  const canWrite = useCan('ropa.write');
  const openMoves = useOpenMoves(applicationStatus)(record.status);
  return (
    <RecordHeader
      record={record}
      list={{ label: t('application.title'), href: LIST }}
      title={record.name}
      state={
        <Flex wrap="wrap" align="center" gap="3">
          <StatusOfRecord {...record} />
          {record.processCode && <Tag>{record.processCode}</Tag>}
          <ReviewTag reviewOn={record.reviewOn} />
          {record.processingRole === 'processor' && <Tag tone="info">{t('application.roles.processor')}</Tag>}
          <AppLink
            href={recordAddress('application', record.id, { field: 'completeness' })}
            onClick={() => setTimeout(() => focusField(['completeness']), 50)}
          >
            <ScoreBar percent={record.completeness} />
          </AppLink>
        </Flex>
      }
      action={
        <>
          {canWrite && <More record={record} />}
          {openMoves.includes('publish') && <PublishApplication record={record} unsaved={unsaved} />}
        </>
      }
    />
  );
}

function More({ record }: RecordProps) {
  const { t } = useTranslation('common');
  const go = useGo();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <MoreMenu
        items={[
          {
            key: 'remove',
            label: t('remove'),
            icon: <Trash2 />,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      <RemoveApplication
        application={removing ? record : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => go(LIST, { replace: true })}
      />
    </>
  );
}

function Exports({ id }: { id: string }) {
  const { t } = useTranslation('completeness');
  const canAsk = useCan('approval.write');
  return (
    <Stack gap="4" maxWidth="form">
      <Card
        title={t('exports.title')}
        actions={
          <>
            {canAsk && (
              <LinkButton href={pageAddress('approvalLine', { new: id })}>{t('exports.askForApproval')}</LinkButton>
            )}
            <ExportButton kind="application-ropa" formats={['xlsx', 'pdf', 'html']} subjectId={id} look="main" />
          </>
        }
      >
        <Text color="muted">{t('exports.lead')}</Text>
      </Card>
      <ExportHistory applicationId={id} />
    </Stack>
  );
}

/** One application: its record, its data mapping, its exports, its published versions. `new` adds one. */
export default recordPage(useApplication, Record, New);
