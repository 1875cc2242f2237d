import { useTranslation } from 'react-i18next';
import { Banner, Box, Card, LinkButton, Text, useFormat } from '../ui/index.ts';
import { ImportFiles } from './ImportFiles.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import { startAddress } from './startAddress.ts';

/** An import that was cancelled or has failed: the reason, what it had imported, and the way to start again. */
export function EndedStep<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t, i18n } = useTranslation('import');
  const { number } = useFormat();
  const { written } = record;
  const again = (
    <LinkButton look="main" href={startAddress(kind, record)}>
      {t('done.again')}
    </LinkButton>
  );
  const imported = written > 0 && <Text>{t('partly.imported', { count: written, number: number(written) })}</Text>;
  if (record.status === 'cancelled') {
    return (
      <Banner title={t('status.cancelled')} action={again}>
        {record.fileName}
        {imported}
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
      <Box display="grid" gap="3">
        <Banner
          tone={imported ? 'warn' : 'danger'}
          role="alert"
          title={t(imported ? 'partly.title' : 'failed')}
          action={again}
        >
          {imported}
          <Text>{text(keysOf(reason))}</Text>
          <Text textStyle="small" color="muted" mt="1">
            {t('failedCode', { code: reason })}
          </Text>
        </Banner>
        <ImportFiles kind={kind} record={record} />
      </Box>
    </Card>
  );
}
