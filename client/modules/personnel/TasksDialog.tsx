import { useTranslation } from 'react-i18next';
import type { PersonnelItem } from '../../../shared/personnel/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, ErrorState, SkeletonText } from '../../ui/index.ts';
import { TaskOverviewList } from './TaskOverviewList.tsx';

/** Task overview of one person. */
export default function TasksDialog({ person, onClose }: { person: PersonnelItem; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const tasks = trpc.personnel.taskOverview.useQuery({ ws, id: person.id });
  return (
    <Dialog open onClose={onClose} title={t('personnel.tasks')} description={person.name}>
      {tasks.error ? (
        <ErrorState onRetry={() => void tasks.refetch()} />
      ) : tasks.data ? (
        <TaskOverviewList overview={tasks.data} personId={person.id} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </Dialog>
  );
}
