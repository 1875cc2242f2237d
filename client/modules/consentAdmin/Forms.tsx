import { ChartBarBig, FileText, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { ADMIN_CONSENT_LIST, type AdminConsent } from '../../../shared/consentAdmin/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Flex, StatusTag, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, timeColumn, useList, LIST_QUERY, tableQuery } from '../../ui/table/index.ts';
import type { AdminWorkspaces } from './workspaces.ts';
import { answersHref } from './workspaces.ts';

/** Consent forms of every workspace. */
export function Forms({ workspaces }: { workspaces: AdminWorkspaces }) {
  const { t } = useTranslation(['consentAdmin', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const list = useList(ADMIN_CONSENT_LIST, { params: { workspaceId: 'in' } });
  const query = trpc.consentAdmin.consents.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns: Column<AdminConsent>[] = [
    { id: 'name', header: t('dashboard.form'), cell: (row) => row.name },
    { id: 'workspace', header: t('dashboard.workspace'), cell: (row) => row.workspace.name },
    { id: 'application', header: t('dashboard.application'), cell: (row) => row.application.name },
    {
      id: 'status',
      header: t('dashboard.status'),
      cell: (row) =>
        row.publishedVersion === 0 ? (
          <StatusTag>{t('dashboard.draft')}</StatusTag>
        ) : (
          <Flex gap="1.5" wrap="wrap">
            <Tag>{t('dashboard.published', { number: number(row.publishedVersion) })}</Tag>
            {row.status === 'draft' && <StatusTag>{t('dashboard.isDraft')}</StatusTag>}
            <StatusTag tone={row.active ? 'ok' : 'neutral'}>
              {t(row.active ? 'dashboard.active' : 'dashboard.inactive')}
            </StatusTag>
          </Flex>
        ),
    },
    { id: 'subjects', header: t('dashboard.subjects'), align: 'end', cell: (row) => number(row.subjects) },
    { id: 'submissions', header: t('dashboard.submissions'), align: 'end', cell: (row) => number(row.submissions) },
    timeColumn('updatedAt', t('common:updatedAt')),
  ];
  return (
    <DataTable
      id="adminConsents"
      caption={t('dashboard.forms')}
      columns={columns}
      {...tableQuery(query)}
      state={list.state}
      searchPlaceholder={t('dashboard.search')}
      filters={[
        list.filter(
          'workspaceId',
          t('dashboard.workspace'),
          workspaces.map(({ id, name }) => ({ value: id, label: name })),
        ),
        list.filter('status', t('dashboard.publishing'), (value) =>
          t(value === 'DRAFT' ? 'dashboard.isDraft' : 'dashboard.isPublished'),
        ),
      ]}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => answersHref(row.workspace.id, row.id)}
      rowActions={(row) => [
        {
          key: 'answers',
          label: t('dashboard.answersOf'),
          icon: <List />,
          href: answersHref(row.workspace.id, row.id),
        },
        {
          key: 'dashboard',
          label: t('dashboard.dashboardOf'),
          icon: <ChartBarBig />,
          href: pageAddress('consentDashboard', { form: row.id, workspace: row.workspace.id }),
        },
        {
          key: 'open',
          label: t('dashboard.openForm'),
          icon: <FileText />,
          href: recordAddress('consent', row.id, { workspace: row.workspace.id }),
        },
      ]}
      emptyState={<EmptyState title={t('dashboard.noForms')} body={t('dashboard.noFormsBody')} />}
    />
  );
}
