import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { lazyScreen, PageHeader, Skeleton, Tabs, Waiting } from '../../ui/index.ts';
import { useHref } from '../userConsent/address.ts';
import { Answers } from './Answers.tsx';
import { Forms } from './Forms.tsx';

/** Parameters that stay in the address when the tab changes. */
const SHARED = ['tab', 'in', 'purpose', 'trend.days', 'trend.dates'];
const HistoryCard = lazyScreen(() => import('./HistoryCard.tsx'));

/** Consent forms and answers over all workspaces where the caller is Admin. */
export default function AdminsDashboardPage() {
  const { t } = useTranslation('consentAdmin');
  const { ws } = useSession();
  const params = new URLSearchParams(useSearch());
  const answers = params.get('tab') === 'answers';
  const workspaces = trpc.consentAdmin.workspaces.useQuery({ ws });
  // Chart and tabs have the same filters of workspace, purpose and days.
  const hrefOf = useHref();
  const tabOf = (tab: string | undefined) => hrefOf({ tab }, { only: SHARED });
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        trail={[{ label: t('title'), href: pageAddress('admins') }]}
        description={t('dashboard.lead')}
      />
      <Suspense
        fallback={
          <Waiting>
            <Skeleton height="20rem" mb="6" />
          </Waiting>
        }
      >
        <HistoryCard workspaces={workspaces.data ?? []} />
      </Suspense>
      <Tabs
        items={[
          { label: t('dashboard.forms'), href: tabOf(undefined), current: !answers },
          { label: t('dashboard.answers'), href: tabOf('answers'), current: answers },
        ]}
      />
      {answers ? <Answers workspaces={workspaces.data ?? []} /> : <Forms workspaces={workspaces.data ?? []} />}
    </>
  );
}
