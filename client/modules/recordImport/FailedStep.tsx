import { useTranslation } from 'react-i18next';
import type { RecordImport } from '../../../shared/recordImport.ts';
import { routeOf } from '../../../shared/routes.ts';
import { Banner, Card, LinkButton, Text } from '../../ui/index.ts';

const REASONS = ['broken', 'encrypted', 'inflated', 'entries', 'rows', 'columns', 'cell', 'memory', 'timeout', 'crash', 'noSheet', 'empty', 'words', 'forbidden', 'internal'] as const;

/** An import that ended before it was done: why, and the way to begin again. */
export function FailedStep({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const again = (
    <LinkButton look="main" href={routeOf('recordImport').path}>
      {t('done.again')}
    </LinkButton>
  );
  if (record.status === 'cancelled') {
    return (
      <Banner title={t('status.cancelled')} action={again}>
        {record.fileName}
      </Banner>
    );
  }
  const reason = REASONS.find((code) => code === record.errorCode) ?? 'internal';
  return (
    <Card title={record.fileName}>
      <Banner tone="danger" role="alert" title={t('failed')} action={again}>
        <Text>{t(`failure.${reason}`)}</Text>
        <Text textStyle="small" color="muted" mt="1">
          {t('failedCode', { code: reason })}
        </Text>
      </Banner>
    </Card>
  );
}
