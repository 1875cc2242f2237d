import { useTranslation } from 'react-i18next';
import { StatusTag } from '../ui/index.ts';

/** Draft or published, with the version it is a draft of. */
export function StatusOfRecord({
  status,
  publishedVersion,
}: {
  status: 'draft' | 'published';
  publishedVersion: number;
}) {
  const { t } = useTranslation('recordScreen');
  if (status === 'published')
    return (
      <StatusTag tone="ok">
        {t('status.published')} · {t('versionNumber', { number: publishedVersion })}
      </StatusTag>
    );
  return (
    <StatusTag tone="live">
      {publishedVersion > 0 ? t('draftOf', { number: publishedVersion + 1 }) : t('status.draft')}
    </StatusTag>
  );
}
