import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Card, chakra, ErrorState, Heading, SkeletonText, Stack, useLocale } from '../../ui/index.ts';
import { MappingLines } from '../dataMapping/MappingLines.tsx';
import { VersionList } from '../../records/VersionList.tsx';
import { applicationDiff, applicationFieldsText } from './applicationText.ts';

const DiffView = lazy(() => import('../../ui/DiffView.tsx').then((module) => ({ default: module.DiffView })));

/** Published versions of an application: the list, one in full, or two compared; each has its own address. */
export function ApplicationVersions({ id }: { id: string }) {
  const { t } = useTranslation(['recordScreen', 'dataMapping']);
  const { ws } = useSession();
  const go = useGo();
  const path = usePath();
  const params = new URLSearchParams(useSearch());
  const version = Number(params.get('version')) || null;
  const compare = Number(params.get('compare')) || null;
  const list = trpc.application.versions.useQuery({ ws, id, pageSize: 100 });
  const shown = trpc.application.version.useQuery({ ws, id, v: version ?? 1 }, { enabled: version !== null });
  const earlier = trpc.application.version.useQuery({ ws, id, v: compare ?? 1 }, { enabled: compare !== null });

  if (list.error) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonText lines={6} />;
  const at = (query: string) => go(`${path}?tab=versions${query}`);
  const versions = list.data.collection;
  if (version === null) {
    return (
      <VersionList
        versions={versions}
        onRead={(number) => at(`&version=${number}`)}
        onCompare={(number) =>
          at(
            `&version=${number}&compare=${versions[versions.findIndex((row) => row.version === number) + 1]?.version ?? number}`,
          )
        }
      />
    );
  }
  return (
    <Stack gap="4">
      <div>
        <Button size="sm" onClick={() => at('')}>
          {t('backToVersions')}
        </Button>
      </div>
      <Card
        title={
          compare
            ? `${t('versionNumber', { number: compare })} → ${t('versionNumber', { number: version })}`
            : t('versionNumber', { number: version })
        }
      >
        {!shown.data || (compare !== null && !earlier.data) ? (
          <SkeletonText lines={8} />
        ) : (
          <Contents shown={shown.data.content} earlier={compare === null ? undefined : earlier.data?.content} />
        )}
      </Card>
      {compare === null && shown.data && (shown.data.content.dataMapping ?? []).length > 0 && (
        <>
          <Heading>{t('dataMapping:title')}</Heading>
          <MappingLines
            lines={(shown.data.content.dataMapping ?? []).map((flow) => ({ flow, problems: [] }))}
            purposes={shown.data.content.purposes.map(({ id: purposeId, content }) => ({
              id: purposeId,
              title: content.title,
              content,
            }))}
          />
        </>
      )}
    </Stack>
  );
}

function Contents({ shown, earlier }: { shown: ApplicationContent; earlier: ApplicationContent | undefined }) {
  const { t } = useTranslation(['recordScreen', 'activityLog', 'completeness', 'dataMapping']);
  const locale = useLocale();
  if (earlier) {
    return (
      <Suspense fallback={<SkeletonText lines={8} />}>
        <DiffView fields={applicationDiff(earlier, shown, { t, locale })} />
      </Suspense>
    );
  }
  return (
    <chakra.dl display="grid" gap="3">
      {applicationFieldsText(shown, { t, locale }).map((field) => (
        <div key={field.key}>
          <chakra.dt textStyle="dense" color="muted">
            {field.label}
          </chakra.dt>
          <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
            {field.value || '–'}
          </chakra.dd>
        </div>
      ))}
    </chakra.dl>
  );
}
