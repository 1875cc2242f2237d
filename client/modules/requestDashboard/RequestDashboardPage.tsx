import { keepPreviousData } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { RequestFigures } from '../../../shared/requestDashboard/schema.ts';
import { monthsBack } from '../../clock/months.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import {
  Banner,
  Button,
  DrawnTogether,
  EmptyState,
  ErrorState,
  Flex,
  Grid,
  LinkButton,
  PageHeader,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { useListState } from '../../ui/table/index.ts';
import { Charts } from './Charts.tsx';
import { Figures } from './Figures.tsx';
import { ForecastCard, MonthsCard } from './TimeCards.tsx';

const PERIODS = [3, 12, 24, 36] as const;

/** Overview of requests: overdue ones first, then received requests, how they were answered, and upcoming due dates. */
export default function RequestDashboardPage() {
  const { t } = useTranslation('requestDashboard');
  const { ws } = useSession();
  const maySeeForms = useCan('requestForm.read');
  const state = useListState({ sortBy: ['month'], filters: { months: 'one' } });
  const period = PERIODS.find((months) => String(months) === state.filters.months) ?? 12;
  const query = trpc.requestDashboard.figures.useQuery(
    { ws, from: monthsBack(period), to: monthsBack(1) },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  const header = { title: t('title'), description: t('lead') };
  if (query.error && !data)
    return (
      <>
        <PageHeader {...header} />
        <ErrorState body={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </>
    );
  if (data?.first === null)
    return (
      <>
        <PageHeader {...header} />
        <EmptyState
          title={t('emptyTitle')}
          body={t('emptyBody')}
          action={
            maySeeForms && (
              <LinkButton look="main" href={pageAddress('requestForms')}>
                {t('emptyAction')}
              </LinkButton>
            )
          }
        />
      </>
    );
  return (
    <>
      <PageHeader
        {...header}
        action={
          <Button data-screen icon={<Printer aria-hidden />} onClick={() => print()} disabled={!data}>
            {t('print')}
          </Button>
        }
      />
      <DrawnTogether>
        {data && <Late data={data} />}
        <Flex justifyContent="flex-end" my="3">
          <NativeSelect
            dense
            width="auto"
            aria-label={t('period')}
            value={String(period)}
            onChange={(event) => state.setFilter('months', event.target.value)}
          >
            {PERIODS.map((months) => (
              <option key={months} value={months}>
                {t('lastMonths', { count: months, number: months })}
              </option>
            ))}
          </NativeSelect>
        </Flex>
        <Figures data={data} />
        <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <MonthsCard data={data} />
          <ForecastCard data={data} />
          <Charts data={data} />
        </Grid>
        <Text textStyle="small" color="muted" mt="4">
          {t('counting')}
        </Text>
      </DrawnTogether>
    </>
  );
}

/** Whether anything is overdue, in one sentence. */
function Late({ data }: { data: RequestFigures }) {
  const { t } = useTranslation('requestDashboard');
  const { number } = useFormat();
  const { overdueByReceipt: late, overdueBySetting: bySetting } = data;
  const words = (key: 'overdue' | 'overdueBySetting', count: number) =>
    t(`answer.${key}`, { count, number: number(count) });
  return (
    <Banner tone={late > 0 ? 'danger' : bySetting > 0 ? 'warn' : 'ok'}>
      {late > 0
        ? words('overdue', late)
        : bySetting > 0
          ? words('overdueBySetting', bySetting)
          : t('answer.nothingOverdue')}
    </Banner>
  );
}
