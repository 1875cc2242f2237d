import { useTranslation } from 'react-i18next';
import { StatusTag } from '../ui/index.ts';

/** A draft, with the version it is a draft of. */
export function DraftTag({ publishedVersion }: { publishedVersion: number }) {
  const { t } = useTranslation('recordScreen');
  return (
    <StatusTag tone="live">
      {publishedVersion > 0 ? t('draftOf', { number: publishedVersion + 1 }) : t('status.draft')}
    </StatusTag>
  );
}

/** The version in force. */
export function LiveTag({ version }: { version: number }) {
  const { t } = useTranslation('versionedRecord');
  return <StatusTag tone="ok">{t('live', { number: version })}</StatusTag>;
}
