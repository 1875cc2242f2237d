import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { usePath } from '../shell/navigation.ts';
import { Card, EmptyState, ErrorState, SkeletonText, Stack } from '../ui/index.ts';
import { sidesOf } from './CompareVersions.tsx';
import { VersionLines, type VersionLinesProps } from './VersionLines.tsx';
import type { VersionRow } from './VersionList.tsx';

export interface PublishedVersionsProps {
  record: { status: string; publishedVersion: number };
  list: { data: { collection: VersionRow[] } | undefined; error: unknown; refetch: () => unknown };
  /** Texts of the record's namespace. */
  say: (
    key: 'none' | 'noneBody' | 'caption' | Parameters<VersionLinesProps['say']>[0],
    values?: { number: number },
  ) => string;
  /** One version in full. */
  one: (version: number) => ReactNode;
  /** Any two of them, or one and the draft. */
  compare: (versions: readonly number[], sides: { from: string; to: string }) => ReactNode;
}

/** Published versions: the list, one in full, or any two compared; each has its own address. */
export function PublishedVersions({ record, list, say, one, compare }: PublishedVersionsProps) {
  const path = usePath();
  const params = new URLSearchParams(useSearch());
  const shown = Number(params.get('version')) || null;
  if (list.error && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonText lines={6} />;
  const versions = list.data.collection;
  if (versions.length === 0) return <EmptyState title={say('none')} body={say('noneBody')} />;
  if (shown !== null) return one(shown);
  return (
    <Stack gap="5">
      <Card title={say('caption')} flush>
        <VersionLines versions={versions} inForce={record.publishedVersion} at={path} say={say} />
      </Card>
      {compare(
        versions.map((row) => row.version),
        sidesOf(params, record.status === 'draft', versions),
      )}
    </Stack>
  );
}
