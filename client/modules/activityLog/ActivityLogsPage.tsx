import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ACTIVITY_MODULE_FILTERS, ActivityLog } from '../../../shared/activityLog/schema.ts';
import { ACTIVITY_MODULES } from '../../../shared/registry/events.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, EmptyState, PageHeader, RelativeTime, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';

type ModuleFilter = (typeof ACTIVITY_MODULE_FILTERS)[number];

/** Who did what, when, with old and new values. */
export default function ActivityLogsPage() {
  const { t } = useTranslation(['activityLog', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const [shown, setShown] = useState<ActivityLog | null>(null);
  const state = useListState({ sortBy: ['createdAt'], filters: { module: 'one', dates: 'range', who: 'one' } });
  const people = trpc.personnel.pick.useQuery({ ws }, { staleTime: 60_000 });
  const { module, dates, who } = state.filters;
  const list = trpc.activityLog.list.useQuery(
    { ws, ...state.input, module: (module ?? 'ALL') as ModuleFilter, from: dates?.from, to: dates?.to, actorId: who },
    { placeholderData: keepPreviousData },
  );

  const columns: Column<ActivityLog>[] = [
    {
      id: 'activity',
      header: t('what'),
      cell: (row) => (
        <Button look="text" onClick={() => setShown(row)}>
          {row.title}
        </Button>
      ),
    },
    { id: 'module', header: t('moduleLabel'), cell: (row) => <Tag>{t(`module.${row.module}`)}</Tag> },
    { id: 'who', header: t('who'), cell: (row) => row.actor?.name ?? t('system') },
    {
      id: 'changes',
      header: t('changes'),
      align: 'end',
      cell: (row) => (row.changes.length > 0 ? number(row.changes.length) : '–'),
    },
    { id: 'createdAt', header: t('time'), sortable: true, cell: (row) => <RelativeTime value={row.createdAt} /> },
  ];

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={
          <ExportButton
            kind="activity-logs"
            input={{
              module: module ?? 'ALL',
              from: dates?.from,
              to: dates?.to,
              actorId: who,
              query: state.input.query,
            }}
          />
        }
      />
      <DataTable
        id="activityLog"
        caption={t('title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('search')}
        filters={[
          {
            kind: 'one',
            key: 'module',
            label: t('moduleLabel'),
            options: ACTIVITY_MODULES.map((value) => ({ value, label: t(`module.${value}`) })),
          },
          {
            kind: 'one',
            key: 'who',
            label: t('who'),
            options: (people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
          { kind: 'range', key: 'dates', label: t('dates') },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} />}
      />
      <ChangesDialog entry={shown} onClose={() => setShown(null)} />
    </>
  );
}
