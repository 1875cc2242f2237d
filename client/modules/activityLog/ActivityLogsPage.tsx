import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_LOG_LIST, type ActivityLog } from '../../../shared/activityLog/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import { type Column, LIST_QUERY, ListPage, NameButton, timeColumn, useList } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { ChangesDialog } from '../../records/ChangesDialog.tsx';
import { entryColumns } from './entryColumns.tsx';

/** Who did what, when, with old and new values. */
export default function ActivityLogsPage() {
  const { t } = useTranslation(['activityLog', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const [openEntry, setOpenEntry] = useState<ActivityLog | null>(null);
  const list = useList(ACTIVITY_LOG_LIST, { params: { actorId: 'who', entityId: 'record' }, more: { dates: 'range' } });
  const people = trpc.activityLog.people.useQuery({ ws }, { staleTime: 60_000 });
  const { dates } = list.state.filters;
  const days = { from: dates?.from, to: dates?.to };
  const query = trpc.activityLog.list.useQuery({ ws, ...list.input, ...days }, LIST_QUERY);
  const { module, actorId, entityId } = list.input;

  const columns: Column<ActivityLog>[] = [
    {
      id: 'activity',
      header: t('what'),
      cell: (row) => <NameButton onClick={() => setOpenEntry(row)}>{row.title}</NameButton>,
    },
    ...entryColumns(t, number),
    timeColumn('createdAt', t('time'), { priority: 1 }),
  ];

  return (
    <ListPage
      id="activityLog"
      title={t('title')}
      lead={t('lead')}
      action={
        <ExportButton kind="activity-logs" input={{ module, ...days, actorId, entityId, query: list.input.query }} />
      }
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('module', t('moduleLabel'), (value) => t(`module.${value}`)),
        list.filter(
          'actorId',
          t('who'),
          (people.data ?? []).map(({ id, name, active }) => ({
            value: id,
            label: active ? name : t('noLongerActive', { name }),
          })),
        ),
        { kind: 'range', key: 'dates', label: t('dates') },
        ...(entityId ? [list.filter('entityId', t('record'), [{ value: entityId, label: t('filteredRecord') }])] : []),
      ]}
      rowName={(row) => row.title}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      <ChangesDialog entry={openEntry} onClose={() => setOpenEntry(null)} />
    </ListPage>
  );
}
