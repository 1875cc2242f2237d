import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { NOTIFIED_LIST, type NotifiedItem } from '../../../shared/incidentNotification/schema.ts';
import { Due } from '../incident/Due.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LinkButton, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { incidentHref, LIST as INCIDENTS } from '../incident/address.ts';
import { RiskTag } from '../incident/words.tsx';
import { OwedTags } from './Owed.tsx';

/** Incidents with the remaining time, outstanding notifications and notifications made. */
export default function IncidentNotificationsPage() {
  const { t } = useTranslation(['incidentNotification', 'incident', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const list = useList(NOTIFIED_LIST);
  const query = trpc.incidentNotification.incidents.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const columns: Column<NotifiedItem>[] = [
    { id: 'title', header: t('column.title'), cell: (row) => row.title },
    { id: 'number', priority: 3, header: t('column.number'), align: 'end', cell: (row) => row.number },
    { id: 'risk', header: t('column.risk'), cell: (row) => <RiskTag risk={row.riskLevel} /> },
    { id: 'dueAt', priority: 1, header: t('column.clock'), cell: (row) => <Due clock={row.clock} /> },
    { id: 'owed', priority: 1, header: t('column.owed'), cell: (row) => <OwedTags {...row} /> },
    {
      id: 'management',
      priority: 3,
      header: t('column.management'),
      align: 'end',
      cell: (row) => number(row.sent.management),
    },
    {
      id: 'authority',
      priority: 3,
      header: t('column.authority'),
      align: 'end',
      cell: (row) => number(row.sent.authority),
    },
    { id: 'subject', priority: 3, header: t('column.subject'), align: 'end', cell: (row) => number(row.sent.subject) },
    { id: 'drafts', priority: 3, header: t('column.drafts'), align: 'end', cell: (row) => number(row.drafts) },
    timeColumn('updatedAt', t('common:updatedAt'), { defaultHidden: true }),
  ];
  return (
    <ListPage
      id="incidentNotification"
      title={t('title')}
      lead={t('lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('owed', t('filter.owed'), (value) => t(`filter.${value}`)),
        list.filter('risk', t('filter.risk'), (value) => t(`incident:riskLevel.${value}`)),
      ]}
      rowName={(row) => row.title}
      rowHref={(row) => recordAddress('incidentNotification', row.id)}
      rowActions={(row) => [
        actions.open(recordAddress('incidentNotification', row.id)),
        { key: 'incident', label: t('openIncident'), icon: <FileText aria-hidden />, href: incidentHref(row.id) },
      ]}
      empty={{
        title: t('empty.title'),
        body: t('empty.body'),
        action: <LinkButton href={INCIDENTS}>{t('empty.action')}</LinkButton>,
      }}
    />
  );
}
