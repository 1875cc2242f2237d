import { Building2, FileKey, Inbox, Plus, Send, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIL_SERVER_LIST, type MailServer } from '../../../shared/mailServer/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, ConfirmDialog, LinkButton, toast } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { LIST_QUERY, ListPage, useList, useRowActions } from '../../ui/table/index.ts';
import { useServerColumns } from './columns.tsx';
import { MailServerDkim } from './MailServerDkim.tsx';
import { MailServerFailures } from './MailServerFailures.tsx';
import { MailServerMailbox } from './MailServerMailbox.tsx';
import { MailServerTestDialog } from './MailServerTestDialog.tsx';
import { MailServerWorkspaces } from './MailServerWorkspaces.tsx';

const MailServerDialog = lazyScreen(() => import('./MailServerDialog.tsx'));

type Opened = {
  readonly what: 'form' | 'test' | 'workspaces' | 'failures' | 'dkim' | 'mailbox' | 'remove';
  readonly server: MailServer;
};

/** Mail servers of the organisation: list, create, edit, test, assign to workspaces, failures, delete. */
export default function MailServersPage() {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const [opened, setOpened] = useState<Opened | 'new' | null>(null);
  const list = useList(MAIL_SERVER_LIST, { params: { workspaceId: 'in' } });
  const query = trpc.mailServer.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const hasGlobal = query.data?.hasGlobal ?? true;
  const workspaces = trpc.mailServer.workspaces.useQuery({ ws });
  const open = (what: Opened['what'], server: MailServer) => () => setOpened({ what, server });
  const columns = useServerColumns((server) => open('form', server)());
  const actionsOf = useActions(open);
  return (
    <ListPage
      id="mailServer"
      title={t('title')}
      lead={t(hasGlobal ? 'lead' : 'withoutGlobal.lead')}
      action={<LinkButton href={pageAddress('admins')}>{t('toConsole')}</LinkButton>}
      note={query.data?.silentSince && <Banner tone="warn">{t('silent')}</Banner>}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('state', t('stateLabel'), (value) => t(`state.${value}`)),
        list.filter(
          'workspaceId',
          t('workspaceLabel'),
          (workspaces.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ),
      ]}
      rowName={(row) => row.name}
      rowActions={actionsOf}
      add={
        <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setOpened('new')}>
          {t('add')}
        </Button>
      }
      empty={{ title: t('emptyTitle'), body: t(hasGlobal ? 'emptyBody' : 'withoutGlobal.emptyBody') }}
    >
      <Opening opened={opened} onChange={setOpened} servers={query.data?.collection ?? []} hasGlobal={hasGlobal} />
    </ListPage>
  );
}

function useActions(open: (what: Opened['what'], server: MailServer) => () => void) {
  const { t } = useTranslation('mailServer');
  const actions = useRowActions();
  return (row: MailServer) => [
    ...(row.otherWorkspaces === 0 ? [actions.edit(open('form', row))] : []),
    { key: 'test', label: t('test.send'), icon: <Send aria-hidden />, onSelect: open('test', row) },
    {
      key: 'workspaces',
      label: t('workspaces.choose'),
      icon: <Building2 aria-hidden />,
      onSelect: open('workspaces', row),
    },
    { key: 'failures', label: t('failure.show'), icon: <TriangleAlert aria-hidden />, onSelect: open('failures', row) },
    ...(row.otherWorkspaces === 0
      ? [
          { key: 'mailbox', label: t('mailbox.open'), icon: <Inbox aria-hidden />, onSelect: open('mailbox', row) },
          { key: 'dkim', label: t('dkim.open'), icon: <FileKey aria-hidden />, onSelect: open('dkim', row) },
        ]
      : []),
    ...(row.otherWorkspaces === 0 ? [actions.remove(open('remove', row))] : []),
  ];
}

interface OpeningProps {
  opened: Opened | 'new' | null;
  onChange: (opened: Opened | null) => void;
  /** The servers of the current list. */
  servers: readonly MailServer[];
  hasGlobal: boolean;
}

/** The open dialog, with the current state of its server. */
function Opening({ opened, onChange, servers, hasGlobal }: OpeningProps) {
  const close = () => onChange(null);
  if (opened === null) return null;
  const what = opened === 'new' ? 'form' : opened.what;
  const server = opened === 'new' ? undefined : (servers.find(({ id }) => id === opened.server.id) ?? opened.server);
  if (what === 'form')
    return (
      <Suspense fallback={null}>
        <MailServerDialog
          {...(server && { record: server })}
          onClose={close}
          onCreated={(created) => onChange({ what: 'test', server: created })}
        />
      </Suspense>
    );
  if (!server) return null;
  if (what === 'test') return <MailServerTestDialog server={server} hasGlobal={hasGlobal} onClose={close} />;
  if (what === 'workspaces') return <MailServerWorkspaces server={server} onClose={close} />;
  if (what === 'failures') return <MailServerFailures server={server} hasGlobal={hasGlobal} onClose={close} />;
  if (what === 'mailbox') return <MailServerMailbox server={server} onClose={close} />;
  if (what === 'dkim') return <MailServerDkim server={server} onClose={close} />;
  return <RemoveMailServer server={server} onClose={close} />;
}

function RemoveMailServer({ server, onClose }: { server: MailServer; onClose: () => void }) {
  const { t } = useTranslation(['mailServer', 'common']);
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const remove = trpc.mailServer.remove.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('removeTitle', { name: server.name })}
      body={t('removeBody', { count: server.workspaces.length })}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        await remove.mutateAsync({ ws, id: server.id });
        void cache.mailServer.invalidate();
        toast.success(t('removed'));
      }}
    />
  );
}
