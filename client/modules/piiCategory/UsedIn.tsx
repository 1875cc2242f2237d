import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { PiiCategory } from '../../../shared/piiCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, ErrorState, Link, SkeletonText, Text, useFormat } from '../../ui/index.ts';

/** Purposes that use the category, and applications whose data mapping contains attributes of it. */
export function UsedIn({ record }: { record: PiiCategory }) {
  const { t } = useTranslation('piiCategory');
  const { ws } = useSession();
  const { text, number } = useFormat();
  const used = record.purposeCount + record.applicationCount > 0;
  const uses = trpc.piiCategory.uses.useQuery({ ws, id: record.id }, { enabled: used });
  if (!used) {
    return (
      <Card title={t('usedIn.title')}>
        <Text textStyle="dense" color="muted">
          {t('usedIn.none')}
        </Text>
      </Card>
    );
  }
  return (
    <Card title={t('usedIn.title')}>
      {uses.error && !uses.data ? (
        <ErrorState onRetry={() => void uses.refetch()} />
      ) : !uses.data ? (
        <SkeletonText lines={4} />
      ) : (
        <chakra.div display="grid" gap="4" textStyle="dense">
          <Records
            title={t('usedIn.purposes', { number: number(record.purposeCount) })}
            total={record.purposeCount}
            listed={uses.data.purposes.length}
          >
            {uses.data.purposes.map((purpose) => (
              <li key={purpose.id}>
                <Link href={recordAddress('purpose', purpose.id)}>{text(purpose.title)}</Link>
              </li>
            ))}
          </Records>
          <Records
            title={t('usedIn.applications', { number: number(record.applicationCount) })}
            total={record.applicationCount}
            listed={uses.data.applications.length}
          >
            {uses.data.applications.map((application) => (
              <li key={application.id}>
                <Link href={recordAddress('application', application.id)}>{application.name}</Link>{' '}
                <chakra.span color="muted" whiteSpace="nowrap">
                  {t('usedIn.attributes', { count: application.uses, number: number(application.uses) })}
                </chakra.span>
              </li>
            ))}
          </Records>
        </chakra.div>
      )}
    </Card>
  );
}

function Records({
  title,
  total,
  listed,
  children,
}: {
  title: string;
  total: number;
  listed: number;
  children: ReactNode;
}) {
  const { t } = useTranslation('piiCategory');
  const { number } = useFormat();
  if (total === 0) return null;
  return (
    <div>
      <chakra.h3 fontWeight="semibold" color="muted" mb="1">
        {title}
      </chakra.h3>
      <chakra.ul listStyle="none" display="grid" gap="1.5" overflowWrap="anywhere">
        {children}
      </chakra.ul>
      {total > listed && (
        <Text textStyle="dense" color="muted" mt="1.5">
          {t('usedIn.more', { number: number(total - listed) })}
        </Text>
      )}
    </div>
  );
}
