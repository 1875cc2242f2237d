import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import { Card, chakra, Link, Text } from '../../ui/index.ts';

/** Applications that use a purpose. */
export function ApplicationsCard({ applications }: { applications: Purpose['applications'] }) {
  const { t } = useTranslation('purposeScreen');
  return (
    <Card title={t('applications.title')}>
      {applications.length === 0 ? (
        <Text textStyle="dense" color="muted">
          {t('applications.none')}
        </Text>
      ) : (
        <chakra.ul listStyle="none" display="grid" gap="2" textStyle="dense">
          {applications.map(({ id, name }) => (
            <li key={id}>
              <Link href={recordAddress('application', id)}>{name}</Link>
            </li>
          ))}
        </chakra.ul>
      )}
    </Card>
  );
}
