import { LogIn, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { WORKSPACE_LIST } from '../../../shared/workspace/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { useSwitchWorkspace } from '../../shell/switchWorkspace.tsx';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { Button, LinkButton, StatusTag, Tag, useFormat } from '../../ui/index.ts';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  NameButton,
  timeColumn,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const WorkspaceDialog = lazyScreen(() => import('./WorkspaceForm.tsx'));
const DeleteWorkspaceDialog = lazyScreen(() => import('./DeleteWorkspaceDialog.tsx'));

type Row = RouterOutputs['workspace']['manage']['collection'][number];

/**
 * Workspaces in which the user is Admin: create, rename, tier, flags, delete. One that is being deleted can only be
 * opened.
 */
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

  const usage = (used: number, limit: number | null) =>
    t('usage', { used: number(used), limit: limit === null ? t('unlimited') : number(limit) });
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: t('name'),
      cell: (row) => (
        <NameButton onClick={() => (row.closedAt === null ? setTarget(row) : void switchTo(row))}>
          {row.name}
        </NameButton>
      ),
      beside: (row) =>
        row.closedAt !== null ? (
          <StatusTag tone="warn">{t('deletedWaiting')}</StatusTag>
        ) : (
          row.uuid === ws && <Tag>{t('current')}</Tag>
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
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
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
        ...(row.closedAt === null ? [actions.edit(() => setTarget(row))] : []),
        ...(row.uuid === ws
          ? []
          : [{ key: 'open', label: t('open'), icon: <LogIn />, onSelect: () => void switchTo(row) }]),
        ...(row.closedAt === null ? [{ ...actions.remove(() => setRemoving(row)), label: t('remove') }] : []),
      ]}
      add={add}
      action={<LinkButton href={pageAddress('deletedWorkspaces')}>{t('deletedLink')}</LinkButton>}
      empty={{ title: t('title'), body: t('lead') }}
    >
      <Suspense fallback={null}>
        {target && <WorkspaceDialog target={target} onClose={() => setTarget(null)} />}
        {removing && <DeleteWorkspaceDialog target={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </ListPage>
  );
}
