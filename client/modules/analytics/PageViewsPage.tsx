import { CalendarDays, Eye, PanelsTopLeft, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PageViews, PageViewSummary } from '../../../shared/analytics/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { FigureTiles } from '../../ui/chart/index.ts';
import { chakra, ErrorState, Flex, useFormat } from '../../ui/index.ts';
import { type Column, ListPage } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { DaysCard } from './DaysCard.tsx';
import { PeriodSelect } from './PeriodSelect.tsx';
import { useChange } from './useChange.ts';
import { ALL, useViews } from './useViews.ts';
import { WorkspacesCard } from './WorkspacesCard.tsx';
import { WorkspaceSelect } from './WorkspaceSelect.tsx';

/** How often each page was opened, by page and by day: in this workspace, or in those of the console. */
export default function PageViewsPage() {
  const { t } = useTranslation(['analytics', 'pages']);
  const { ws } = useSession();
  const { list, days, page, place, isOpenOne, workspaces, summary, byWorkspace, pages } = useViews();
  const { state } = list;
  const into = isOpenOne ? {} : { in: place };

  const title = t('pages:pageViews');

  return (
    <ListPage
      id="pageViews"
      title={title}
      lead={
        isOpenOne
          ? t('lead')
          : place === ALL
            ? t('leadOfAll')
            : t('leadOf', { name: workspaces.find(({ id }) => id === place)?.name })
      }
      // An export is made in its workspace, of its own figures.
      action={isOpenOne && <ExportButton kind="page-views" input={{ days }} />}
      note={
        <>
          <Flex justifyContent="flex-end" wrap="wrap" gap="3" mb="3">
            {workspaces.length > 1 && (
              <WorkspaceSelect
                workspaces={workspaces}
                place={place}
                onChange={(next) => state.setFilter('in', next === ws ? undefined : next)}
              />
            )}
            <PeriodSelect days={days} onChange={(next) => state.setFilter('days', next)} />
          </Flex>
          {summary.error && !summary.data ? (
            <ErrorState
              body={summary.error.message}
              onRetry={() => void summary.refetch()}
              retrying={summary.isFetching}
            />
          ) : (
            <>
              <Figures summary={summary.data} isOfOnePage={page !== undefined} />
              <DaysCard
                summary={summary.data}
                name={page && t(`pages:${page}`)}
                onAll={() => state.setFilter('page', undefined)}
              />
              {byWorkspace && (
                <WorkspacesCard
                  workspaces={byWorkspace}
                  hrefOf={(id) => pageAddress('pageViews', { in: id, page, days })}
                />
              )}
            </>
          )}
        </>
      }
      list={list}
      query={pages}
      columns={useColumns()}
      searchPlaceholder={t('search')}
      rowKey={(row) => row.path}
      rowName={(row) => row.title}
      rowHref={(row) => (row.id ? pageAddress('pageViews', { page: row.id, days, ...into }) : undefined)}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    />
  );
}

function useColumns(): Column<PageViews>[] {
  const { t } = useTranslation('analytics');
  const { number } = useFormat();
  const change = useChange();
  return [
    { id: 'title', header: t('column.title'), cell: (row) => row.title },
    {
      id: 'path',
      wraps: true,
      priority: 3,
      header: t('column.path'),
      cell: (row) => <chakra.code overflowWrap="anywhere">{row.path}</chakra.code>,
    },
    { id: 'views', priority: 1, header: t('column.views'), align: 'end', cell: (row) => number(row.views) },
    { id: 'previous', priority: 3, header: t('column.previous'), align: 'end', cell: (row) => number(row.previous) },
    { id: 'change', header: t('column.change'), align: 'end', cell: (row) => change(row) },
  ];
}

function Figures({ summary, isOfOnePage }: { summary: PageViewSummary | undefined; isOfOnePage: boolean }) {
  const { t } = useTranslation('analytics');
  const { number } = useFormat();
  const change = useChange();
  return (
    <FigureTiles
      figures={[
        {
          key: 'views',
          icon: Eye,
          label: t('figure.views'),
          value: summary && number(summary.views),
        },
        {
          key: 'change',
          icon: TrendingUp,
          label: t('figure.change'),
          value: summary && (summary.previous > 0 ? change(summary) : '–'),
          note:
            summary &&
            (summary.previous > 0 ? t('figure.before', { number: number(summary.previous) }) : t('figure.none')),
        },
        {
          key: 'perDay',
          icon: CalendarDays,
          label: t('figure.perDay'),
          value: summary && number(summary.views / summary.days.length, 1),
        },
        // Of how many pages it is, where it is of all of them.
        ...(isOfOnePage
          ? []
          : [{ key: 'pages', icon: PanelsTopLeft, label: t('figure.pages'), value: summary && number(summary.pages) }]),
      ]}
    />
  );
}
