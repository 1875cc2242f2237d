import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { Card, chakra, Link, StatusTag, Text, useFormat } from '../../ui/index.ts';

const address = (id: string) => recordAddress('purpose', id);

/** In the rail: the application's purposes and their states. */
export function PurposesCard({ record }: { record: ApplicationDetail }) {
  const { t } = useTranslation('recordScreen');
  const { text } = useFormat();
  return (
    <Card title={t('application.purposes')}>
      {record.purposes.length === 0 ? (
        <Text color="muted">{t('application.noPurposesBody')}</Text>
      ) : (
        <chakra.ul listStyle="none" display="grid" gap="2" textStyle="dense">
          {record.purposes.map((purpose) => (
            <li key={purpose.id}>
              <Link href={address(purpose.id)}>{text(purpose.title)}</Link>{' '}
              {purpose.status === 'published' ? (
                <StatusTag tone="ok">{t('status.published')}</StatusTag>
              ) : purpose.problems.length === 0 ? (
                <StatusTag tone="info">{t('application.ready')}</StatusTag>
              ) : (
                <StatusTag tone="live">{t('status.draft')}</StatusTag>
              )}
            </li>
          ))}
        </chakra.ul>
      )}
    </Card>
  );
}

/** In the rail: purposes of other applications that send data here; nothing when there are none. */
export function NamedByCard({ record }: { record: ApplicationDetail }) {
  const { t } = useTranslation('recordScreen');
  const { text } = useFormat();
  if (record.namedBy.length === 0) return null;
  return (
    <Card title={t('application.namedBy')}>
      <chakra.ul listStyle="none" textStyle="dense">
        {record.namedBy.map((purpose) => (
          <li key={purpose.id}>
            <Link href={address(purpose.id)}>{text(purpose.title)}</Link>
          </li>
        ))}
      </chakra.ul>
    </Card>
  );
}
