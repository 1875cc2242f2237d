import { CircleStop, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CancellableJob, JOB_LIST, type JobRow } from '../../../shared/job/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, EmptyState, PageHeader, toast } from '../../ui/index.ts';
import { DataTable, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { useJobColumns } from './columns.tsx';
import { Nodes } from './Nodes.tsx';

/** Poll intervals: while some jobs are open, and otherwise. */
const OPEN_MS = 2000;
const ENDED_MS = 15_000;

const isOpen = ({ state }: JobRow) => state === 'waiting' || state === 'running' || state === 'retrying';

/** Background jobs of the caller's workspaces: progress, reason of a failure; restart, cancel. */
export default function JobsPage() {
  const { t } = useTranslation('job');
  const { ws } = useSession();
  const [cancelled, setCancelled] = useState<JobRow | null>(null);
  const list = useList(JOB_LIST, { params: { workspaceId: 'in' } });
  const query = trpc.job.list.useQuery(
    { ws, ...list.input },
    {
      ...LIST_QUERY,
      refetchInterval: ({ state }) => (state.data?.collection.some(isOpen) ? OPEN_MS : ENDED_MS),
    },
  );
  const workspaces = trpc.consentAdmin.consoleWorkspaces.useQuery({ ws });
  const retry = useRetry();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        trail={[{ label: t('toConsole'), href: pageAddress('admins') }]}
      />
      <DataTable
        id="job"
        caption={t('caption')}
        {...tableQuery(query)}
        state={list.state}
        rowKey={(row) => row.id}
        rowName={(row) => t(`kind.${row.kind}`)}
        columns={useJobColumns()}
        searchPlaceholder={t('search')}
        filters={[
          list.filter('state', t('stateLabel'), (value) => t(`state.${value}`)),
          list.filter('kind', t('kindLabel'), (value) => t(`kind.${value}`)),
          list.filter(
            'workspaceId',
            t('workspace'),
            (workspaces.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ),
        ]}
        rowActions={(row) => [
          ...(row.canRetry
            ? [
                {
                  key: 'retry',
                  label: t('retry'),
                  icon: <RotateCcw aria-hidden />,
                  onSelect: () => retry.mutate({ ws, id: row.id }),
                },
              ]
            : []),
          ...(row.canCancel
            ? [
                {
                  key: 'cancel',
                  label: t('cancel'),
                  icon: <CircleStop aria-hidden />,
                  onSelect: () => setCancelled(row),
                },
              ]
            : []),
        ]}
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} />}
      />
      <Nodes />
      {cancelled && <CancelJob job={cancelled} onClose={() => setCancelled(null)} />}
    </>
  );
}

function useRetry() {
  const { t } = useTranslation('job');
  const cache = trpc.useUtils();
  return trpc.job.retry.useMutation({
    onSuccess: () => {
      void cache.job.invalidate();
      toast.success(t('retried'));
    },
    onError: (error) => void toast.error(error.message),
  });
}

function CancelJob({ job, onClose }: { job: JobRow; onClose: () => void }) {
  const { t } = useTranslation('job');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const cancel = trpc.job.cancel.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('cancelTitle', { kind: t(`kind.${job.kind}`), workspace: job.workspace.name })}
      body={t(`cancelBody.${job.kind as CancellableJob}`)}
      confirmLabel={t('cancel')}
      onConfirm={async () => {
        await cancel.mutateAsync({ ws, id: job.id });
        await cache.job.invalidate();
        toast.success(t('cancelled'));
      }}
    />
  );
}
