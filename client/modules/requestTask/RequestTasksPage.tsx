import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { requestReference } from '../../../shared/request/reference.ts';
import { TASK_LIST, type TaskItem } from '../../../shared/requestTask/schema.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import { type Column, LIST_QUERY, ListPage, TwoLines, useList, useRowActions } from '../../ui/table/index.ts';
import { taskHref } from './address.ts';
import { usePeopleOptions } from '../personnel/usePeopleOptions.ts';
import { TaskStatusTag, useTaskName } from './words.tsx';

/** Tasks of requests: the user's own, and for users who manage requests everybody's. */
export default function RequestTasksPage() {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const managesRequests = useCan('request.manage');
  const actions = useRowActions();
  const list = useList(TASK_LIST);
  const query = trpc.requestTask.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const nameOf = useTaskName();
  const assignees = usePeopleOptions(managesRequests);
  return (
    <ListPage
      id="requestTask"
      title={t('list.title')}
      lead={t('list.lead')}
      list={list}
      query={query}
      columns={useColumns()}
      searchPlaceholder={t('list.search')}
      filters={[
        // Staff read only their own tasks: there is nothing to select.
        ...(managesRequests
          ? [
              list.filter('mine', t('list.whose'), () => t('list.mine')),
              list.filter('assigneeId', t('field.assignee'), assignees),
            ]
          : []),
        list.filter('closed', t('list.state'), () => t('list.closed')),
      ]}
      rowName={nameOf}
      rowHref={(row) => taskHref(row.id)}
      rowActions={(row) => [actions.open(taskHref(row.id))]}
      empty={{ icon: <ListChecks size={24} aria-hidden />, title: t('list.emptyTitle'), body: t('list.emptyBody') }}
    />
  );
}

function useColumns(): Column<TaskItem>[] {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const nameOf = useTaskName();
  return [
    {
      id: 'task',
      header: t('list.task'),
      cell: (row) => (
        <TwoLines more={`${requestReference(row.request.number)} · ${text(row.right.name)}`}>{nameOf(row)}</TwoLines>
      ),
    },
    { id: 'status', priority: 1, header: t('list.status'), cell: (row) => <TaskStatusTag status={row.status} /> },
    {
      id: 'dueAt',
      priority: 1,
      header: t('list.due'),
      cell: (row) => (row.clock ? <DaysLeft clock={row.clock} /> : '–'),
    },
    {
      id: 'application',
      wraps: true,
      priority: 2,
      header: t('field.application'),
      cell: (row) => row.application?.name ?? '–',
    },
    { id: 'assignee', priority: 3, header: t('field.assignee'), cell: (row) => row.assignee?.name ?? '–' },
  ];
}
