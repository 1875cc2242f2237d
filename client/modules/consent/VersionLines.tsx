import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../shared/consent.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Flex, Link, RelativeTime, SkeletonText, Tag, Text } from '../../ui/index.ts';
import type { VersionRow } from '../record/VersionList.tsx';

const RECENT = 4;

/** Published versions, newest first, each leading to what was shown. */
export function VersionLines({ record, versions, hashes = false }: { record: Consent; versions: readonly VersionRow[]; hashes?: boolean }) {
  const { t } = useTranslation('consent');
  return (
    <chakra.ol listStyle="none">
      {versions.map((row) => (
        <chakra.li key={row.version} px={{ base: '4', md: '5' }} py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
          <Flex wrap="wrap" columnGap="3" rowGap="1" align="center">
            <Link href={`/consent/${record.id}?tab=versions&version=${row.version}`}>{t('version.name', { number: row.version })}</Link>
            {row.version === record.publishedVersion && <Tag tone="ok">{t('version.inForce')}</Tag>}
            <chakra.span textStyle="dense" color="muted">
              {row.publishedBy && `${row.publishedBy.name} · `}
              <RelativeTime value={row.publishedAt} />
            </chakra.span>
          </Flex>
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {t('version.fingerprint')} <chakra.code title={row.sha256}>{hashes ? row.sha256 : `${row.sha256.slice(0, 12)}…`}</chakra.code>
          </Text>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

/** In the rail: the latest versions and the ways to all of them. */
export function VersionsCard({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const list = trpc.consent.versions.useQuery({ ws, id: record.id, pageSize: RECENT }, { enabled: record.publishedVersion > 0 });
  if (record.publishedVersion === 0) return null;
  const at = `/consent/${record.id}?tab=versions`;
  return (
    <Card title={t('version.caption')} flush>
      {list.data ? <VersionLines record={record} versions={list.data.collection} /> : <chakra.div p="4"><SkeletonText lines={3} /></chakra.div>}
      <Flex wrap="wrap" gap="4" px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" textStyle="dense">
        <Link href={at}>{t('version.all')}</Link>
        {record.status === 'draft' && <Link href={`${at}&from=${record.publishedVersion}&to=draft`}>{t('version.compareDraft')}</Link>}
      </Flex>
    </Card>
  );
}
