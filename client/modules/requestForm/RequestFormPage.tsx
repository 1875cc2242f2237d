import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { requestFormPage } from '../../../shared/requestSubmission/page.ts';
import { FormScreen } from '../../embedScreen/FormScreen.tsx';
import { RECENT_VERSIONS, RecentVersions } from '../../records/RecentVersions.tsx';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, LinkButton } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { RequestFormEditor } from './RequestFormEditor.tsx';
import { RequestFormState } from './RequestFormState.tsx';
import { RequestFormVersions } from './RequestFormVersions.tsx';
import { RightsProvider } from './rights.tsx';
import { StepsAfterPublishing } from './StepsAfterPublishing.tsx';
import { useFormMoves } from './useFormMoves.tsx';

const LIST = pageAddress('requestForms');
const CollectionChannels = lazyScreen(() => import('./channels/CollectionChannels.tsx'));

const useRequestForm = (key: RecordKey) => trpc.requestForm.get.useQuery(key);

interface RecordProps {
  record: RequestForm;
}

function Record({ record }: RecordProps) {
  const { t } = useTranslation('requestForm');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  return (
    <RightsProvider record={record}>
      <Header record={record} slot={setActionSlot} />
      <FormScreen
        tabs={{ form: t('tab.form'), channels: t('tab.channels') }}
        publishedVersion={record.publishedVersion}
        nextSteps={<StepsAfterPublishing record={record} />}
        editor={(rail) => <RequestFormEditor record={record} actionSlot={actionSlot} rail={rail} />}
        rail={
          <>
            <VersionsCard record={record} />
            <RecordHistory entityId={record.id} />
          </>
        }
        channels={<CollectionChannels form={record} />}
        versions={<RequestFormVersions record={record} />}
      />
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
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: LIST }}
        title={record.name}
        state={<RequestFormState {...record} />}
        inForce={record.publishedVersion}
        action={<OpenForm record={record} />}
        moves={items}
        slot={slot}
        editing="requestForm"
      />
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

/** One request form: its editor with a live preview, its collection channels, its published versions. */
export default recordPage(useRequestForm, Record);
