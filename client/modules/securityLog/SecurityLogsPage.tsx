import { useTranslation } from 'react-i18next';
import { SECURITY_LOG_LIST, type SecurityLog } from '../../../shared/securityLog/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Tag } from '../../ui/index.ts';
import { type Column, LIST_QUERY, ListPage, timeColumn, TwoLines, useList } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';

/** Sign-ins, changes of permissions, exports and deletions of the entire organisation. */
export default function SecurityLogsPage() {
  const { t } = useTranslation('securityLog');
  const { ws } = useSession();
  const list = useList(SECURITY_LOG_LIST, { more: { dates: 'range' } });
  const { dates } = list.state.filters;
  const days = { from: dates?.from, to: dates?.to };
  const query = trpc.securityLog.list.useQuery({ ws, ...list.input, ...days }, LIST_QUERY);

  const columns: Column<SecurityLog>[] = [
    { id: 'what', header: t('what'), cell: (row) => row.title },
    { id: 'subject', wraps: true, header: t('subject'), cell: (row) => row.subject || '–' },
    { id: 'topic', header: t('topicLabel'), cell: (row) => <Tag>{t(`topic.${row.topic}`)}</Tag> },
    {
      id: 'who',
      priority: 1,
      header: t('who'),
      cell: (row) => (row.actor ? <TwoLines more={row.actor.email}>{row.actor.name}</TwoLines> : t('system')),
    },
    {
      id: 'workspace',
      wraps: true,
      priority: 3,
      header: t('workspace'),
      cell: (row) => row.workspace?.name ?? t('account'),
    },
    timeColumn('createdAt', t('time'), { priority: 1 }),
  ];

  return (
    <ListPage
      id="securityLog"
      title={t('title')}
      lead={t('lead')}
      action={
        <ExportButton kind="security-logs" input={{ topic: list.input.topic, ...days, query: list.input.query }} />
      }
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('topic', t('topicLabel'), (value) => t(`topic.${value}`)),
        { kind: 'range', key: 'dates', label: t('dates') },
      ]}
      rowName={(row) => row.title}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    />
  );
}
