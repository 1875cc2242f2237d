import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Consent } from '../../../shared/consent.ts';
import { usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, chakra, EmptyState, ErrorState, Link, SideRail, SkeletonText, Stack, Text, useFormat, useLocale } from '../../ui/index.ts';
import { CompareVersions, DRAFT, sidesOf } from '../record/CompareVersions.tsx';
import { diffFields, sayOf } from './content.ts';
import { ContentView } from './ContentView.tsx';
import { VersionPreview } from './DraftPreview.tsx';
import { type Shown, shownOfContent, shownOfDraft } from './formValues.ts';
import { VersionLines } from './VersionLines.tsx';

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

  return (
    <Stack gap="5">
      <Card title={t('version.caption')} flush>
        <VersionLines record={record} versions={versions} hashes />
      </Card>
      <Compare record={record} versions={versions.map((row) => row.version)} sides={sidesOf(params, record.status === 'draft', versions)} />
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

/** Any two versions, or one and the draft as it is saved. */
function Compare({ record, versions, sides }: { record: Consent; versions: readonly number[]; sides: { from: string; to: string } }) {
  const { t } = useTranslation(['consent', 'ui']);
  const locale = useLocale();
  const before = useShown(record, sides.from);
  const after = useShown(record, sides.to);
  return <CompareVersions isDraft={record.status === 'draft'} versions={versions} sides={sides} say={(key, values) => t(`version.${key}`, values ?? {})} before={before} after={after} diff={(one, other) => diffFields(one, other, { say: sayOf(t), locale })} />;
}

/** What a version shows, or the draft. */
function useShown(record: Consent, side: string): { content: Shown | undefined; failed: boolean; retry: () => void } {
  const { ws } = useSession();
  const query = trpc.consent.version.useQuery({ ws, id: record.id, v: Number(side) || 1 }, { enabled: side !== DRAFT, staleTime: Infinity });
  const named = new Map(record.purposes.map((one) => [one.id, one]));
  const content =
    side === DRAFT
      ? shownOfDraft(record.draft, (id) => named.get(id) ?? { title: { th: id, en: id }, description: { th: '', en: '' } })
      : query.data && shownOfContent(query.data.content);
  return { content, failed: query.isError, retry: () => void query.refetch() };
}
