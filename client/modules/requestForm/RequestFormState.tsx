import { CircleOff, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { DraftTag, LiveTag } from '../../records/versionTags.tsx';
import { Flex, StatusTag } from '../../ui/index.ts';

type Facts = Pick<RequestForm, 'active' | 'status' | 'publishedVersion' | 'outdated'>;

/** The current state of a form: version in force, draft of the next one, deactivated, outdated content. */
export function RequestFormState({ active, status, publishedVersion, outdated }: Facts) {
  const { t } = useTranslation(['requestForm', 'embedScreen']);
  return (
    <Flex wrap="wrap" gap="1">
      {!active && <StatusTag icon={<CircleOff aria-hidden />}>{t('embedScreen:deactivated')}</StatusTag>}
      {active && publishedVersion > 0 && <LiveTag version={publishedVersion} />}
      {outdated && (
        <StatusTag tone="warn" icon={<History aria-hidden />}>
          {t('state.outdated')}
        </StatusTag>
      )}
      {status === 'draft' && <DraftTag publishedVersion={publishedVersion} />}
    </Flex>
  );
}
