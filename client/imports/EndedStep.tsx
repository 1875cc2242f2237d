import { useTranslation } from 'react-i18next';
import type { ImportFacts } from '../../shared/import/schema.ts';
import { Banner, Card, LinkButton, Text } from '../ui/index.ts';

export interface EndedStepProps {
  record: Pick<ImportFacts, 'status' | 'fileName'>;
  /** The way to begin again. */
  again: { href: string; label: string };
  /** That it failed, where it did. */
  title: string;
  /** Why, and what to do; `code` for whoever is asked for help. */
  reason: { code: string; text: string };
}

/** An import that ended before it was done: given up, or failed. */
export function EndedStep({ record, again: { href, label }, title, reason }: EndedStepProps) {
  const { t } = useTranslation('recordImport');
  const again = (
    <LinkButton look="main" href={href}>
      {label}
    </LinkButton>
  );
  if (record.status === 'cancelled') {
    return (
      <Banner title={t('status.cancelled')} action={again}>
        {record.fileName}
      </Banner>
    );
  }
  return (
    <Card title={record.fileName}>
      <Banner tone="danger" role="alert" title={title} action={again}>
        <Text>{reason.text}</Text>
        <Text textStyle="small" color="muted" mt="1">
          {t('failedCode', { code: reason.code })}
        </Text>
      </Banner>
    </Card>
  );
}
