import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, Flex, Link, SkeletonText } from '../../ui/index.ts';
import { VersionLines } from '../../records/VersionLines.tsx';

const RECENT = 4;

/** In the rail: the latest versions and the ways to all of them. */
export function VersionsCard({ record }: { record: Consent }) {
  const { t } = useTranslation('versionedRecord');
  const { ws } = useSession();
  const list = trpc.consent.versions.useQuery(
    { ws, id: record.id, pageSize: RECENT },
    { enabled: record.publishedVersion > 0 },
  );
  if (record.publishedVersion === 0) return null;
  const path = recordAddress('consent', record.id);
  const at = `${path}?tab=versions`;
  return (
    <Card title={t('version.caption')} flush>
      {list.data ? (
        <VersionLines versions={list.data.collection} inForce={record.versionInForce} at={path} short />
      ) : (
        <Box p="4">
          <SkeletonText lines={3} />
        </Box>
      )}
      <Flex wrap="wrap" gap="4" px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" textStyle="dense">
        <Link href={at}>{t('version.all')}</Link>
        {record.status === 'draft' && (
          <Link href={`${at}&from=${record.publishedVersion}&to=draft`}>{t('version.compareDraft')}</Link>
        )}
      </Flex>
    </Card>
  );
}
