import { EllipsisVertical, ExternalLink } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { requestFormPage } from '../../../shared/requestSubmission/page.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { RECENT_VERSIONS, RecentVersions } from '../../records/RecentVersions.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { Editors } from '../../records/useEditing.tsx';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  Flex,
  IconButton,
  LinkButton,
  Menu,
  PageHeader,
  SideRail,
  SkeletonText,
  Stack,
  Tabs,
} from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { NextSteps } from './NextSteps.tsx';
import { RequestFormEditor } from './RequestFormEditor.tsx';
import { RequestFormState } from './RequestFormState.tsx';
import { RequestFormVersions } from './RequestFormVersions.tsx';
import { RightsProvider } from './rights.tsx';
import { useFormMoves } from './useFormMoves.tsx';

const LIST = pageAddress('requestForms');
const TABS = ['channels', 'versions'] as const;
const CollectionChannels = lazyScreen(() => import('./channels/CollectionChannels.tsx'));

/** One request form: its editor with a live preview, its collection channels, its published versions. */
export default function RequestFormPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const { ws } = useSession();
  const query = trpc.requestForm.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <Record record={record} />}</LoadedRecord>;
}

interface RecordProps {
  record: RequestForm;
}

function Record({ record }: RecordProps) {
  const { t } = useTranslation('requestForm');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const requestedTab = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === requestedTab) ?? null;
  // Mounted once the channels were opened.
  const [opened, setOpened] = useState(false);
  if (tab === 'channels' && !opened) setOpened(true);
  return (
    <RightsProvider record={record}>
      <Header record={record} slot={setActionSlot} />
      <Tabs
        items={[
          { label: t('tab.form'), href: '?' },
          { label: t('tab.channels'), href: '?tab=channels' },
          { label: t('tab.versions'), href: '?tab=versions', count: record.publishedVersion },
        ]}
      />
      {tab === null && <NextSteps record={record} />}
      {/* Editor and channels stay mounted while another tab is displayed, so that their input is not lost. */}
      <Box display={tab === null ? 'block' : 'none'} css={{ '& > div > aside': { alignSelf: 'stretch' } }}>
        <EditorWithRail record={record} actionSlot={actionSlot} />
      </Box>
      {opened && (
        <Box display={tab === 'channels' ? 'block' : 'none'}>
          <Suspense fallback={<SkeletonText lines={8} />}>
            <CollectionChannels form={record} />
          </Suspense>
        </Box>
      )}
      {tab === 'versions' && <RequestFormVersions record={record} />}
    </RightsProvider>
  );
}

/** Name, status and actions of the form; the editor renders its publish action in `slot`. */
function Header({ record, slot }: RecordProps & { slot: (element: HTMLElement | null) => void }) {
  const { t } = useTranslation('requestForm');
  const go = useGo();
  const moves = useFormMoves(() => go(LIST));
  const items = moves.items(record);
  return (
    <>
      <PageHeader
        title={record.name}
        trail={[{ label: t('title'), href: LIST }]}
        state={<RequestFormState {...record} />}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name ?? null}
        description={
          record.status === 'draft' && record.publishedVersion > 0
            ? t('liveVersion', { number: record.publishedVersion })
            : undefined
        }
        action={
          <>
            <OpenForm record={record} />
            {items.length > 0 && (
              <Menu
                items={items}
                trigger={(props) => <IconButton label={t('more')} icon={<EllipsisVertical aria-hidden />} {...props} />}
              />
            )}
            <Flex ref={slot} gap="2" />
          </>
        }
      />
      <Box mb="4" _empty={{ display: 'none' }} css={{ '&:has(> [data-editors]:empty)': { display: 'none' } }}>
        <Editors entity="requestForm" id={record.id} />
      </Box>
      {!record.active && (
        <Box mb="5">
          <Banner
            tone="warn"
            action={items
              .filter(({ key }) => key === 'reactivate')
              .map(({ key, label, onSelect }) => (
                <Button key={key} size="sm" onClick={onSelect}>
                  {label}
                </Button>
              ))}
          >
            {t('moves.banner')}
          </Banner>
        </Box>
      )}
      {moves.dialogs}
    </>
  );
}

/** Opens the form's own page, as data subjects see it; nothing while it has none. */
function OpenForm({ record: { id, active, publishedVersion, settings } }: RecordProps) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  if (!active || publishedVersion === 0 || !settings.channels.page) return null;
  return (
    <LinkButton icon={<ExternalLink aria-hidden />} href={location.origin + requestFormPage(ws, id)} target="_blank">
      {t('openForm')}
    </LinkButton>
  );
}

/** The side panel stays visible along the form. */
function EditorWithRail({ record, actionSlot }: RecordProps & { actionSlot: HTMLElement | null }) {
  const [rail, setRail] = useState<HTMLElement | null>(null);
  return (
    <SideRail
      rail={
        <Stack
          gap="4"
          alignSelf="start"
          minWidth="0"
          mx="-1"
          px="1"
          pb="1"
          position={{ lg: 'sticky' }}
          top="4"
          maxHeight={{ lg: 'calc(100dvh - 2rem)' }}
          overflowY={{ lg: 'auto' }}
        >
          <Stack gap="4" ref={setRail} minWidth="0" />
          <VersionsCard record={record} />
          <RecordHistory entityId={record.id} />
        </Stack>
      }
    >
      <RequestFormEditor record={record} actionSlot={actionSlot} rail={rail} />
    </SideRail>
  );
}

function VersionsCard({ record }: RecordProps) {
  const { ws } = useSession();
  const query = trpc.requestForm.versions.useQuery(
    { ws, id: record.id, pageSize: RECENT_VERSIONS },
    { enabled: record.publishedVersion > 0 },
  );
  return (
    <RecentVersions
      record={record}
      path={recordAddress('requestForm', record.id)}
      inForce={record.publishedVersion}
      query={query}
    />
  );
}
