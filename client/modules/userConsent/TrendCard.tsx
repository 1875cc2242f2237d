import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CONSENT_INSIGHT_REFRESH } from '../../../shared/constants.ts';
import { CONSENT_ACTIONS, type ConsentForm, SUMMARY_DAYS } from '../../../shared/userConsent/schema.ts';
import { addDays, today } from '../../format.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { DateRangePicker } from '../../ui/date/index.ts';
import { Box, Button, EmptyState, Flex, Heading, useFormat } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { useListState } from '../../ui/table/index.ts';
import { usePut } from './address.ts';
import { useAnswerOptions } from './answerFilters.ts';
import { DayChart } from './DayChart.tsx';
import { answersOf, columnsOf } from './days.ts';

const PERIODS = [7, 30, 90] as const;

interface TrendCardProps {
  form: ConsentForm;
  onChoose: (from: string, to: string) => void;
}

/** Answers over time: the last 7, 30 or 90 days or a range of one's own, of all versions or of one. */
export default function TrendCard({ form, onChoose }: TrendCardProps) {
  const { t } = useTranslation('userConsent');
  const { date } = useFormat();
  const { state, period, summary } = useTrend(form);
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
        <VersionSelect
          versions={form.publishedVersion}
          chosen={state.filters.version}
          onChange={(version) => state.setFilter('version', version)}
        />
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
          <EmptyState title={t('trend.nothing')} />
        ) : (
          <Box opacity={summary.isPlaceholderData ? 0.6 : 1} transition="opacity 160ms ease-out">
            {columns && <DayChart columns={columns} unit={unit} onChoose={onChoose} />}
          </Box>
        )}
      </ChartCard>
    </Box>
  );
}

/** What the address asks for, with the answers of those days. */
function useTrend(form: ConsentForm) {
  const { ws } = useSession();
  const state = useListState({
    prefix: 'trend',
    sortBy: ['day'],
    filters: { days: 'one', dates: 'range', version: 'one' },
  });
  const { dates, version } = state.filters;
  const period = dates ? undefined : (PERIODS.find((days) => String(days) === state.filters.days) ?? 30);
  const to = dates?.to ?? today();
  const from = dates?.from ?? addDays(to, 1 - (period ?? 1));
  const summary = trpc.userConsent.summary.useQuery(
    { ws, id: form.id, from, to, ...(version && { version: Number(version) }) },
    { placeholderData: keepPreviousData, refetchInterval: CONSENT_INSIGHT_REFRESH },
  );
  return { state, period, summary };
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
          // Both in one step: a range of one's own ends with it.
          onClick={() => put({ 'trend.dates': undefined, 'trend.days': String(days) })}
        >
          {t('trend.days', { count: days, number: days })}
        </Button>
      ))}
    </Flex>
  );
}

interface VersionSelectProps {
  /** How many there are; where there is one alone, none is chosen. */
  versions: number;
  chosen: string | undefined;
  onChange: (version: string) => void;
}

function VersionSelect({ versions, chosen, onChange }: VersionSelectProps) {
  const { t } = useTranslation('userConsent');
  const options = useAnswerOptions().versions(versions).reverse();
  if (versions <= 1) return null;
  return (
    <NativeSelect
      dense
      width="auto"
      aria-label={t('trend.version')}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{`${t('trend.version')}: ${t('allVersions')}`}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
