import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ErrorState, SkeletonText, Stack } from '../../ui/index.ts';
import { CompareVersions, DRAFT } from '../../records/CompareVersions.tsx';
import { PublishedVersions } from '../../records/PublishedVersions.tsx';
import { VersionHead } from '../../records/VersionHead.tsx';
import { ContentView, useDiffFields } from './ContentView.tsx';

/** Published versions: the list, one in full, or any two compared; each has its own address. */
export function PurposeVersions({ record }: { record: Purpose }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const list = trpc.purpose.versions.useQuery({ ws, id: record.id, pageSize: 100 });
  return (
    <PublishedVersions
      record={record}
      list={list}
      say={(key, values) => t(`version.${key}`, values ?? {})}
      one={(version) => <OneVersion record={record} version={version} />}
      compare={(versions, sides) => <Compare record={record} versions={versions} sides={sides} />}
    />
  );
}

function OneVersion({ record, version }: { record: Purpose; version: number }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const query = trpc.purpose.version.useQuery({ ws, id: record.id, v: version }, { staleTime: Infinity });
  return (
    <Stack gap="4">
      <VersionHead number={version} version={query.data} say={(key, values) => t(`version.${key}`, values ?? {})} />
      {query.error ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <ContentView content={query.data.content} />
      ) : (
        <SkeletonText lines={10} />
      )}
    </Stack>
  );
}

/** Any two versions, or one and the draft as it is saved. */
function Compare({
  record,
  versions,
  sides,
}: {
  record: Purpose;
  versions: readonly number[];
  sides: { from: string; to: string };
}) {
  const { t } = useTranslation('purposeScreen');
  const diff = useDiffFields();
  const before = useContent(record, sides.from);
  const after = useContent(record, sides.to);
  return (
    <CompareVersions
      isDraft={record.status === 'draft'}
      versions={versions}
      sides={sides}
      say={(key, values) => t(`version.${key}`, values ?? {})}
      before={before}
      after={after}
      diff={diff}
    />
  );
}

/** The content of a version, or of the draft. */
function useContent(record: Purpose, side: string) {
  const { ws } = useSession();
  const query = trpc.purpose.version.useQuery(
    { ws, id: record.id, v: Number(side) || 1 },
    { enabled: side !== DRAFT, staleTime: Infinity },
  );
  return {
    content: side === DRAFT ? record.content : query.data?.content,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
