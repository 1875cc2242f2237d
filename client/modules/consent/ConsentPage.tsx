import { CircleOff, EllipsisVertical, FileUp, Power } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { isNotFound } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  ErrorState,
  Flex,
  IconButton,
  LinkButton,
  Menu,
  PageHeader,
  SideRail,
  SkeletonPage,
  SkeletonText,
  Stack,
  Tabs,
} from '../../ui/index.ts';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { ConsentEditor } from './ConsentEditor.tsx';
import { ConsentState } from './ConsentState.tsx';
import { ConsentVersions } from './ConsentVersions.tsx';
import { ContentView } from './ContentView.tsx';
import { SavedPreview } from './DraftPreview.tsx';
import { shownOfDraft } from './formValues.ts';
import { NextSteps } from './NextSteps.tsx';
import { PurposeNamesProvider } from './purposeNames.tsx';
import { useActivation } from './useActivation.tsx';
import { VersionsCard } from './VersionsCard.tsx';

const LIST = pageAddress('consents');
const TABS = ['channels', 'versions'] as const;
const CollectionChannels = lazy(() => import('./channels/CollectionChannels.tsx'));

/** One consent form: its editor with a live preview, its collection channels, its published versions. */
export default function ConsentPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const canWrite = useCan('consent.write');
  const { t: importText } = useTranslation('consentImport');
  const canPublish = useCan('consent.publish');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const activation = useActivation();
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab = TABS.find((one) => one === asked) ?? null;
  // The channels, once they were opened.
  const [opened, setOpened] = useState(false);
  if (tab === 'channels' && !opened) setOpened(true);
  const query = trpc.consent.get.useQuery({ ws, id });
  const record = query.data;
  if (!record) {
    if (!query.error) return <SkeletonPage />;
    // The frame has a page for what is not there.
    if (isNotFound(query.error)) throw query.error;
    return <ErrorState onRetry={() => void query.refetch()} />;
  }

  // Consents given elsewhere are of a version that was published.
  const imports = canWrite && record.publishedVersion > 0;
  return (
    <PurposeNamesProvider record={record} editing={canWrite}>
      <PageHeader
        title={record.name}
        trail={[{ label: t('title'), href: LIST }]}
        state={<ConsentState {...record} />}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name ?? null}
        description={
          record.status === 'draft' && record.publishedVersion > 0
            ? t('liveVersion', { number: record.publishedVersion })
            : undefined
        }
        action={
          <>
            {imports && (
              <LinkButton look="quiet" href={pageAddress('consentImport', { form: id })} icon={<FileUp aria-hidden />}>
                {importText('action')}
              </LinkButton>
            )}
            {canPublish && (
              <Menu
                items={[
                  record.active
                    ? {
                        key: 'deactivate',
                        label: t('activation.deactivate'),
                        icon: <CircleOff aria-hidden />,
                        danger: true,
                        onSelect: () => activation.ask(record),
                      }
                    : {
                        key: 'reactivate',
                        label: t('activation.reactivate'),
                        icon: <Power aria-hidden />,
                        onSelect: () => void activation.bringBack(record),
                      },
                ]}
                trigger={(props) => <IconButton label={t('more')} icon={<EllipsisVertical aria-hidden />} {...props} />}
              />
            )}
            {canWrite && <Flex ref={setActionSlot} gap="2" />}
          </>
        }
      />
      {!record.active && (
        <Box mb="5">
          <Banner
            tone="warn"
            action={
              canPublish && (
                <Button size="sm" onClick={() => void activation.bringBack(record)}>
                  {t('activation.reactivate')}
                </Button>
              )
            }
          >
            {t('activation.banner')}
          </Banner>
        </Box>
      )}
      <Tabs
        items={[
          { label: t('tab.form'), href: '?' },
          { label: t('tab.channels'), href: '?tab=channels' },
          { label: t('tab.versions'), href: '?tab=versions', count: record.publishedVersion },
        ]}
      />
      {tab === null && <NextSteps record={record} />}
      {/* Editor and channels stay while another tab is read: what is typed in them is not lost. */}
      {/* The rail stays in view along the whole form. */}
      <Box display={tab === null ? 'block' : 'none'} css={{ '& > div > aside': { alignSelf: 'stretch' } }}>
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
              <RecordHistory entityId={id} />
            </Stack>
          }
        >
          {canWrite ? (
            <ConsentEditor record={record} actionSlot={actionSlot} rail={rail} />
          ) : (
            <ReadOnly record={record} />
          )}
        </SideRail>
      </Box>
      {opened && (
        <Box display={tab === 'channels' ? 'block' : 'none'}>
          <Suspense fallback={<SkeletonText lines={8} />}>
            <CollectionChannels form={record} />
          </Suspense>
        </Box>
      )}
      {tab === 'versions' && <ConsentVersions record={record} />}
      {activation.dialog}
    </PurposeNamesProvider>
  );
}

function ReadOnly({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const named = new Map(record.purposes.map((one) => [one.id, one]));
  const unknown = { title: { th: t('purpose.unknown'), en: t('purpose.unknown') }, description: { th: '', en: '' } };
  return (
    <Stack gap="4">
      <Banner tone="info">{t('readOnly')}</Banner>
      <ContentView shown={shownOfDraft({ ...record.draft, name: record.name }, (id) => named.get(id) ?? unknown)} />
    </Stack>
  );
}
