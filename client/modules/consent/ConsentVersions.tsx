import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Consent } from '../../../shared/consent.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, chakra, EmptyState, ErrorState, Flex, Link, SideRail, SkeletonText, Stack, Text, useFormat, useLocale } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { diffFields, sayOf } from './content.ts';
import { ContentView } from './ContentView.tsx';
import { VersionPreview } from './DraftPreview.tsx';
import { type Shown, shownOfContent, shownOfDraft } from './formValues.ts';
import { VersionLines } from './VersionLines.tsx';

const DiffView = lazy(() => import('../../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));
const DRAFT = 'draft';

/** Published versions: the list, one in full, or any two compared; each has its own address. */
export function ConsentVersions({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const params = new URLSearchParams(useSearch());
  const shown = Number(params.get('version')) || null;
  const list = trpc.consent.versions.useQuery({ ws, id: record.id, pageSize: 100 });
  if (list.error && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonText lines={6} />;
  const versions = list.data.collection;
  if (versions.length === 0) return <EmptyState title={t('version.none')} body={t('version.noneBody')} />;
  if (shown !== null) return <OneVersion record={record} version={shown} />;

  const newest = String(versions[0]?.version ?? '');
  const to = params.get('to') ?? (record.status === 'draft' ? DRAFT : newest);
  const from = params.get('from') ?? (to === DRAFT ? newest : String(versions[1]?.version ?? newest));
  return (
    <Stack gap="5">
      <Card title={t('version.caption')} flush>
        <VersionLines record={record} versions={versions} hashes />
      </Card>
      <Compare record={record} versions={versions.map((row) => row.version)} from={from} to={to} />
    </Stack>
  );
}

/** One version as data subjects saw it, and in words. */
function OneVersion({ record, version }: { record: Consent; version: number }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const path = usePath();
  const query = trpc.consent.version.useQuery({ ws, id: record.id, v: version }, { staleTime: Infinity });
  return (
    <Stack gap="4">
      <Box>
        <Link href={`${path}?tab=versions`}>{t('version.back')}</Link>
        <chakra.h2 textStyle="heading" mt="2">
          {t('version.name', { number: version })}
        </chakra.h2>
        {query.data && (
          <>
            <Text textStyle="dense" color="muted">
              {t('version.by', { name: query.data.publishedBy?.name ?? '–', time: dateTime(query.data.publishedAt) })}
            </Text>
            <Text textStyle="small" color="muted" overflowWrap="anywhere">
              {t('version.fingerprint')} <chakra.code>{query.data.sha256}</chakra.code>
            </Text>
          </>
        )}
      </Box>
      {query.error ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <SideRail rail={<VersionPreview record={record} version={version} content={query.data.content} />}>
          <ContentView shown={shownOfContent(query.data.content)} />
        </SideRail>
      ) : (
        <SkeletonText lines={10} />
      )}
    </Stack>
  );
}

interface CompareProps {
  record: Consent;
  versions: readonly number[];
  from: string;
  to: string;
}

/** Any two versions, or one and the draft as it is saved, field by field. */
function Compare({ record, versions, from, to }: CompareProps) {
  const { t } = useTranslation(['consent', 'ui']);
  const locale = useLocale();
  const go = useGo();
  const path = usePath();
  const before = useShown(record, from);
  const after = useShown(record, to);
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
        {before.shown && after.shown ? (
          <Suspense fallback={<SkeletonText lines={6} />}>
            <DiffView beforeLabel={word(from)} afterLabel={word(to)} fields={diffFields(before.shown, after.shown, { say: sayOf(t), locale })} />
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

/** What a version shows, or the draft. */
function useShown(record: Consent, side: string): { shown: Shown | undefined; failed: boolean; retry: () => void } {
  const { ws } = useSession();
  const query = trpc.consent.version.useQuery({ ws, id: record.id, v: Number(side) || 1 }, { enabled: side !== DRAFT, staleTime: Infinity });
  const named = new Map(record.purposes.map((one) => [one.id, one]));
  const shown =
    side === DRAFT
      ? shownOfDraft(record.draft, (id) => named.get(id) ?? { title: { th: id, en: id }, description: { th: '', en: '' } })
      : query.data && shownOfContent(query.data.content);
  return { shown, failed: query.isError, retry: () => void query.refetch() };
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
