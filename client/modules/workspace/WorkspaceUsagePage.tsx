import { Gauge, Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { type UsagePart, WORKSPACE_USAGE_LIST, type WorkspaceUsageRow } from '../../../shared/workspace/usage.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, LinkButton, PageHeader, StatusTag, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, LIST_QUERY, tableQuery, TwoLines, useList } from '../../ui/table/index.ts';
import { UsageDialog } from './UsageDialog.tsx';
import { formatBytes } from '../../formatBytes.ts';

const TONES = { free: 'ok', near: 'warn', full: 'danger' } as const;

/** The usage of each workspace of the caller, and its limits. */
export default function WorkspaceUsagePage() {
  const { t } = useTranslation('workspaceUsage');
  const { ws } = useSession();
  const [opened, setOpened] = useState<WorkspaceUsageRow | null>(null);
  const canManage = useCan('workspace.manage');
  const list = useList(WORKSPACE_USAGE_LIST);
  const query = trpc.workspace.usage.useQuery({ ws, ...list.input }, LIST_QUERY);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        trail={[{ label: t('toConsole'), href: pageAddress('admins') }]}
        action={
          canManage && (
            <LinkButton href={pageAddress('workspaces')} look="plain" icon={<Settings aria-hidden />}>
              {t('manage')}
            </LinkButton>
          )
        }
      />
      <DataTable
        id="workspaceUsage"
        caption={t('caption')}
        {...tableQuery(query)}
        state={list.state}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        columns={useUsageColumns()}
        searchPlaceholder={t('search')}
        filters={[
          list.filter('state', t('stateLabel'), (value) => t(`state.${value}`)),
          list.filter('tier', t('tier'), (value) => t(`tierName.${value}`)),
        ]}
        rowActions={(row) => [
          { key: 'details', label: t('details'), icon: <Gauge aria-hidden />, onSelect: () => setOpened(row) },
        ]}
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} />}
      />
      {opened && <UsageDialog workspace={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function useUsageColumns(): Column<WorkspaceUsageRow>[] {
  const { t } = useTranslation('workspaceUsage');
  const { number } = useFormat();
  const words = ({ used, limit }: UsagePart) =>
    limit === null ? t('unlimited', { used: number(used) }) : t('of', { used: number(used), limit: number(limit) });
  return [
    { id: 'name', header: t('workspace'), cell: (row) => row.name },
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => <StatusTag tone={TONES[row.state]}>{t(`state.${row.state}`)}</StatusTag>,
    },
    { id: 'tier', priority: 3, header: t('tier'), cell: (row) => <Tag>{t(`tierName.${row.tier}`)}</Tag> },
    { id: 'people', header: t('people'), align: 'end', cell: (row) => words(row.people) },
    {
      id: 'applications',
      priority: 3,
      header: t('applications'),
      align: 'end',
      cell: (row) => words(row.applications),
    },
    {
      id: 'storage',
      header: t('storage'),
      align: 'end',
      cell: (row) => (
        <TwoLines more={t('files', { count: row.storage.files })}>{formatBytes(row.storage.bytes)}</TwoLines>
      ),
    },
    { id: 'mails', header: t('mails'), align: 'end', cell: (row) => words(row.mails) },
    { id: 'invitations', priority: 3, header: t('invitations'), align: 'end', cell: (row) => words(row.invitations) },
  ];
}
