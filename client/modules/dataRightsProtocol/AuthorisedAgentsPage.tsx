import { KeyRound, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AGENT_LIST, type Agent } from '../../../shared/dataRightsProtocol/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, LinkButton, Tag, toast, useFormat } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  NameButton,
  timeColumn,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { BusinessCard } from './BusinessCard.tsx';

const AgentDialog = lazyScreen(() => import('./AgentDialog.tsx'));

/** Agents that may send requests by Data Rights Protocol, and the identifier they use for the organisation. */
export default function AuthorisedAgentsPage() {
  const { t } = useTranslation('dataRightsProtocol');
  const { ws } = useSession();
  const mayWrite = useCan('requestForm.write');
  const [editing, setEditing] = useState<Agent | 'new' | null>(null);
  const [removing, setRemoving] = useState<Agent | null>(null);
  const [ending, setEnding] = useState<Agent | null>(null);
  const list = useList(AGENT_LIST);
  const query = trpc.dataRightsProtocol.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const columns = useAgentColumns(mayWrite ? setEditing : undefined);
  const add = mayWrite && (
    <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const actionsOf = (row: Agent) => [
    actions.edit(() => setEditing(row)),
    ...(row.tokenIssuedAt === null
      ? []
      : [{ key: 'endToken', label: t('endToken'), icon: <KeyRound aria-hidden />, onSelect: () => setEnding(row) }]),
    // One that has sent requests stays, and can be deactivated.
    ...(row.requestCount === 0 ? [actions.remove(() => setRemoving(row))] : []),
  ];
  return (
    <ListPage
      id="authorisedAgent"
      title={t('title')}
      lead={t('lead')}
      action={<LinkButton href={pageAddress('requestForms')}>{t('toForms')}</LinkButton>}
      note={<BusinessCard />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[list.filter('active', t('column.state'), (value) => t(value === 'true' ? 'inUse' : 'notInUse'))]}
      rowName={(row) => row.name}
      rowActions={(row) => (mayWrite ? actionsOf(row) : [])}
      add={add}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      {editing && (
        <Suspense fallback={null}>
          <AgentDialog {...(editing !== 'new' && { record: editing })} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      <RemoveAgent agent={removing} onClose={() => setRemoving(null)} />
      <EndToken agent={ending} onClose={() => setEnding(null)} />
    </ListPage>
  );
}

function useAgentColumns(onEdit: ((agent: Agent) => void) | undefined): Column<Agent>[] {
  const { t } = useTranslation(['dataRightsProtocol', 'common']);
  const { number, date } = useFormat();
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: (row) => (onEdit ? <NameButton onClick={() => onEdit(row)}>{row.name}</NameButton> : row.name),
    },
    { id: 'agentId', header: t('field.agentId'), cell: (row) => row.agentId },
    {
      id: 'state',
      priority: 1,
      header: t('column.state'),
      cell: (row) => <Tag tone={row.active ? 'ok' : 'neutral'}>{t(row.active ? 'inUse' : 'notInUse')}</Tag>,
    },
    {
      id: 'token',
      priority: 2,
      header: t('column.token'),
      cell: (row) => (row.tokenIssuedAt === null ? t('tokenNone') : date(row.tokenIssuedAt)),
    },
    {
      id: 'requests',
      priority: 2,
      header: t('column.requests'),
      align: 'end',
      cell: (row) => number(row.requestCount),
    },
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
  ];
}

interface AgentMoveProps {
  agent: Agent | null;
  onClose: () => void;
}

function RemoveAgent({ agent, onClose }: AgentMoveProps) {
  const { t } = useTranslation(['dataRightsProtocol', 'common']);
  const { ws } = useSession();
  const remove = trpc.dataRightsProtocol.remove.useMutation();
  const cache = trpc.useUtils();
  return (
    <ConfirmDialog
      open={agent !== null}
      onClose={onClose}
      destructive
      title={t('removeTitle', { name: agent?.name ?? '' })}
      body={t('removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        if (!agent) return;
        await remove.mutateAsync({ ws, id: agent.id });
        void cache.dataRightsProtocol.invalidate();
        toast.success(t('removed'));
      }}
    />
  );
}

function EndToken({ agent, onClose }: AgentMoveProps) {
  const { t } = useTranslation('dataRightsProtocol');
  const { ws } = useSession();
  const end = trpc.dataRightsProtocol.endToken.useMutation();
  const cache = trpc.useUtils();
  return (
    <ConfirmDialog
      open={agent !== null}
      onClose={onClose}
      destructive
      title={t('endTokenTitle', { name: agent?.name ?? '' })}
      body={t('endTokenBody')}
      confirmLabel={t('endToken')}
      onConfirm={async () => {
        if (!agent) return;
        await end.mutateAsync({ ws, id: agent.id, rowVersion: agent.rowVersion });
        void cache.dataRightsProtocol.invalidate();
        toast.success(t('tokenEnded'));
      }}
    />
  );
}
