import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, ACCOUNT_LIST } from '../../../shared/account/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, PageHeader, RelativeTime, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, LIST_QUERY, tableQuery, TwoLines, useList } from '../../ui/table/index.ts';
import { EndSessions } from './EndSessions.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';

/** Using a session causes no event, so the list is refetched whenever the page is displayed again. */
const WHEN_VISIBLE = { ...LIST_QUERY, refetchOnWindowFocus: 'always' } as const;

/** People of the caller's workspaces and their sessions: display them, end one or all. */
export default function AccountsPage() {
  const { t } = useTranslation('account');
  const { ws } = useSession();
  const [open, setOpen] = useState<{ what: 'sessions' | 'end'; account: Account } | null>(null);
  const list = useList(ACCOUNT_LIST, { params: { workspaceId: 'in' } });
  const query = trpc.account.list.useQuery({ ws, ...list.input }, WHEN_VISIBLE);
  const workspaces = trpc.consentAdmin.consoleWorkspaces.useQuery({ ws });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        trail={[{ label: t('toConsole'), href: pageAddress('admins') }]}
      />
      <DataTable
        id="account"
        caption={t('caption')}
        {...tableQuery(query)}
        state={list.state}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        columns={useColumns()}
        searchPlaceholder={t('search')}
        filters={[
          list.filter('signedIn', t('signedInLabel'), (value) => t(`signedIn.${value}`)),
          list.filter(
            'workspaceId',
            t('workspace'),
            (workspaces.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ),
        ]}
        rowActions={(row) => [
          {
            key: 'sessions',
            label: t('open'),
            icon: <MonitorSmartphone aria-hidden />,
            onSelect: () => setOpen({ what: 'sessions', account: row }),
          },
          ...(row.sessionCount > 0
            ? [
                {
                  key: 'end',
                  label: t('dialog.endAll'),
                  icon: <LogOut aria-hidden />,
                  danger: true,
                  onSelect: () => setOpen({ what: 'end', account: row }),
                },
              ]
            : []),
        ]}
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} />}
      />
      {open?.what === 'sessions' && <SessionsDialog account={open.account} onClose={() => setOpen(null)} />}
      {open?.what === 'end' && <EndSessions account={open.account} onClose={() => setOpen(null)} />}
    </>
  );
}

function useColumns(): Column<Account>[] {
  const { t } = useTranslation(['account', 'shell']);
  const { number } = useFormat();
  return [
    { id: 'name', header: t('person'), cell: ({ name, email }) => <TwoLines more={email}>{name}</TwoLines> },
    {
      id: 'workspaces',
      priority: 2,
      header: t('workspaces'),
      cell: ({ workspaces }) => {
        const [first] = workspaces;
        if (!first) return '–';
        return (
          <TwoLines more={t(`shell:role.${first.role}`)}>
            {workspaces.length > 1
              ? t('more', { name: first.name, number: number(workspaces.length - 1) })
              : first.name}
          </TwoLines>
        );
      },
    },
    {
      id: 'sessionCount',
      priority: 1,
      align: 'end',
      header: t('sessions'),
      cell: ({ sessionCount }) => number(sessionCount),
    },
    {
      id: 'lastSeenAt',
      priority: 3,
      header: t('lastUse'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime value={lastSeenAt} /> : '–'),
    },
  ];
}
