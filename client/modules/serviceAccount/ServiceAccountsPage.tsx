import { Plus, Power, PowerOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVICE_ACCOUNT_LIST, type ServiceAccount } from '../../../shared/serviceAccount/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, ConfirmDialog, StatusTag, toast, useFormat } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { IntegrationTabs } from '../webhook/IntegrationTabs.tsx';

const ServiceAccountDialog = lazyScreen(() => import('./ServiceAccountDialog.tsx'));

/** Accounts of other systems, on whose behalf API keys act. */
export default function ServiceAccountsPage() {
  const { t } = useTranslation(['serviceAccount', 'common']);
  const { ws } = useSession();
  const list = useList(SERVICE_ACCOUNT_LIST);
  const query = trpc.serviceAccount.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const remove = trpc.serviceAccount.remove.useMutation();
  const cache = trpc.useUtils();
  const turn = useTurn();
  const actions = useRowActions();
  const [opened, setOpened] = useState<{ record?: ServiceAccount } | null>(null);
  const [removed, setRemoved] = useState<ServiceAccount | null>(null);
  return (
    <ListPage
      id="serviceAccount"
      title={t('title')}
      lead={t('lead')}
      note={<IntegrationTabs />}
      list={list}
      query={query}
      columns={useColumns()}
      searchPlaceholder={t('search')}
      filters={[list.filter('state', t('stateLabel'), (value) => t(`state.${value}`))]}
      rowName={({ name }) => name}
      rowActions={(row) => [
        actions.edit(() => setOpened({ record: row })),
        {
          key: 'turn',
          label: t(row.active ? 'pause' : 'resume'),
          icon: row.active ? <PowerOff aria-hidden /> : <Power aria-hidden />,
          onSelect: () => turn(row),
        },
        actions.remove(() => setRemoved(row)),
      ]}
      add={
        <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setOpened({})}>
          {t('add')}
        </Button>
      }
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      {opened && (
        <Suspense fallback={null}>
          <ServiceAccountDialog {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {removed && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(null)}
          destructive
          title={t('removeTitle', { name: removed.name })}
          body={t('removeBody')}
          confirmLabel={t('common:remove')}
          onConfirm={async () => {
            await remove.mutateAsync({ ws, id: removed.id });
            void cache.serviceAccount.invalidate();
            toast.success(t('removed'));
          }}
        />
      )}
    </ListPage>
  );
}

/** Pauses an account, or reactivates its keys. */
function useTurn() {
  const { t } = useTranslation('serviceAccount');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.serviceAccount.update.useMutation({
    onSuccess: ({ active }) => void toast.success(t(active ? 'resumed' : 'paused')),
    onError: (error) => void toast.error(error.message),
    onSettled: () => cache.serviceAccount.invalidate(),
  });
  return ({ id, name, role, description, active, rowVersion }: ServiceAccount) =>
    update.mutate({ ws, id, name, role, description, active: !active, rowVersion });
}

function useColumns(): Column<ServiceAccount>[] {
  const { t } = useTranslation(['serviceAccount', 'organization', 'common']);
  const { dateTime, number } = useFormat();
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ name, description }) => <TwoLines more={description}>{name}</TwoLines>,
    },
    {
      id: 'state',
      header: t('stateLabel'),
      cell: ({ active }) => (
        <StatusTag tone={active ? 'ok' : 'neutral'}>{t(active ? 'state.active' : 'state.paused')}</StatusTag>
      ),
    },
    { id: 'role', priority: 1, header: t('field.role'), cell: ({ role }) => t(`organization:role.${role}`) },
    { id: 'keys', priority: 2, align: 'end', header: t('keys'), cell: ({ keys }) => number(keys) },
    {
      id: 'lastUsedAt',
      priority: 2,
      header: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : t('unused')),
    },
    { id: 'createdBy', priority: 3, header: t('createdBy'), cell: ({ createdBy }) => createdBy.name },
    timeColumn('createdAt', t('common:createdAt'), { priority: 3 }),
  ];
}
