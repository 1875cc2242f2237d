import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../shared/consent/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ErrorState, SideRail, SkeletonText, Stack, useLocale } from '../../ui/index.ts';
import { CompareVersions, DRAFT } from '../../records/CompareVersions.tsx';
import { PublishedVersions } from '../../records/PublishedVersions.tsx';
import { VersionHead } from '../../records/VersionHead.tsx';
import { diffFields, sayOf } from './content.ts';
import { ContentView } from './ContentView.tsx';
import { VersionPreview } from './DraftPreview.tsx';
import { type Shown, shownOfContent, shownOfDraft } from './formValues.ts';

/** Published versions: the list, one in full, or any two compared; each has its own address. */
export function ConsentVersions({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const list = trpc.consent.versions.useQuery({ ws, id: record.id, pageSize: 100 });
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

/** One version as data subjects saw it, and in words. */
function OneVersion({ record, version }: { record: Consent; version: number }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const query = trpc.consent.version.useQuery({ ws, id: record.id, v: version }, { staleTime: Infinity });
  return (
    <Stack gap="4">
      <VersionHead number={version} version={query.data} say={(key, values) => t(`version.${key}`, values ?? {})} />
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
function Compare({
  record,
  versions,
  sides,
}: {
  record: Consent;
  versions: readonly number[];
  sides: { from: string; to: string };
}) {
  const { t } = useTranslation(['consent', 'ui']);
  const locale = useLocale();
  const before = useShown(record, sides.from);
  const after = useShown(record, sides.to);
  return (
    <CompareVersions
      isDraft={record.status === 'draft'}
      versions={versions}
      sides={sides}
      say={(key, values) => t(`version.${key}`, values ?? {})}
      before={before}
      after={after}
      diff={(one, other) => diffFields(one, other, { say: sayOf(t), locale })}
    />
  );
}

/** What a version shows, or the draft. */
function useShown(record: Consent, side: string): { content: Shown | undefined; failed: boolean; retry: () => void } {
  const { ws } = useSession();
  const query = trpc.consent.version.useQuery(
    { ws, id: record.id, v: Number(side) || 1 },
    { enabled: side !== DRAFT, staleTime: Infinity },
  );
  const named = new Map(record.purposes.map((one) => [one.id, one]));
  const content =
    side === DRAFT
      ? shownOfDraft(
          record.draft,
          (id) => named.get(id) ?? { title: { th: id, en: id }, description: { th: '', en: '' } },
        )
      : query.data && shownOfContent(query.data.content);
  return { content, failed: query.isError, retry: () => void query.refetch() };
}
