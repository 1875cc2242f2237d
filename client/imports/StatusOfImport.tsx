import { useTranslation } from 'react-i18next';
import { AT_WORK, type ImportStatus, OPEN } from '../../shared/import/schema.ts';
import { StatusTag } from '../ui/index.ts';

/** The status of an import, in a list. */
export function StatusOfImport({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('import');
  const tone =
    status === 'done'
      ? 'ok'
      : status === 'failed'
        ? 'danger'
        : AT_WORK.includes(status)
          ? 'info'
          : OPEN.includes(status)
            ? 'live'
            : 'neutral';
  return <StatusTag tone={tone}>{t(`status.${status}`)}</StatusTag>;
}
