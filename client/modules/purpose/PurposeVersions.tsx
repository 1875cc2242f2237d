import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Purpose } from '../../../shared/purpose.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, chakra, EmptyState, ErrorState, Flex, Link, RelativeTime, SkeletonText, Stack, Text, useFormat } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { ContentView, useDiffFields } from './ContentView.tsx';

const DiffView = lazy(() => import('../../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));
const DRAFT = 'draft';

/** Published versions: the list, one in full, or any two compared; each has its own address. */
export function PurposeVersions({ record }: { record: Purpose }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const path = usePath();
  const params = new URLSearchParams(useSearch());
  const shown = Number(params.get('version')) || null;
  const [from, to] = [params.get('from'), params.get('to')];
  const list = trpc.purpose.versions.useQuery({ ws, id: record.id, pageSize: 100 });
  if (list.error && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonText lines={6} />;
  const versions = list.data.collection;
  if (versions.length === 0) return <EmptyState title={t('version.none')} body={t('version.noneBody')} />;
  if (shown !== null) return <OneVersion record={record} version={shown} />;

  const newest = String(versions[0]?.version ?? '');
  const chosenTo = to ?? (record.status === 'draft' ? DRAFT : newest);
  const chosenFrom = from ?? (chosenTo === DRAFT ? newest : String(versions[1]?.version ?? newest));
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
      <Compare record={record} versions={versions.map((row) => row.version)} from={chosenFrom} to={chosenTo} />
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

interface CompareProps {
  record: Purpose;
  versions: readonly number[];
  from: string;
  to: string;
}

/** Any two versions, or one and the draft as it is saved, field by field. */
function Compare({ record, versions, from, to }: CompareProps) {
  const { t } = useTranslation('purposeScreen');
  const go = useGo();
  const path = usePath();
  const diff = useDiffFields();
  const before = useContent(record, from);
  const after = useContent(record, to);
  const options = [...(record.status === 'draft' ? [DRAFT] : []), ...versions.map(String)];
  const word = (side: string) => (side === DRAFT ? t('version.draft') : t('version.name', { number: side }));
  const choose = (sides: { from: string; to: string }) => go(`${path}?tab=versions&from=${sides.from}&to=${sides.to}`, { replace: true });
  if (options.length < 2) return null;
  return (
    <Card title={t('version.compare')}>
      <Stack gap="4">
        <Flex wrap="wrap" gap="3">
          <Side label={t('version.from')} value={from} options={options} word={word} onChange={(value) => choose({ from: value, to })} />
          <Side label={t('version.to')} value={to} options={options} word={word} onChange={(value) => choose({ from, to: value })} />
        </Flex>
        {before.content && after.content ? (
          <Suspense fallback={<SkeletonText lines={6} />}>
            <DiffView beforeLabel={word(from)} afterLabel={word(to)} fields={diff(before.content, after.content)} />
          </Suspense>
        ) : before.failed || after.failed ? (
          <ErrorState
            onRetry={() => {
              before.retry();
              after.retry();
            }}
          />
        ) : (
          <SkeletonText lines={6} />
        )}
      </Stack>
    </Card>
  );
}

/** The content of a version, or of the draft. */
function useContent(record: Purpose, side: string) {
  const { ws } = useSession();
  const query = trpc.purpose.version.useQuery({ ws, id: record.id, v: Number(side) || 1 }, { enabled: side !== DRAFT, staleTime: Infinity });
  return { content: side === DRAFT ? record.content : query.data?.content, failed: query.isError, retry: () => void query.refetch() };
}

function Side({ label, value, options, word, onChange }: { label: string; value: string; options: readonly string[]; word: (side: string) => string; onChange: (value: string) => void }) {
  return (
    <chakra.label display="grid" gap="1" flex="1" minWidth="10rem" maxWidth="18rem">
      <chakra.span textStyle="dense" color="muted">
        {label}
      </chakra.span>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {word(option)}
          </option>
        ))}
      </NativeSelect>
    </chakra.label>
  );
}
