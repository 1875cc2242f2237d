import { ListChecks, UserPlus, Users } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { PERSONNEL_LIST, type PersonnelItem, type PersonnelStatus } from '../../../shared/personnel/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, type MenuItem } from '../../ui/index.ts';
import { useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { usePersonnelColumns } from './columns.tsx';
import type { Ending } from './EndAccess.tsx';
import type { Target } from './PersonnelForm.tsx';
import { usePersonnelMoves } from './usePersonnelMoves.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const PersonnelDialog = lazyScreen(() => import('./PersonnelForm.tsx'));
const EndAccessDialog = lazyScreen(() => import('./EndAccess.tsx'));
const TasksDialog = lazyScreen(() => import('./TasksDialog.tsx'));

/** The directory: invite, add colleagues, edit, suspend, deactivate. */
export default function PersonnelPage() {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const canWrite = useCan('organization.write');
  const [target, setTarget] = useState<Target>(null);
  // The command palette opens the invitation by address.
  const requested = new URLSearchParams(useSearch()).get('new') === '1';
  const go = useGo();
  useEffect(() => {
    if (!requested) return;
    if (canWrite) setTarget('invite');
    go(pageAddress('personnel'), { replace: true });
  }, [requested, canWrite, go]);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [tasksOf, setTasksOf] = useState<PersonnelItem | null>(null);
  const list = useList(PERSONNEL_LIST, { more: { admins: 'one' } });
  const query = trpc.personnel.list.useQuery(
    { ws, ...list.input, showAdmin: list.state.filters.admins !== 'no' },
    LIST_QUERY,
  );
  const { edit } = useRowActions();
  const moves = usePersonnelMoves({ onEnd: setEnding });
  const actions = (row: PersonnelItem): MenuItem[] => [
    ...(canWrite ? [edit(() => setTarget({ id: row.id }))] : []),
    { key: 'tasks', label: t('personnel.tasks'), icon: <ListChecks />, onSelect: () => setTasksOf(row) },
    ...moves(row),
  ];
  const columns = usePersonnelColumns({ onOpen: canWrite ? ({ id }) => setTarget({ id }) : undefined });

  const invite = canWrite && (
    <>
      <Button size="sm" icon={<Users />} onClick={() => setTarget('existing')}>
        {t('personnel.addExisting')}
      </Button>
      <Button look="main" size="sm" icon={<UserPlus />} onClick={() => setTarget('invite')}>
        {t('personnel.invite')}
      </Button>
    </>
  );

  return (
    <ListPage
      id="personnel"
      title={t('personnel.title')}
      lead={t('personnel.lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('personnel.search')}
      filters={[
        list.filter('role', t('personnel.role'), (value) => t(`role.${value}`)),
        list.filter('status', t('personnel.status'), (value) =>
          t(`personnel.statusName.${value.toLowerCase() as PersonnelStatus}`),
        ),
        {
          kind: 'one',
          key: 'admins',
          label: t('personnel.showAdmin'),
          options: [{ value: 'no', label: t('personnel.hideAdmin') }],
        },
      ]}
      rowName={(row) => row.name}
      rowActions={actions}
      add={invite}
      empty={{ title: t('personnel.emptyTitle'), body: t('personnel.emptyBody') }}
    >
      <Suspense fallback={null}>
        {target && <PersonnelDialog target={target} onClose={() => setTarget(null)} />}
        {ending && <EndAccessDialog ending={ending} onClose={() => setEnding(null)} />}
        {tasksOf && <TasksDialog person={tasksOf} onClose={() => setTasksOf(null)} />}
      </Suspense>
    </ListPage>
  );
}
