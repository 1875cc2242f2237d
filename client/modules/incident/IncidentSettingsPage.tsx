import { useTranslation } from 'react-i18next';
import { PageError } from '../../shell/ErrorPages.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { PageHeader, SkeletonPage, Stack } from '../../ui/index.ts';
import { ReviewSettingsCard } from '../application/ReviewSettings.tsx';
import { ClockSettings } from './settings/ClockSettings.tsx';
import { PublicForm } from './settings/PublicForm.tsx';

/** The statutory deadlines of incidents in this workspace, and the public report form. */
export default function IncidentSettingsPage() {
  const { t } = useTranslation('incidentSettings');
  const { ws } = useSession();
  const query = trpc.incident.settings.get.useQuery({ ws });
  if (!query.data)
    return query.error ? <PageError error={query.error} onRetry={() => query.refetch()} /> : <SkeletonPage />;
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <Stack gap="6" maxWidth="form">
        <ClockSettings newest={query.data} />
        <PublicForm settings={query.data} />
        <ReviewSettingsCard />
      </Stack>
    </>
  );
}
