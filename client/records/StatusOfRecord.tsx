import { useTranslation } from 'react-i18next';
import { StatusTag } from '../ui/index.ts';
import { DraftTag } from './versionTags.tsx';
import type { PublishStatus } from '../../shared/status.ts';

/** Draft or published, with the version it is a draft of. */
export function StatusOfRecord({ status, publishedVersion }: { status: PublishStatus; publishedVersion: number }) {
  const { t } = useTranslation('recordScreen');
  if (status === 'published')
    return (
      <StatusTag tone="ok">
        {t('status.published')} · {t('versionNumber', { number: publishedVersion })}
      </StatusTag>
    );
  return <DraftTag publishedVersion={publishedVersion} />;
}
