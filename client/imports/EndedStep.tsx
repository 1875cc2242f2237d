import { useTranslation } from 'react-i18next';
import { Banner, Card, LinkButton, Text } from '../ui/index.ts';
import type { ImportKind, ImportTypes } from './kind.ts';
import { startAddress } from './startAddress.ts';

/** An import that was cancelled or has failed: the reason, and the way to start again. */
export function EndedStep<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t, i18n } = useTranslation('import');
  const again = (
    <LinkButton look="main" href={startAddress(kind, record)}>
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
  // A kind's own text for a reason overrides the common one.
  const keysOf = (code: string) => [`${kind.texts}:failure.${code}`, `import:failure.${code}`];
  const reason =
    record.errorCode && keysOf(record.errorCode).some((key) => i18n.exists(key)) ? record.errorCode : 'internal';
  const text = t as unknown as (keys: readonly string[]) => string;
  return (
    <Card title={record.fileName}>
      <Banner tone="danger" role="alert" title={t('failed')} action={again}>
        <Text>{text(keysOf(reason))}</Text>
        <Text textStyle="small" color="muted" mt="1">
          {t('failedCode', { code: reason })}
        </Text>
      </Banner>
    </Card>
  );
}
