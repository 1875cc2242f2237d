import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Purpose } from '../../../shared/purpose.ts';
import { usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, chakra, EmptyState, ErrorState, Flex, Link, RelativeTime, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';
import { CompareVersions, DRAFT, sidesOf } from '../record/CompareVersions.tsx';
import { ContentView, useDiffFields } from './ContentView.tsx';

/** Published versions: the list, one in full, or any two compared; each has its own address. */
export function PurposeVersions({ record }: { record: Purpose }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const path = usePath();
  const params = new URLSearchParams(useSearch());
  const shown = Number(params.get('version')) || null;
  const list = trpc.purpose.versions.useQuery({ ws, id: record.id, pageSize: 100 });
  if (list.error && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonText lines={6} />;
  const versions = list.data.collection;
  if (versions.length === 0) return <EmptyState title={t('version.none')} body={t('version.noneBody')} />;
  if (shown !== null) return <OneVersion record={record} version={shown} />;

  return (
    <Stack gap="5">
      <Card title={t('version.caption')} flush>
        <chakra.ol listStyle="none">
          {versions.map((row) => (
            <chakra.li key={row.version} px={{ base: '4', md: '5' }} py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
              <Flex wrap="wrap" columnGap="4" rowGap="1" align="baseline">
                <Link href={`${path}?tab=versions&version=${row.version}`}>{t('version.name', { number: row.version })}</Link>
                <chakra.span textStyle="dense" color="muted">
                  {row.publishedBy && `${row.publishedBy.name} · `}
                  <RelativeTime value={row.publishedAt} />
                </chakra.span>
              </Flex>
              <Text textStyle="small" color="muted" overflowWrap="anywhere">
                {t('version.fingerprint')} <chakra.code>{row.sha256}</chakra.code>
              </Text>
            </chakra.li>
          ))}
        </chakra.ol>
      </Card>
      <Compare record={record} versions={versions.map((row) => row.version)} sides={sidesOf(params, record.status === 'draft', versions)} />
    </Stack>
  );
}

function OneVersion({ record, version }: { record: Purpose; version: number }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const path = usePath();
  const query = trpc.purpose.version.useQuery({ ws, id: record.id, v: version }, { staleTime: Infinity });
  return (
    <Stack gap="4">
      <Box>
        <Link href={`${path}?tab=versions`}>{t('version.back')}</Link>
        <chakra.h2 textStyle="heading" mt="2">
          {t('version.name', { number: version })}
        </chakra.h2>
        {query.data && (
          <Text textStyle="dense" color="muted">
            {t('version.by', { name: query.data.publishedBy?.name ?? '–', time: dateTime(query.data.publishedAt) })}
          </Text>
        )}
      </Box>
      {query.error ? <ErrorState onRetry={() => void query.refetch()} /> : query.data ? <ContentView content={query.data.content} /> : <SkeletonText lines={10} />}
    </Stack>
  );
}

/** Any two versions, or one and the draft as it is saved. */
function Compare({ record, versions, sides }: { record: Purpose; versions: readonly number[]; sides: { from: string; to: string } }) {
  const { t } = useTranslation('purposeScreen');
  const diff = useDiffFields();
  const before = useContent(record, sides.from);
  const after = useContent(record, sides.to);
  return <CompareVersions isDraft={record.status === 'draft'} versions={versions} sides={sides} say={(key, values) => t(`version.${key}`, values ?? {})} before={before} after={after} diff={diff} />;
}

/** The content of a version, or of the draft. */
function useContent(record: Purpose, side: string) {
  const { ws } = useSession();
  const query = trpc.purpose.version.useQuery({ ws, id: record.id, v: Number(side) || 1 }, { enabled: side !== DRAFT, staleTime: Infinity });
  return { content: side === DRAFT ? record.content : query.data?.content, failed: query.isError, retry: () => void query.refetch() };
}
