import { ChartBarBig, FileText, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { ADMIN_CONSENT_LIST, type AdminConsent } from '../../../shared/consentAdmin/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, StatusTag, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, FewTags, timeColumn, useList, LIST_QUERY, tableQuery } from '../../ui/table/index.ts';
import type { AdminWorkspaces } from './workspaces.ts';
import { answersHref } from './workspaces.ts';

/** Consent forms of every workspace. */
export function Forms({ workspaces }: { workspaces: AdminWorkspaces }) {
  const { t } = useTranslation(['consentAdmin', 'consent', 'embedScreen']);
  const { ws } = useSession();
  const list = useList(ADMIN_CONSENT_LIST, { params: { workspaceId: 'in' } });
  const query = trpc.consentAdmin.consents.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns = useFormColumns();
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
        list.filter('active', t('embedScreen:filter.active'), (value) =>
          t(value === 'true' ? 'embedScreen:filter.inUse' : 'embedScreen:filter.notInUse'),
        ),
        list.filter('inForce', t('consent:filter.answers'), (value) =>
          t(value === 'true' ? 'consent:filter.open' : 'consent:filter.closed'),
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

function useFormColumns(): Column<AdminConsent>[] {
  const { t } = useTranslation(['consentAdmin', 'common']);
  const { number } = useFormat();
  return [
    { id: 'name', header: t('dashboard.form'), cell: (row) => row.name },
    { id: 'workspace', wraps: true, header: t('dashboard.workspace'), cell: (row) => row.workspace.name },
    {
      id: 'application',
      wraps: true,
      priority: 3,
      header: t('dashboard.application'),
      cell: (row) => row.application.name,
    },
    {
      id: 'status',
      priority: 1,
      header: t('dashboard.status'),
      cell: (row) =>
        row.publishedVersion === 0 ? (
          <StatusTag>{t('dashboard.draft')}</StatusTag>
        ) : (
          <FewTags
            tags={[
              <StatusTag key="active" tone={row.active ? 'ok' : 'neutral'}>
                {t(row.active ? 'dashboard.active' : 'dashboard.inactive')}
              </StatusTag>,
              <Tag key="version">{t('dashboard.published', { number: number(row.publishedVersion) })}</Tag>,
              ...(row.status === 'draft' ? [<StatusTag key="draft">{t('dashboard.isDraft')}</StatusTag>] : []),
            ]}
          />
        ),
    },
    { id: 'subjects', priority: 3, header: t('dashboard.subjects'), align: 'end', cell: (row) => number(row.subjects) },
    {
      id: 'submissions',
      priority: 3,
      header: t('dashboard.submissions'),
      align: 'end',
      cell: (row) => number(row.submissions),
    },
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
