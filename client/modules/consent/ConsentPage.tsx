import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { FormScreen } from '../../embedScreen/FormScreen.tsx';
import { today } from '../../format.ts';
import { ReadingView } from '../../records/ReadingView.tsx';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { useWords } from '../../records/useWords.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, LinkButton, Stack } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { ConsentEditor } from './ConsentEditor.tsx';
import { ConsentState } from './ConsentState.tsx';
import { CONSENT_FIELDS } from './consentFields.ts';
import { ConsentVersions } from './ConsentVersions.tsx';
import { SavedPreview } from './DraftPreview.tsx';
import { contentOfRecord } from './formValues.ts';
import { PurposeNamesProvider } from './purposeNames.tsx';
import { StepsAfterPublishing } from './StepsAfterPublishing.tsx';
import { useActivation } from './useActivation.tsx';
import { VersionsCard } from './VersionsCard.tsx';

const CollectionChannels = lazyScreen(() => import('./channels/CollectionChannels.tsx'));
const useConsent = (key: RecordKey) => trpc.consent.get.useQuery(key);

interface RecordProps {
  record: Consent;
}

function Record({ record }: RecordProps) {
  const { t } = useTranslation('consent');
  const canWrite = useCan('consent.write');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  return (
    <PurposeNamesProvider record={record} editing={canWrite}>
      <Header record={record} slot={setActionSlot} />
      <FormScreen
        tabs={{ form: t('tab.form'), channels: t('tab.channels') }}
        publishedVersion={record.publishedVersion}
        nextSteps={<StepsAfterPublishing record={record} />}
        editor={(rail) =>
          canWrite ? (
            <ConsentEditor record={record} actionSlot={actionSlot} rail={rail} />
          ) : (
            <ReadOnly record={record} />
          )
        }
        {...(!canWrite && { preview: <SavedPreview record={record} /> })}
        rail={
          <>
            <VersionsCard record={record} />
            <RecordHistory entityId={record.id} />
          </>
        }
        channels={<CollectionChannels form={record} />}
        versions={<ConsentVersions record={record} />}
      />
    </PurposeNamesProvider>
  );
}

/** Name, state and actions of the form; `slot` is for the editor's publishing action. */
function Header({ record, slot }: RecordProps & { slot: (element: HTMLElement | null) => void }) {
  const { t } = useTranslation(['consent', 'consentImport']);
  const canWrite = useCan('consent.write');
  const activation = useActivation();
  const moves = activation.items(record);
  const { publishedVersion, versionInForce, effectiveFrom } = record;
  const isStarted = versionInForce !== null || (publishedVersion > 0 && (effectiveFrom ?? '') <= today());
  return (
    <>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: pageAddress('consents') }}
        title={record.name}
        state={<ConsentState {...record} />}
        inForce={versionInForce}
        // Consents given elsewhere refer to a version that has started, whether or not it has ended.
        action={
          canWrite &&
          isStarted && (
            <LinkButton
              look="quiet"
              href={pageAddress('consentImport', { form: record.id })}
              icon={<FileUp aria-hidden />}
            >
              {t('consentImport:action')}
            </LinkButton>
          )
        }
        moves={moves}
        {...(canWrite && { slot })}
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

/** One consent form: its editor with a live preview, its collection channels, its published versions. */
export default recordPage(useConsent, Record);
