import { useTranslation } from 'react-i18next';
import { Box, Card, Flex, Link, SkeletonText } from '../ui/index.ts';
import type { ListData } from '../ui/table/index.ts';
import type { Loading } from './RecordVersions.tsx';
import { VersionLines, type VersionRow } from './VersionLines.tsx';

export const RECENT_VERSIONS = 4;

interface RecentVersionsProps {
  record: { status: string; publishedVersion: number };
  /** Address of the record. */
  path: string;
  /** Number of the version in force; null: none is. */
  inForce: number | null;
  /** The newest `RECENT_VERSIONS`. */
  query: Pick<Loading<ListData<VersionRow>>, 'data'>;
}

/** In the rail: the latest versions and the links to all of them; nothing while there is none. */
export function RecentVersions({ record, path, inForce, query }: RecentVersionsProps) {
  const { t } = useTranslation('versionedRecord');
  if (record.publishedVersion === 0) return null;
  const at = `${path}?tab=versions`;
  return (
    <Card title={t('version.caption')} flush>
      {query.data ? (
        <VersionLines versions={query.data.collection} inForce={inForce} at={path} short />
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
