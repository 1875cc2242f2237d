import { useTranslation } from 'react-i18next';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import type { TaskItem } from '../../../shared/requestTask/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, chakra, Link, useFormat } from '../../ui/index.ts';
import { taskHref } from './address.ts';
import { useTaskName } from './words.tsx';

/** The number of tasks that are linked; the others are on the page. */
const FIRST = 5;

/** The open tasks of some rights of a request: their answers cannot be submitted before. */
export function useOpenTasks(request: Pick<Request, 'id'>, rights: readonly Pick<RequestRight, 'id'>[]): TaskItem[] {
  const { ws } = useSession();
  const may = useCan('request.write');
  const query = trpc.requestTask.ofRequest.useQuery(
    { ws, requestId: request.id },
    { enabled: may && rights.length > 0 },
  );
  const tasks = query.data?.collection ?? [];
  return tasks.filter((task) => isTaskOpen(task.status) && rights.some(({ id }) => id === task.right.id));
}

/** Links to open tasks. */
export function TaskLinks({ tasks }: { tasks: readonly TaskItem[] }) {
  const { t } = useTranslation('requestTask');
  const { number } = useFormat();
  const name = useTaskName();
  const more = tasks.length - FIRST;
  return (
    <chakra.ul listStyle="none" display="flex" flexWrap="wrap" columnGap="3" rowGap="2">
      {tasks.slice(0, FIRST).map((task) => (
        <li key={task.id}>
          <Link href={taskHref(task.id)} display="inline-block" py="1">
            {[name(task), task.application?.name].filter(Boolean).join(' · ')}
          </Link>
        </li>
      ))}
      {more > 0 && <li>{t('openTasks.more', { number: number(more) })}</li>}
    </chakra.ul>
  );
}

/** States, before an answer is written, which tasks keep it from being submitted. */
export function OpenTasks({ request, rights }: { request: Request; rights: readonly RequestRight[] }) {
  const { t } = useTranslation('requestTask');
  const tasks = useOpenTasks(request, rights);
  if (tasks.length === 0) return null;
  return (
    <Banner tone="warn" role="status" title={t('refusal.open', { count: tasks.length })}>
      <TaskLinks tasks={tasks} />
    </Banner>
  );
}
