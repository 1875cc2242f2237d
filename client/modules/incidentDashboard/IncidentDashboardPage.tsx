import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { monthsBack } from '../../clock/months.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { DrawnTogether, EmptyState, ErrorState, Flex, Grid, LinkButton, PageHeader } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { useListState } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { OpenClocksCard } from './OpenClocksCard.tsx';
import { Charts, Figures, MonthsCard } from './summaryCards.tsx';
import { TimelineCard } from './TimelineCard.tsx';

const PERIODS = [3, 12, 24, 36] as const;
/** Ten years: the maximum of one request. */
const MOST_MONTHS = 120;

type Period = (typeof PERIODS)[number] | 'all';

/** The months set in the address, and their summary: the last twelve by default. */
function useMonths() {
  const { ws } = useSession();
  const state = useListState({ sortBy: ['month'], filters: { months: 'one' } });
  const period: Period =
    state.filters.months === 'all' ? 'all' : (PERIODS.find((months) => String(months) === state.filters.months) ?? 12);
  const to = monthsBack(1);
  // Every summary contains the first month with data.
  const year = trpc.incidentDashboard.get.useQuery({ ws, from: monthsBack(12), to }, { enabled: period === 'all' });
  const since = year.data?.first ?? monthsBack(12);
  const from = period === 'all' ? [since, monthsBack(MOST_MONTHS)].sort()[1]! : monthsBack(period);
  const months = trpc.incidentDashboard.get.useQuery(
    { ws, from, to },
    { placeholderData: keepPreviousData, enabled: period !== 'all' || year.data !== undefined },
  );
  return {
    period,
    setPeriod: (value: string) => state.setFilter('months', value),
    from,
    to,
    query: period === 'all' && year.error ? year : months,
    data: months.data,
  };
}

/** Overview of breaches: running clocks first, then what happened, why, where, and how fast the response was. */
export default function IncidentDashboardPage() {
  const { t } = useTranslation('incidentDashboard');
  const mayReport = useCan('incident.report');
  const { period, setPeriod, from, to, query, data } = useMonths();
  const header = { title: t('title'), description: t('lead') };
  const span = { fromMonth: from, toMonth: to };

  if (query.error && !data) {
    return (
      <>
        <PageHeader {...header} />
        <ErrorState body={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </>
    );
  }
  if (data && data.total === 0 && data.first === null) {
    return (
      <>
        <PageHeader {...header} />
        <EmptyState
          title={t('emptyTitle')}
          body={t('emptyBody')}
          action={
            mayReport && (
              <LinkButton look="main" href={pageAddress('incident', { id: 'new' })}>
                {t('emptyAction')}
              </LinkButton>
            )
          }
        />
      </>
    );
  }
  return (
    <>
      <PageHeader {...header} action={<ExportButton kind="incidents" input={span} />} />
      <PeriodChoice period={period} onChange={setPeriod} />
      <DrawnTogether>
        <Figures data={data} />
        <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <OpenClocksCard />
          <MonthsCard data={data} />
          <Charts data={data} span={span} />
          <TimelineCard from={from} to={to} hours={data?.authorityHours} />
        </Grid>
      </DrawnTogether>
    </>
  );
}

function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: string) => void }) {
  const { t } = useTranslation('incidentDashboard');
  return (
    <Flex justifyContent="flex-end" mb="3">
      <NativeSelect
        dense
        width="auto"
        aria-label={t('period')}
        value={String(period)}
        onChange={(event) => onChange(event.target.value)}
      >
        {PERIODS.map((months) => (
          <option key={months} value={months}>
            {t('lastMonths', { count: months, number: months })}
          </option>
        ))}
        <option value="all">{t('sinceFirst')}</option>
      </NativeSelect>
    </Flex>
  );
}
