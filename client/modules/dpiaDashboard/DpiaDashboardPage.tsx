import { keepPreviousData } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DPIA_VARIANTS, type DpiaVariant } from '../../../shared/dpia/framework.ts';
import type { DpiaFigures } from '../../../shared/dpiaDashboard/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import {
  Banner,
  Box,
  Button,
  DrawnTogether,
  EmptyState,
  ErrorState,
  Flex,
  Grid,
  LinkButton,
  PageHeader,
  useFormat,
} from '../../ui/index.ts';
import { useListState } from '../../ui/table/index.ts';
import { CountMaps } from './CountMap.tsx';
import { Figures, LevelsCard, MonthsCard } from './FigureCards.tsx';
import { OverduePlansCard, TopRisksCard } from './ListCards.tsx';

/**
 * Refetch interval: reviews and plans become overdue without an event; Top Management receives no assessment events at
 * all.
 */
const REFRESH_MS = 60_000;

/** Overview of the risks of all assessments: overdue items first, then their positions and the change over time. */
export default function DpiaDashboardPage() {
  const { t } = useTranslation('dpiaDashboard');
  const { ws } = useSession();
  const state = useListState({ sortBy: ['name'], filters: { variant: 'one' } });
  const variant: DpiaVariant = state.filters.variant === 'OLDER' ? 'OLDER' : 'CURRENT';
  const query = trpc.dpiaDashboard.figures.useQuery(
    { ws, variant },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
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
  if (data && data.total + data.otherVariant === 0) return <Empty />;
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
        {data && (
          <Box mb="4">
            <Overdue data={data} />
          </Box>
        )}
        {data && (data.otherVariant > 0 || variant === 'OLDER') && (
          <VariantChoice variant={variant} onChange={(one) => state.setFilter('variant', one)} />
        )}
        <Figures data={data} />
        <Grid
          gap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
          alignItems="start"
        >
          <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
            <CountMaps data={data} />
            <LevelsCard data={data} />
          </Grid>
          <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
            <TopRisksCard data={data} />
            <OverduePlansCard data={data} />
            <MonthsCard data={data} />
          </Grid>
        </Grid>
      </DrawnTogether>
    </>
  );
}

/** Displayed if there is no assessment of either variant. */
function Empty() {
  const { t } = useTranslation('dpiaDashboard');
  const mayRead = useCan('dpia.read');
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <EmptyState
        title={t('emptyTitle')}
        body={t('emptyBody')}
        action={
          mayRead && (
            <LinkButton look="main" href={pageAddress('dpias')}>
              {t('emptyAction')}
            </LinkButton>
          )
        }
      />
    </>
  );
}

function VariantChoice({ variant, onChange }: { variant: DpiaVariant; onChange: (variant: string) => void }) {
  const { t } = useTranslation('dpiaDashboard');
  return (
    <Flex justifyContent="flex-end" my="3">
      <NativeSelect
        dense
        width="auto"
        aria-label={t('variant')}
        value={variant}
        onChange={(event) => onChange(event.target.value)}
      >
        {DPIA_VARIANTS.map((one) => (
          <option key={one} value={one}>
            {t(`variants.${one}`)}
          </option>
        ))}
      </NativeSelect>
    </Flex>
  );
}

/** Whether anything is overdue, in one sentence. */
function Overdue({ data }: { data: DpiaFigures }) {
  const { t } = useTranslation('dpiaDashboard');
  const { number } = useFormat();
  const { plans, reviewsOverdueOfBoth: reviews } = data;
  const sentences = [
    ...(plans.overdue > 0 ? [t('banner.plans', { count: plans.overdue, number: number(plans.overdue) })] : []),
    ...(reviews > 0 ? [t('banner.reviews', { count: reviews, number: number(reviews) })] : []),
  ];
  return (
    <Banner tone={plans.overdue > 0 ? 'danger' : reviews > 0 ? 'warn' : 'ok'}>
      {sentences.length > 0 ? sentences.join(' ') : t('banner.inOrder')}
    </Banner>
  );
}
