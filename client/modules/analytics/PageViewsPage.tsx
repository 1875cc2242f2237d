import { CalendarDays, Eye, PanelsTopLeft, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PAGE_VIEW_LIST, type PageViews, type PageViewSummary, PERIODS } from '../../../shared/analytics/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { ROUTES } from '../../../shared/registry/routes.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FigureTiles } from '../../ui/chart/index.ts';
import { chakra, ErrorState, Flex, useFormat } from '../../ui/index.ts';
import { type Column, LIST_QUERY, ListPage, useList } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { DaysCard } from './DaysCard.tsx';
import { PeriodSelect } from './PeriodSelect.tsx';
import { useChange } from './useChange.ts';

/** Views are counted without an event. */
const REFRESH_MS = 60_000;

/** How often each page of the workspace was opened, by page and by day. */
export default function PageViewsPage() {
  const { t } = useTranslation(['analytics', 'pages']);
  const { ws } = useSession();
  const { number } = useFormat();
  const change = useChange();
  const list = useList(PAGE_VIEW_LIST, { more: { page: 'one' } });
  const days = list.input.days ?? PERIODS[0];
  const page = ROUTES.find(({ id }) => id === list.state.filters.page)?.id;
  const options = { ...LIST_QUERY, refetchInterval: REFRESH_MS };
  const summary = trpc.analytics.summary.useQuery({ ws, days, ...(page && { page }) }, options);
  const query = trpc.analytics.list.useQuery({ ws, ...list.input, days }, options);

  const columns: Column<PageViews>[] = [
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
  const title = t('pages:pageViews');

  return (
    <ListPage
      id="pageViews"
      title={title}
      lead={t('lead')}
      action={<ExportButton kind="page-views" input={{ days }} />}
      note={
        <>
          <Flex justifyContent="flex-end" mb="3">
            <PeriodSelect days={days} onChange={(next) => list.state.setFilter('days', next)} />
          </Flex>
          {summary.error && !summary.data ? (
            <ErrorState
              body={summary.error.message}
              onRetry={() => void summary.refetch()}
              retrying={summary.isFetching}
            />
          ) : (
            <>
              <Figures summary={summary.data} />
              <DaysCard
                summary={summary.data}
                name={page && t(`pages:${page}`)}
                onAll={() => list.state.setFilter('page', undefined)}
              />
            </>
          )}
        </>
      }
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      rowKey={(row) => row.path}
      rowName={(row) => row.title}
      rowHref={(row) => (row.id ? pageAddress('pageViews', { page: row.id, days }) : undefined)}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    />
  );
}

function Figures({ summary }: { summary: PageViewSummary | undefined }) {
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
        { key: 'pages', icon: PanelsTopLeft, label: t('figure.pages'), value: summary && number(summary.pages) },
      ]}
    />
  );
}
