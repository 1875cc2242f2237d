import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { PageHeader, Tabs } from '../../ui/index.ts';
import { Answers } from './Answers.tsx';
import { Forms } from './Forms.tsx';

/** Consent forms and answers over all workspaces where the caller is Admin. */
export default function AdminsDashboardPage() {
  const { t } = useTranslation('consentAdmin');
  const { ws } = useSession();
  const params = new URLSearchParams(useSearch());
  const answers = params.get('tab') === 'answers';
  const inside = params.get('in');
  const workspaces = trpc.consentAdmin.workspaces.useQuery({ ws });
  // Both tabs are about the same workspace.
  const filterParam = inside ? `in=${inside}` : '';
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        trail={[{ label: t('title'), href: pageAddress('admins') }]}
        description={t('dashboard.lead')}
      />
      <Tabs
        items={[
          { label: t('dashboard.forms'), href: `?${filterParam}`, current: !answers },
          { label: t('dashboard.answers'), href: `?${filterParam}${filterParam && '&'}tab=answers`, current: answers },
        ]}
      />
      {answers ? <Answers workspaces={workspaces.data ?? []} /> : <Forms workspaces={workspaces.data ?? []} />}
    </>
  );
}
