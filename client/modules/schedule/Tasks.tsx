import { CircleStop, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeliveryTask, TASK_LIST } from '../../../shared/schedule/schema.ts';
import { taskState } from '../../../shared/schedule/status.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { downloadFrom } from '../../exports/download.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, EmptyState, Heading, StatusTag, toast, useFormat } from '../../ui/index.ts';
import {
  type Column,
  DataTable,
  LIST_QUERY,
  NameButton,
  tableQuery,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { TaskDialog } from './TaskDialog.tsx';
import { formatBytes } from '../../formatBytes.ts';

/** Past and pending deliveries of a schedule, the newest first. */
export function Tasks({ id, isPaused }: { id: string; isPaused: boolean }) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const list = useList(TASK_LIST, { prefix: 'task' });
  const query = trpc.schedule.tasks.useQuery({ ws, id, ...list.input }, LIST_QUERY);
  const [opened, setOpened] = useState<DeliveryTask | null>(null);
  const [cancelled, setCancelled] = useState<DeliveryTask | null>(null);
  const columns = useColumns(setOpened, isPaused);
  const { open } = useRowActions();
  const openMoves = useOpenMoves(taskState);
  // The current state; one that is no longer on the page of the list stays unchanged.
  const task = opened && (query.data?.collection.find((row) => row.id === opened.id) ?? opened);
  return (
    <section>
      <Heading mb="2">{t('history')}</Heading>
      <DataTable
        id="scheduleTask"
        caption={t('history')}
        columns={columns}
        {...tableQuery(query)}
        state={list.state}
        searchPlaceholder={t('historySearch')}
        filters={[list.filter('state', t('stateLabel'), (value) => t(`taskState.${value}`))]}
        rowKey={(row) => row.id}
        rowName={(row) => row.fileName ?? row.consent.name}
        rowActions={(row) => [
          open(() => setOpened(row)),
          ...(openMoves(row.state).includes('cancel')
            ? [
                {
                  key: 'cancel',
                  label: t('cancel'),
                  icon: <CircleStop aria-hidden />,
                  onSelect: () => setCancelled(row),
                },
              ]
            : []),
          ...(row.fileUrl === null
            ? []
            : [
                {
                  key: 'download',
                  label: t('download'),
                  icon: <Download aria-hidden />,
                  onSelect: () => downloadFrom({ url: row.fileUrl!, name: row.fileName ?? '' }),
                },
              ]),
        ]}
        emptyState={<EmptyState title={t('historyEmpty')} body={t('historyEmptyBody')} />}
      />
      {task && <TaskDialog task={task} onClose={() => setOpened(null)} />}
      {cancelled && <CancelTask scheduleId={id} task={cancelled} onClose={() => setCancelled(null)} />}
    </section>
  );
}

function CancelTask({ scheduleId, task, onClose }: { scheduleId: string; task: DeliveryTask; onClose: () => void }) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const cancel = trpc.schedule.cancelTask.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('cancelTitle', { name: task.fileName ?? task.consent.name })}
      body={t('cancelBody')}
      confirmLabel={t('cancel')}
      onConfirm={async () => {
        await cancel.mutateAsync({ ws, id: scheduleId, taskId: task.id });
        void cache.schedule.invalidate();
        toast.success(t('cancelled'));
      }}
    />
  );
}

/** The line below the status of a pending delivery, or its report code. */
function useMoreOf(isPaused: boolean): (task: DeliveryTask) => string | null {
  const { t } = useTranslation('schedule');
  const { dateTime } = useFormat();
  return ({ state, manual, attempts, nextAt, reportCode }) => {
    if (state !== 'waiting') return reportCode;
    if (isPaused && !manual) return t('pending');
    return attempts > 0 && nextAt ? t('tryAgain', { code: reportCode, time: dateTime(nextAt) }) : reportCode;
  };
}

function useColumns(onOpen: (task: DeliveryTask) => void, isPaused: boolean): Column<DeliveryTask>[] {
  const { t } = useTranslation('schedule');
  const { number } = useFormat();
  const moreOf = useMoreOf(isPaused);
  return [
    {
      id: 'consent',
      header: t('form'),
      cell: (row) => <NameButton onClick={() => onOpen(row)}>{row.consent.name}</NameButton>,
    },
    timeColumn('createdAt', t('runAt'), { priority: 1 }),
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => (
        <TwoLines more={moreOf(row)}>
          <StatusTag tone={WORK_TONES[row.state]}>{t(`taskState.${row.state}`)}</StatusTag>
        </TwoLines>
      ),
    },
    {
      id: 'problem',
      wraps: true,
      priority: 2,
      header: t('report'),
      cell: (row) =>
        row.problem && (
          <TwoLines more={t(`problem.${row.problem}.action`)}>{t(`problem.${row.problem}.title`)}</TwoLines>
        ),
    },
    { id: 'workspace', priority: 3, header: t('workspace'), cell: (row) => row.workspace.name },
    {
      id: 'rows',
      priority: 3,
      align: 'end',
      header: t('rows'),
      cell: (row) => row.rows !== null && number(row.rows),
    },
    {
      id: 'bytes',
      priority: 3,
      align: 'end',
      header: t('size'),
      cell: (row) => row.bytes !== null && formatBytes(row.bytes),
    },
    {
      id: 'attempts',
      priority: 3,
      align: 'end',
      header: t('attempts'),
      cell: (row) => number(row.attempts),
    },
    {
      id: 'sha256',
      priority: 3,
      header: 'SHA-256',
      cell: (row) => row.sha256 && <span title={row.sha256}>{row.sha256.slice(0, 12)}…</span>,
    },
  ];
}
