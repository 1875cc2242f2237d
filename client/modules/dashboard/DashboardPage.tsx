import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { DrawnTogether, EmptyState, ErrorState, Grid, HStack, LinkButton, PageHeader } from '../../ui/index.ts';
import { CompletenessCard } from './CompletenessCard.tsx';
import { CrossBorderCard } from './CrossBorderCard.tsx';
import { Figures } from './Figures.tsx';
import { LawfulBasisCard } from './LawfulBasisCard.tsx';
import { ResponsibleCard } from './ResponsibleCard.tsx';
import { ThirdPartyCard } from './ThirdPartyCard.tsx';

/** Figures of the record of processing: every chart links to the list behind it. */
export default function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const { ws } = useSession();
  const mayWrite = useCan('ropa.write');
  const figures = trpc.dashboard.figures.useQuery({ ws });
  const empty = figures.data?.applications === 0 && figures.data.purposes === 0;

  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      {figures.error && !figures.data ? (
        <ErrorState body={figures.error.message} onRetry={() => void figures.refetch()} retrying={figures.isFetching} />
      ) : empty ? (
        <EmptyState
          title={t('emptyTitle')}
          body={t(mayWrite ? 'emptyBody' : 'emptyReader')}
          action={
            mayWrite && (
              <HStack gap="2">
                <LinkButton look="main" href={pageAddress('application', { id: 'new' })}>
                  {t('emptyAction')}
                </LinkButton>
                <LinkButton href={pageAddress('recordImport')}>{t('emptyImport')}</LinkButton>
              </HStack>
            )
          }
        />
      ) : (
        <DrawnTogether>
          <Figures figures={figures.data} />
          <Grid
            gap="4"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
            alignItems="start"
          >
            <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
              <CompletenessCard />
              <ResponsibleCard />
            </Grid>
            <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
              <LawfulBasisCard />
              <ThirdPartyCard />
              <CrossBorderCard />
            </Grid>
          </Grid>
        </DrawnTogether>
      )}
    </>
  );
}
