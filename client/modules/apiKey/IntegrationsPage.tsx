import { Ban, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API_KEY_LIST, type ApiKey, type IssuedKey } from '../../../shared/apiKey/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, type MenuItem, StatusTag, toast, useFormat } from '../../ui/index.ts';
import { type Column, LIST_QUERY, ListPage, timeColumn, TwoLines, useList } from '../../ui/table/index.ts';
import { IntegrationTabs } from '../webhook/IntegrationTabs.tsx';
import { IssuedKeyDialog } from './IssuedKeyDialog.tsx';
import { NewApiKey } from './NewApiKey.tsx';
import { RotateApiKey } from './RotateApiKey.tsx';
import { useScopeWords } from './useScopeWords.ts';

const TONES = { active: 'ok', paused: 'neutral', expired: 'warn', revoked: 'neutral' } as const;

/** Keys by which other systems call the workspace. */
export default function IntegrationsPage() {
  const { t } = useTranslation('apiKey');
  const { ws } = useSession();
  const list = useList(API_KEY_LIST);
  const query = trpc.apiKey.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const revoke = trpc.apiKey.revoke.useMutation();
  const cache = trpc.useUtils();
  const [adding, setAdding] = useState(false);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const columns = useKeyColumns();
  const done = (key: IssuedKey) => {
    setAdding(false);
    setRotating(null);
    setIssued(key);
    void cache.apiKey.invalidate();
  };
  return (
    <ListPage
      id="apiKey"
      title={t('title')}
      lead={t('lead')}
      note={<IntegrationTabs />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[list.filter('state', t('stateLabel'), (value) => t(`state.${value}`))]}
      rowName={(row) => row.name}
      rowActions={useKeyActions(setRotating, setRevoking)}
      add={
        <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      {adding && <NewApiKey onClose={() => setAdding(false)} onIssued={done} />}
      {rotating && <RotateApiKey apiKey={rotating} onClose={() => setRotating(null)} onIssued={done} />}
      {issued && <IssuedKeyDialog issued={issued} onClose={() => setIssued(null)} />}
      <ConfirmDialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        destructive
        title={t('revokeTitle', { name: revoking?.name ?? '' })}
        body={t('revokeBody')}
        confirmLabel={t('revoke')}
        onConfirm={async () => {
          if (!revoking) return;
          await revoke.mutateAsync({ ws, id: revoking.id });
          void cache.apiKey.invalidate();
          toast.success(t('revokedDone'));
        }}
      />
    </ListPage>
  );
}

/** What can be done with a key: an expired one or another person’s is not rotated, a revoked one has ended. */
function useKeyActions(rotate: (key: ApiKey) => void, revoke: (key: ApiKey) => void): (row: ApiKey) => MenuItem[] {
  const { t } = useTranslation('apiKey');
  const { personnel } = useSession();
  const isMine = (row: ApiKey) => row.serviceAccount !== null || row.createdBy.id === personnel.id;
  return (row) => [
    ...(isMine(row) && (row.state === 'active' || row.state === 'paused')
      ? [{ key: 'rotate', label: t('rotate'), icon: <RefreshCw aria-hidden />, onSelect: () => rotate(row) }]
      : []),
    ...(row.state === 'revoked'
      ? []
      : [
          {
            key: 'revoke',
            label: t('revoke'),
            icon: <Ban aria-hidden />,
            danger: true,
            separated: true,
            onSelect: () => revoke(row),
          },
        ]),
  ];
}

function useKeyColumns(): Column<ApiKey>[] {
  const { t } = useTranslation('apiKey');
  const { dateTime } = useFormat();
  const words = useScopeWords();
  return [
    { id: 'name', header: t('name'), cell: (row) => <TwoLines more={`${row.prefix}…`}>{row.name}</TwoLines> },
    {
      id: 'state',
      header: t('stateLabel'),
      cell: (row) => <StatusTag tone={TONES[row.state]}>{t(`state.${row.state}`)}</StatusTag>,
    },
    {
      id: 'scopes',
      wraps: true,
      priority: 3,
      header: t('scopes'),
      cell: (row) =>
        row.scopes.length > 3 ? t('scopesCount', { count: row.scopes.length }) : row.scopes.map(words).join(', '),
    },
    {
      id: 'lastUsedAt',
      priority: 2,
      header: t('lastUsed'),
      cell: (row) => (row.lastUsedAt ? dateTime(row.lastUsedAt) : t('unused')),
    },
    {
      id: 'expires',
      priority: 1,
      header: t('expires'),
      cell: (row) => (row.expiresAt ? dateTime(row.expiresAt) : t('never')),
    },
    {
      id: 'serviceAccount',
      priority: 2,
      header: t('actsFor'),
      cell: (row) => row.serviceAccount?.name ?? row.createdBy.name,
    },
    { id: 'createdBy', priority: 3, header: t('createdBy'), cell: (row) => row.createdBy.name },
    timeColumn('createdAt', t('createdAt'), { priority: 3 }),
  ];
}
