import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { usePath } from '../shell/navigation.ts';
import type { DiffField } from '../ui/DiffView.tsx';
import { Box, Card, chakra, EmptyState, ErrorState, Link, SkeletonText, Stack, Text, useFormat } from '../ui/index.ts';
import { type ListData, Pagination, useList } from '../ui/table/index.ts';
import { CompareVersions } from './CompareVersions.tsx';
import type { FieldDescriptor, Words } from './fields.ts';
import { ReadingView } from './ReadingView.tsx';
import { VersionLines, type VersionRow } from './VersionLines.tsx';

/** The parts of a query that its screens need. */
export interface Loading<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

export interface VersionsPage {
  currentPage: number;
  pageSize: number;
}

export interface RecordVersionsProps<Content> {
  record: { status: string; publishedVersion: number };
  /** Number of the version in force, where it is not always the newest published one; null: none is. */
  inForce?: number | null;
  /** The saved draft. */
  draft: Content;
  fields: readonly FieldDescriptor<Content>[];
  words: Words;
  /** A hook: one page of the versions, newest first. */
  usePage: (page: VersionsPage) => Loading<ListData<VersionRow>>;
  /** A hook: one version, or none for null. */
  useVersion: (version: number | null) => Loading<VersionRow & { content: Content }>;
  /** Content beside, or below, a version that is displayed in full. */
  aside?: (content: Content, version: number, reading: ReactNode) => ReactNode;
  /** Differences beside those of the fields. */
  moreDifferences?: (before: Content, after: Content) => readonly DiffField[];
}

/** Newest versions first; their numbers have no gaps. */
const VERSIONS = { sortBy: ['version'] } as const;

/** Published versions: the list, one in full, or any two compared; each has an address. */
export function RecordVersions<Content>(props: RecordVersionsProps<Content>) {
  const { record, usePage, inForce = record.publishedVersion } = props;
  const { t } = useTranslation('versionedRecord');
  const path = usePath();
  const version = Number(new URLSearchParams(useSearch()).get('version')) || null;
  const { state, input } = useList(VERSIONS, { prefix: 'versions', pageSize: 20 });
  const list = usePage({ currentPage: input.currentPage, pageSize: input.pageSize });
  if (list.error && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonText lines={6} />;
  const { collection: versions, meta } = list.data;
  if (meta.totalItems === 0) return <EmptyState title={t('version.none')} body={t('version.noneBody')} />;
  if (version !== null) return <OneVersion {...props} version={version} />;
  return (
    <Stack gap="5">
      <Card title={t('version.caption')} flush>
        <VersionLines versions={versions} inForce={inForce} at={path} />
        {meta.totalPage > 1 && <Pagination meta={meta} pageHref={state.pageHref} onPageSize={state.setPageSize} />}
      </Card>
      <CompareVersions {...props} />
    </Stack>
  );
}

function OneVersion<Content>({
  version,
  useVersion,
  aside,
  fields,
  words,
}: RecordVersionsProps<Content> & { version: number }) {
  const { t } = useTranslation('versionedRecord');
  const { dateTime } = useFormat();
  const path = usePath();
  const { data, error, refetch } = useVersion(version);
  const reading = data && <ReadingView fields={fields} content={data.content} words={words} />;
  return (
    <Stack gap="4">
      <Box>
        <Link href={`${path}?tab=versions`}>{t('version.back')}</Link>
        <chakra.h2 textStyle="heading" mt="2">
          {t('version.name', { number: version })}
        </chakra.h2>
        {data && (
          <>
            <Text textStyle="dense" color="muted">
              {t('version.by', { name: data.publishedBy?.name ?? '–', time: dateTime(data.publishedAt) })}
            </Text>
            <Text textStyle="small" color="muted" overflowWrap="anywhere">
              {t('version.fingerprint')} <chakra.code>{data.sha256}</chakra.code>
            </Text>
          </>
        )}
      </Box>
      {data ? (
        (aside?.(data.content, version, reading) ?? reading)
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={10} />
      )}
    </Stack>
  );
}
