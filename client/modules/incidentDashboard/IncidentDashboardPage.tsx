import { keepPreviousData } from '@tanstack/react-query';
import { Clock3, ShieldAlert, Siren, TimerReset } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { RISK_LEVELS } from '../../../shared/incident/riskLevel.ts';
import { INCIDENT_STATUSES } from '../../../shared/incident/schema.ts';
import { today } from '../../format.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard, FigureTiles } from '../../ui/chart/index.ts';
import { Box, EmptyState, ErrorState, Flex, Grid, LinkButton, PageHeader, useFormat } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { useListState } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useIncidentLinks } from './links.ts';
import { MonthChart } from './MonthChart.tsx';
import { OpenClocksCard } from './OpenClocksCard.tsx';
import { TimelineCard } from './TimelineCard.tsx';
import { useSpan } from './useSpan.ts';

const PERIODS = [3, 12, 24, 36] as const;
/** Ten years: the server sums up no more at once. */
const MOST_MONTHS = 120;

/** The first month of a period that ends with this one, in Bangkok. */
function monthsBack(count: number): string {
  const [year, month] = today().split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - count)).toISOString().slice(0, 7);
}

/** Breaches at a glance: clocks that run first, then what happened, why, where and how fast it was answered. */
export default function IncidentDashboardPage() {
  const { t } = useTranslation(['incidentDashboard', 'incident']);
  const { ws } = useSession();
  const { number, month: monthName } = useFormat();
  const span = useSpan();
  const mayReport = useCan('incident.report');
  const links = useIncidentLinks();
  const state = useListState({ sortBy: ['month'], filters: { months: 'one' } });
  const requestedPeriod =
    state.filters.months === 'all' ? 'all' : (PERIODS.find((months) => String(months) === state.filters.months) ?? 12);
  const to = today().slice(0, 7);
  // Where all of it begins, any summary says.
  const year = trpc.incidentDashboard.get.useQuery(
    { ws, from: monthsBack(12), to },
    { enabled: requestedPeriod === 'all' },
  );
  const since = year.data?.first ?? monthsBack(12);
  const from = requestedPeriod === 'all' ? [since, monthsBack(MOST_MONTHS)].sort()[1]! : monthsBack(requestedPeriod);
  const months = trpc.incidentDashboard.get.useQuery(
    { ws, from, to },
    { placeholderData: keepPreviousData, enabled: requestedPeriod !== 'all' || year.data !== undefined },
  );
  const summary = requestedPeriod === 'all' && year.error ? year : months;
  const { data } = months;
  const spanIn = { fromMonth: from, toMonth: to };
  const monthOf = (value: string) => links.list({ fromMonth: value, toMonth: value });

  if (summary.error && !data) {
    return (
      <>
        <PageHeader title={t('title')} description={t('lead')} />
        <ErrorState body={summary.error.message} onRetry={() => void summary.refetch()} retrying={summary.isFetching} />
      </>
    );
  }
  if (data && data.total === 0 && data.first === null) {
    return (
      <>
        <PageHeader title={t('title')} description={t('lead')} />
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
  const risks = (['UNDECIDED', ...RISK_LEVELS] as const).map((key) => ({
    key,
    label: key === 'UNDECIDED' ? t('undecided') : t(`incident:riskLevel.${key}`),
    value: data?.risks.find((row) => row.key === key)?.incidents ?? 0,
  }));
  const statuses = INCIDENT_STATUSES.map((key) => ({
    key,
    label: t(`incident:status.${key}`),
    value: data?.statuses.find((row) => row.key === key)?.incidents ?? 0,
  }));
  const causes = (data?.causes ?? []).map(({ key, incidents }) => ({
    key,
    label: t(`incident:cause.${key}`),
    value: incidents,
  }));
  const charts = [
    { key: 'risk', bars: risks.map((bar) => ({ ...bar, href: links.list({ risk: bar.key, ...spanIn }) })) },
    { key: 'status', bars: statuses.map((bar) => ({ ...bar, href: links.list({ status: bar.key, ...spanIn }) })) },
    { key: 'cause', bars: causes.map((bar) => ({ ...bar, href: links.list({ cause: bar.key, ...spanIn }) })) },
    {
      key: 'application',
      bars: (data?.applications ?? []).map(({ id, name, incidents }) => ({
        key: id,
        label: name,
        value: incidents,
        href: links.list({ applicationId: id, ...spanIn }),
      })),
    },
  ] as const;

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={<ExportButton kind="incidents" input={spanIn} />}
      />
      <Flex justifyContent="flex-end" mb="3">
        <NativeSelect
          dense
          width="auto"
          aria-label={t('period')}
          value={String(requestedPeriod)}
          onChange={(event) => state.setFilter('months', event.target.value)}
        >
          {PERIODS.map((months) => (
            <option key={months} value={months}>
              {t('lastMonths', { number: months })}
            </option>
          ))}
          <option value="all">{t('sinceFirst')}</option>
        </NativeSelect>
      </Flex>
      <FigureTiles
        figures={[
          {
            key: 'open',
            icon: Siren,
            label: t('figure.open'),
            value: data && number(data.open),
            note: data && t('figure.ofPeriod', { number: number(data.total) }),
            href: links.list({ status: 'OPEN' }),
          },
          {
            key: 'overdue',
            icon: ShieldAlert,
            label: t('figure.overdue'),
            value: data && number(data.overdue),
            note: data && t('figure.late', { number: number(data.late) }),
            href: links.list({ clock: 'OVERDUE' }),
            tone: data && data.overdue > 0 ? 'danger' : undefined,
          },
          {
            key: 'contain',
            icon: TimerReset,
            label: t('figure.contain'),
            value: data && (data.containSeconds === null ? '–' : span(data.containSeconds)),
            note: data && t('figure.of', { number: number(data.contained) }),
          },
          {
            key: 'notify',
            icon: Clock3,
            label: t('figure.notify'),
            value: data && (data.notifySeconds === null ? '–' : span(data.notifySeconds)),
            note: data && t('figure.of', { number: number(data.notified) }),
          },
        ]}
      />
      <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <OpenClocksCard />
        <ChartCard
          title={t('months.title')}
          lead={t('months.lead')}
          table={
            data && {
              caption: t('months.title'),
              headers: [
                t('months.month'),
                t('months.incidents'),
                t('months.resolved'),
                t('figure.contain'),
                t('figure.notify'),
                t('months.late'),
              ],
              rows: data.months.map((one) => ({
                key: one.month,
                cells: [
                  monthName(one.month),
                  one.incidents,
                  one.resolved,
                  one.containSeconds === null ? '–' : span(one.containSeconds),
                  one.notifySeconds === null ? '–' : span(one.notifySeconds),
                  one.late,
                ],
              })),
            }
          }
        >
          {data && (
            <MonthChart
              months={data.months}
              href={monthOf}
              labelOf={({ month, incidents, resolved }) =>
                t('months.say', { month: monthName(month), incidents: number(incidents), resolved: number(resolved) })
              }
            />
          )}
        </ChartCard>
        <Grid
          gap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
          alignItems="start"
        >
          {charts.map(({ key, bars }) => (
            <ChartCard
              key={key}
              title={t(`chart.${key}`)}
              table={
                data && {
                  caption: t(`chart.${key}`),
                  headers: [t(`chart.${key}`), t('months.incidents')],
                  rows: bars.map((bar) => ({ key: bar.key, cells: [bar.label, bar.value] })),
                }
              }
            >
              {bars.length === 0 ? <Box color="muted">{t('nothing')}</Box> : <BarList bars={bars} />}
            </ChartCard>
          ))}
        </Grid>
        <TimelineCard from={from} to={to} hours={data?.authorityHours} />
      </Grid>
    </>
  );
}
