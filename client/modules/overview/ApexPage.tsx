import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { serverNow } from '../../serverNow.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Grid,
  LinkButton,
  PageHeader,
  SkeletonText,
  useFormat,
  Waiting,
} from '../../ui/index.ts';
import { ModuleCard } from './ModuleCard.tsx';
import { OverdueCard } from './OverdueCard.tsx';

/** Refetch interval: the figures of a week ago become outdated without an event, as do deadlines. */
const REFRESH_MS = 60_000;
const COLUMNS = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' };

/** The entire programme on one page: overdue items first, then one card for each module. */
export default function ApexPage() {
  const { t } = useTranslation(['overview', 'pages']);
  const { ws } = useSession();
  const manages = useCan('workspace.manage');
  const { dateTime } = useFormat();
  const query = trpc.overview.cards.useQuery({ ws }, { refetchInterval: REFRESH_MS });
  const cards = query.data;
  return (
    <>
      <PageHeader
        title={t('pages:apex')}
        // Rendered in its place before the figures are loaded, too.
        description={t('lead', {
          moment: dateTime(serverNow() - (query.dataUpdatedAt ? Date.now() - query.dataUpdatedAt : 0), 'long'),
        })}
        action={
          <Button data-screen icon={<Printer aria-hidden />} onClick={() => print()} disabled={!cards}>
            {t('print')}
          </Button>
        }
      />
      {query.error && !cards ? (
        <ErrorState body={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : !cards ? (
        <Waiting>
          <Grid gap="4" gridTemplateColumns={COLUMNS}>
            {[1, 2, 3].map((key) => (
              <Card key={key}>
                <SkeletonText lines={5} />
              </Card>
            ))}
          </Grid>
        </Waiting>
      ) : cards.length === 0 ? (
        <EmptyState
          title={t('empty')}
          body={t(manages ? 'emptyAdmin' : 'emptyBody')}
          action={manages && <LinkButton href={pageAddress('workspaces')}>{t('toWorkspaces')}</LinkButton>}
        />
      ) : (
        <>
          <OverdueCard cards={cards} />
          <Grid gap="4" gridTemplateColumns={COLUMNS} alignItems="stretch">
            {cards.map((card) => (
              <ModuleCard key={card.module} card={card} />
            ))}
          </Grid>
        </>
      )}
    </>
  );
}
