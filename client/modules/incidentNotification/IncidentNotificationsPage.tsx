import { keepPreviousData } from '@tanstack/react-query';
import { Eye, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { RISK_LEVELS } from '../../../shared/incident/riskLevel.ts';
import type { NotifiedItem } from '../../../shared/incidentNotification/schema.ts';
import { Due } from '../../clock/Due.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, LinkButton, PageHeader, RelativeTime, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, tableQuery, useListState } from '../../ui/table/index.ts';
import { incidentHref, LIST as INCIDENTS } from '../incident/address.ts';
import { RiskTag } from '../incident/words.tsx';
import { OwedTags } from './Owed.tsx';

const OWED = ['AUTHORITY', 'SUBJECTS', 'NOTHING'] as const;

/** Incidents with the time left, what is owed to whom and what was told. */
export default function IncidentNotificationsPage() {
  const { t } = useTranslation(['incidentNotification', 'incident', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const state = useListState({
    sortBy: ['updatedAt', 'dueAt', 'title', 'number'],
    filters: { owed: 'one', risk: 'one' },
  });
  const list = trpc.incidentNotification.incidents.useQuery(
    {
      ws,
      ...state.input,
      owed: OWED.find((one) => one === state.filters.owed) ?? 'ALL',
      risk: RISK_LEVELS.find((one) => one === state.filters.risk) ?? 'ALL',
    },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<NotifiedItem>[] = [
    { id: 'title', header: t('column.title'), sortable: true, width: '16rem', cell: (row) => row.title },
    { id: 'number', header: t('column.number'), sortable: true, align: 'end', cell: (row) => row.number },
    { id: 'risk', header: t('column.risk'), cell: (row) => <RiskTag risk={row.riskLevel} /> },
    { id: 'dueAt', header: t('column.clock'), sortable: true, cell: (row) => <Due clock={row.clock} /> },
    { id: 'owed', header: t('column.owed'), cell: (row) => <OwedTags {...row} /> },
    { id: 'management', header: t('column.management'), align: 'end', cell: (row) => number(row.sent.management) },
    { id: 'authority', header: t('column.authority'), align: 'end', cell: (row) => number(row.sent.authority) },
    { id: 'subject', header: t('column.subject'), align: 'end', cell: (row) => number(row.sent.subject) },
    { id: 'drafts', header: t('column.drafts'), align: 'end', cell: (row) => number(row.drafts) },
    {
      id: 'updatedAt',
      header: t('common:updatedAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
  ];
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <DataTable
        id="incidentNotification"
        caption={t('title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('search')}
        filters={[
          {
            kind: 'one',
            key: 'owed',
            label: t('filter.owed'),
            options: OWED.map((value) => ({ value, label: t(`filter.${value}`) })),
          },
          {
            kind: 'one',
            key: 'risk',
            label: t('filter.risk'),
            options: RISK_LEVELS.map((value) => ({ value, label: t(`incident:riskLevel.${value}`) })),
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => recordAddress('incidentNotification', row.id)}
        rowActions={(row) => [
          {
            key: 'open',
            label: t('common:open'),
            icon: <Eye aria-hidden />,
            href: recordAddress('incidentNotification', row.id),
          },
          { key: 'incident', label: t('openIncident'), icon: <FileText aria-hidden />, href: incidentHref(row.id) },
        ]}
        emptyState={
          <EmptyState
            title={t('empty.title')}
            body={t('empty.body')}
            action={<LinkButton href={INCIDENTS}>{t('empty.action')}</LinkButton>}
          />
        }
      />
    </>
  );
}
