import { LogIn, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORKSPACE_LIST } from '../../../shared/workspace/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { useSwitchWorkspace } from '../../shell/switchWorkspace.tsx';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { Button, ConfirmDialog, Tag, toast, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';

const WorkspaceDialog = lazy(() => import('./WorkspaceForm.tsx'));

type Row = RouterOutputs['workspace']['manage']['collection'][number];

/** Workspaces one is Admin of: create, rename, tier, flags, delete with typed confirmation. */
export default function WorkspacesPage() {
  const { t } = useTranslation(['workspace', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const { switchTo } = useSwitchWorkspace();
  const canCreate = useCan('workspace.create');
  const [target, setTarget] = useState<'new' | Row | null>(null);
  const [removing, setRemoving] = useState<Row | null>(null);
  const list = useList(WORKSPACE_LIST);
  const query = trpc.workspace.manage.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const remove = trpc.workspace.remove.useMutation();
  const cache = trpc.useUtils();

  const usage = (used: number, limit: number | null) =>
    t('usage', { used: number(used), limit: limit === null ? t('unlimited') : number(limit) });
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: t('name'),
      cell: (row) => (
        <>
          <Button look="text" onClick={() => setTarget(row)}>
            {row.name}
          </Button>{' '}
          {row.uuid === ws && <Tag>{t('current')}</Tag>}
        </>
      ),
    },
    { id: 'tier', header: t('tier'), cell: (row) => <Tag>{t(`tierName.${row.tier}`)}</Tag> },
    {
      id: 'applications',
      header: t('applicationCount'),
      align: 'end',
      cell: (row) => usage(row.applicationCount, row.limits.applications),
    },
    {
      id: 'personnel',
      header: t('personnelCount'),
      align: 'end',
      cell: (row) => usage(row.personnelCount, row.limits.personnel),
    },
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
  const add = canCreate && (
    <Button look="main" size="sm" icon={<Plus />} onClick={() => setTarget('new')}>
      {t('add')}
    </Button>
  );

  return (
    <ListPage
      id="workspace"
      title={t('title')}
      lead={t('lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      rowKey={(row) => row.uuid}
      rowName={(row) => row.name}
      rowActions={(row) => [
        actions.edit(() => setTarget(row)),
        ...(row.uuid === ws
          ? []
          : [{ key: 'open', label: t('open'), icon: <LogIn />, onSelect: () => void switchTo(row) }]),
        { ...actions.remove(() => setRemoving(row)), label: t('remove') },
      ]}
      add={add}
      empty={{ title: t('title'), body: t('lead') }}
    >
      <Suspense fallback={null}>
        {target && <WorkspaceDialog target={target} onClose={() => setTarget(null)} />}
      </Suspense>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={t('removeTitle', { name: removing?.name })}
        body={t('removeBody')}
        confirmLabel={t('remove')}
        typed={removing?.name}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ ws: removing.uuid, confirmation: removing.name });
          toast.success(t('removed'));
          // The workspace one stood in is gone: start anew in another.
          if (removing.uuid === ws) location.assign(location.pathname.startsWith('/en') ? '/en/' : '/');
          else void cache.workspace.invalidate();
        }}
      />
    </ListPage>
  );
}
