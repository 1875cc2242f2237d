import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSENT_INSIGHT_REFRESH } from '../../../shared/constants.ts';
import { CONSENT_ACTIONS, type ConsentSummary, SUMMARY_DAYS } from '../../../shared/userConsent/schema.ts';
import { dayAfter } from '../../../shared/bangkok.ts';
import { today } from '../../format.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { DateRangePicker } from '../../ui/date/index.ts';
import { Box, Button, EmptyState, Flex, Heading, SkeletonText, useFormat } from '../../ui/index.ts';
import { useListState } from '../../ui/table/index.ts';
import { usePut } from './address.ts';
import { DayChart } from './DayChart.tsx';
import { answersOf, columnsOf } from './days.ts';

const PERIODS = [7, 30, 90] as const;

/** Answer counts are refetched while displayed; the previous ones stay until new ones arrive. */
export const TREND_QUERY = { placeholderData: keepPreviousData, refetchInterval: CONSENT_INSIGHT_REFRESH };

/** The period set in the address: the last 7, 30 or 90 days, or a custom range. */
export function useTrendDays() {
  const state = useListState({
    prefix: 'trend',
    sortBy: ['day'],
    filters: { days: 'one', dates: 'range', version: 'one' },
  });
  const { dates } = state.filters;
  const period = dates ? undefined : (PERIODS.find((days) => String(days) === state.filters.days) ?? 30);
  const to = dates?.to ?? today();
  return { state, period, from: dates?.from ?? dayAfter(to, 1 - (period ?? 1)), to };
}

interface TrendProps {
  trend: ReturnType<typeof useTrendDays>;
  /** The answers of those days. */
  summary: {
    data: Pick<ConsentSummary, 'from' | 'to' | 'step' | 'days' | 'total'> | undefined;
    error: { message: string } | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  onChoose: (from: string, to: string) => void;
  /** Additional filters beside the period. */
  children?: ReactNode;
}

/** Answers over time as a chart and a table, with the selection of the period. */
export function Trend({ trend: { state, period }, summary, onChoose, children }: TrendProps) {
  const { t } = useTranslation('userConsent');
  const { date } = useFormat();
  const { data } = summary;
  const { unit, columns } = (data && columnsOf(data)) ?? { unit: 'day' as const, columns: undefined };
  const title = t(`trend.title.${unit}`);
  const answers = data ? answersOf(data.total) : 0;
  return (
    <Box as="section" aria-label={t('trend.heading')} mb="6">
      <Flex wrap="wrap" alignItems="center" gap="2" mb="3">
        <Heading flex="1" minWidth="8rem">
          {t('trend.heading')}
        </Heading>
        <PeriodButtons period={period} />
        <DateRangePicker
          dense
          label={t('trend.range')}
          maxDays={SUMMARY_DAYS}
          value={state.filters.dates && { from: state.filters.dates.from, to: state.filters.dates.to }}
          onChange={(range) => state.setFilter('dates', range)}
        />
        {children}
      </Flex>
      <ChartCard
        title={title}
        lead={data && t('trend.lead', { from: date(data.from, 'long'), to: date(data.to, 'long') })}
        table={
          columns && {
            caption: title,
            headers: [
              t(`trend.unit.${unit}`),
              ...CONSENT_ACTIONS.map((action) => t(`action.${action}`)),
              t('action.CHANGED'),
            ],
            rows: columns.map((column) => ({
              key: column.from,
              cells: [
                column.from === column.to ? date(column.from) : `${date(column.from)} – ${date(column.to)}`,
                column.ALL,
                column.ACCEPT,
                column.NONE,
                column.changed,
              ],
            })),
          }
        }
        error={summary.error}
        onRetry={() => void summary.refetch()}
      >
        {columns && answers === 0 ? (
          summary.isPlaceholderData ? (
            <SkeletonText lines={4} />
          ) : (
            <EmptyState title={t('trend.nothing')} />
          )
        ) : (
          <Box opacity={summary.isPlaceholderData ? 0.6 : 1} transition="opacity 160ms ease-out">
            {columns && <DayChart columns={columns} unit={unit} onChoose={onChoose} />}
          </Box>
        )}
      </ChartCard>
    </Box>
  );
}

function PeriodButtons({ period }: { period: number | undefined }) {
  const { t } = useTranslation('userConsent');
  const put = usePut();
  return (
    <Flex role="group" aria-label={t('trend.period')} gap="1" wrap="wrap">
      {PERIODS.map((days) => (
        <Button
          key={days}
          size="sm"
          minHeight="9"
          look={period === days ? 'plain' : 'quiet'}
          aria-pressed={period === days}
          {...(period === days && { bg: 'accent.soft', borderColor: 'accent', color: 'accent.text' })}
          // Both in one step: it also ends a custom range.
          onClick={() => put({ 'trend.dates': undefined, 'trend.days': String(days) })}
        >
          {t('trend.days', { count: days, number: days })}
        </Button>
      ))}
    </Flex>
  );
}
