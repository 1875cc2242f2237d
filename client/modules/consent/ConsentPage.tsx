import { EllipsisVertical, FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
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
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { ReadingView } from '../../records/ReadingView.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { useWords } from '../../records/useWords.ts';
import { ConsentEditor } from './ConsentEditor.tsx';
import { ConsentState } from './ConsentState.tsx';
import { CONSENT_FIELDS } from './consentFields.ts';
import { ConsentVersions } from './ConsentVersions.tsx';
import { SavedPreview } from './DraftPreview.tsx';
import { contentOfRecord } from './formValues.ts';
import { NextSteps } from './NextSteps.tsx';
import { PurposeNamesProvider } from './purposeNames.tsx';
import { useActivation } from './useActivation.tsx';
import { VersionsCard } from './VersionsCard.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const LIST = pageAddress('consents');
const TABS = ['channels', 'versions'] as const;
const CollectionChannels = lazyScreen(() => import('./channels/CollectionChannels.tsx'));

/** One consent form: its editor with a live preview, its collection channels, its published versions. */
export default function ConsentPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const { ws } = useSession();
  const query = trpc.consent.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <Record record={record} />}</LoadedRecord>;
}

interface RecordProps {
  record: Consent;
}

function Record({ record }: RecordProps) {
  const { t } = useTranslation('consent');
  const canWrite = useCan('consent.write');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const requestedTab = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === requestedTab) ?? null;
  // The channels, once they were opened.
  const [opened, setOpened] = useState(false);
  if (tab === 'channels' && !opened) setOpened(true);
  return (
    <PurposeNamesProvider record={record} editing={canWrite}>
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
      {tab === 'versions' && <ConsentVersions record={record} />}
    </PurposeNamesProvider>
  );
}

/** Name, state and actions of the form; `slot` is for the editor's publishing action. */
function Header({ record, slot }: RecordProps & { slot: (element: HTMLElement | null) => void }) {
  const { t } = useTranslation(['consent', 'consentImport']);
  const canWrite = useCan('consent.write');
  const activation = useActivation();
  const moves = activation.items(record);
  return (
    <>
      <PageHeader
        title={record.name}
        trail={[{ label: t('title'), href: LIST }]}
        state={<ConsentState {...record} />}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name ?? null}
        description={
          record.status === 'draft' && record.versionInForce !== null
            ? t('liveVersion', { number: record.versionInForce })
            : undefined
        }
        action={
          <>
            {/* Consents given elsewhere refer to a published version. */}
            {canWrite && record.publishedVersion > 0 && (
              <LinkButton
                look="quiet"
                href={pageAddress('consentImport', { form: record.id })}
                icon={<FileUp aria-hidden />}
              >
                {t('consentImport:action')}
              </LinkButton>
            )}
            {moves.length > 0 && (
              <Menu
                items={moves}
                trigger={(props) => <IconButton label={t('more')} icon={<EllipsisVertical aria-hidden />} {...props} />}
              />
            )}
            {canWrite && <Flex ref={slot} gap="2" />}
          </>
        }
      />
      {!record.active && (
        <Box mb="5">
          <Banner
            tone="warn"
            action={moves.map(({ key, label, onSelect }) => (
              <Button key={key} size="sm" onClick={onSelect}>
                {label}
              </Button>
            ))}
          >
            {t('activation.banner')}
          </Banner>
        </Box>
      )}
      {activation.dialog}
    </>
  );
}

/** The rail stays visible along the entire form. */
function EditorWithRail({ record, actionSlot }: RecordProps & { actionSlot: HTMLElement | null }) {
  const canWrite = useCan('consent.write');
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
          {canWrite ? <Stack gap="4" ref={setRail} minWidth="0" /> : <SavedPreview record={record} />}
          <VersionsCard record={record} />
          <RecordHistory entityId={record.id} />
        </Stack>
      }
    >
      {canWrite ? <ConsentEditor record={record} actionSlot={actionSlot} rail={rail} /> : <ReadOnly record={record} />}
    </SideRail>
  );
}

function ReadOnly({ record }: RecordProps) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const words = useWords('consent');
  return (
    <Stack gap="4">
      <Banner tone="info">{t('readOnly')}</Banner>
      <ReadingView fields={CONSENT_FIELDS} content={contentOfRecord(record, ws)} words={words} />
    </Stack>
  );
}
