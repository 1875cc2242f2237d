import { useTranslation } from 'react-i18next';
import type { ConsentImport } from '../../../shared/consentImport.ts';
import { Banner, Card, LinkButton, Text } from '../../ui/index.ts';
import { addressOf } from './address.ts';

const REASONS = ['broken', 'encrypted', 'inflated', 'entries', 'rows', 'columns', 'cell', 'memory', 'timeout', 'crash', 'noSheet', 'empty', 'formGone', 'interrupted', 'forbidden', 'internal'] as const;

/** An import that ended before it was done: why, what to do, and the way to begin again. */
export function FailedStep({ record }: { record: ConsentImport }) {
  const { t } = useTranslation(['consentImport', 'recordImport']);
  const again = (
    <LinkButton look="main" href={addressOf({ form: record.consent.id })}>
      {t('done.again')}
    </LinkButton>
  );
  if (record.status === 'cancelled') {
    return (
      <Banner title={t('recordImport:status.cancelled')} action={again}>
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
          {t('recordImport:failedCode', { code: reason })}
        </Text>
      </Banner>
    </Card>
  );
}
