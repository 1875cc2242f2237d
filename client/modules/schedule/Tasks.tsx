import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type DeliveryTask, TASK_LIST } from '../../../shared/schedule/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, EmptyState, StatusTag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, LIST_QUERY, tableQuery, timeColumn, TwoLines, useList } from '../../ui/table/index.ts';

const TONES = { waiting: 'warn', running: 'info', delivered: 'ok', failed: 'danger' } as const;

/** What a schedule delivered or tries to, the newest first. */
export function Tasks({ id }: { id: string }) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const list = useList(TASK_LIST, { prefix: 'task' });
  const query = trpc.schedule.tasks.useQuery({ ws, id, ...list.input }, LIST_QUERY);
  const columns = useColumns();
  return (
    <Card title={t('history')}>
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
        rowActions={(row) =>
          row.fileUrl === null
            ? []
            : [{ key: 'download', label: t('download'), icon: <Download aria-hidden />, href: row.fileUrl }]
        }
        emptyState={<EmptyState title={t('historyEmpty')} body={t('historyEmptyBody')} />}
      />
    </Card>
  );
}

function useColumns(): Column<DeliveryTask>[] {
  const { t } = useTranslation('schedule');
  const { number, bytes, dateTime } = useFormat();
  return [
    timeColumn('createdAt', t('runAt'), { priority: 1 }),
    {
      id: 'consent',
      header: t('form'),
      cell: (row) => <TwoLines more={row.workspace.name}>{row.consent.name}</TwoLines>,
    },
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => (
        <TwoLines
          more={
            row.state === 'waiting' && row.attempts > 0 && row.nextAt
              ? t('tryAgain', { code: row.reportCode, time: dateTime(row.nextAt) })
              : row.reportCode
          }
        >
          <StatusTag tone={TONES[row.state]}>{t(`taskState.${row.state}`)}</StatusTag>
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
      cell: (row) => row.bytes !== null && bytes(row.bytes),
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
