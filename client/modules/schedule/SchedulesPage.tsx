import { CirclePause, CirclePlay, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { type Schedule, SCHEDULE_LIST } from '../../../shared/schedule/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, LinkButton, toast, useFormat } from '../../ui/index.ts';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { ScheduleState } from './ScheduleState.tsx';
import { useTimingWords } from './useTimingWords.ts';

/** Scheduled exports of the organisation: list, create, open, deliver now, pause, delete. */
export default function SchedulesPage() {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const [removed, setRemoved] = useState<Schedule | null>(null);
  const list = useList(SCHEDULE_LIST, { params: { workspaceId: 'in' } });
  const query = trpc.schedule.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const workspaces = trpc.consentAdmin.workspaces.useQuery({ ws });
  const columns = useColumns();
  const actionsOf = useActions(setRemoved);
  return (
    <ListPage
      id="schedule"
      title={t('title')}
      lead={t('lead')}
      action={<LinkButton href={pageAddress('admins')}>{t('toConsole')}</LinkButton>}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('state', t('stateLabel'), (value) => t(`state.${value}`)),
        list.filter('frequency', t('field.frequency'), (value) => t(`frequency.${value}`)),
        list.filter(
          'workspaceId',
          t('field.workspaceIds'),
          (workspaces.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ),
      ]}
      rowName={(row) => row.name}
      rowHref={(row) => recordAddress('schedule', row.id)}
      rowActions={actionsOf}
      add={
        <LinkButton look="main" size="sm" icon={<Plus aria-hidden />} href={pageAddress('scheduleAdd')}>
          {t('add')}
        </LinkButton>
      }
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      {removed && <RemoveSchedule schedule={removed} onClose={() => setRemoved(null)} />}
    </ListPage>
  );
}

function useColumns(): Column<Schedule>[] {
  const { t } = useTranslation(['schedule', 'common']);
  const { dateTime } = useFormat();
  const timing = useTimingWords();
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: (row) => <TwoLines more={row.host}>{row.name}</TwoLines>,
    },
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => <ScheduleState schedule={row} />,
    },
    { id: 'frequency', priority: 2, header: t('field.frequency'), cell: (row) => timing(row) },
    {
      id: 'nextRun',
      priority: 1,
      header: t('nextRun'),
      cell: (row) => (row.nextRuns[0] ? dateTime(row.nextRuns[0]) : t('noRun')),
    },
    {
      id: 'workspaces',
      priority: 3,
      header: t('field.workspaceIds'),
      cell: (row) => row.workspaces.map(({ name }) => name).join(', '),
    },
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
  ];
}

function useActions(remove: (schedule: Schedule) => void) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const actions = useRowActions();
  const cache = trpc.useUtils();
  const settled = {
    onSettled: () => void cache.schedule.invalidate(),
    onError: (error: { message: string }) => void toast.error(error.message),
  };
  const run = trpc.schedule.run.useMutation({ ...settled, onSuccess: () => toast.success(t('queued')) });
  const setActive = trpc.schedule.setActive.useMutation({
    ...settled,
    onSuccess: ({ active: isActive }) => toast.success(t(isActive ? 'resumed' : 'paused')),
  });
  return (row: Schedule) =>
    row.otherWorkspaces > 0
      ? [actions.open(recordAddress('schedule', row.id))]
      : [
          actions.edit(recordAddress('schedule', row.id)),
          // Before the key of its server is confirmed it delivers nothing.
          ...(row.hostKey === null
            ? []
            : [
                {
                  key: 'run',
                  label: t('run'),
                  icon: <Send aria-hidden />,
                  onSelect: () => run.mutate({ ws, id: row.id }),
                },
                {
                  key: 'active',
                  label: t(row.active ? 'pause' : 'resume'),
                  icon: row.active ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />,
                  onSelect: () => setActive.mutate({ ws, id: row.id, active: !row.active, rowVersion: row.rowVersion }),
                },
              ]),
          actions.remove(() => remove(row)),
        ];
}

function RemoveSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation(['schedule', 'common']);
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const remove = trpc.schedule.remove.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('removeTitle', { name: schedule.name })}
      body={t('removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        await remove.mutateAsync({ ws, id: schedule.id });
        void cache.schedule.invalidate();
        toast.success(t('removed'));
      }}
    />
  );
}
