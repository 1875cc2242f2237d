import { ListChecks, MailPlus, Power, ShieldOff, ShieldCheck, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import {
  PERSONNEL_LIST,
  type PersonnelItem,
  type PersonnelStatus,
  personnelStatus,
} from '../../../shared/personnel/schema.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { messageOf } from '../../shell/errors.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, StatusTag, Tag, toast } from '../../ui/index.ts';
import type { MenuItem } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import type { Ending } from './EndAccess.tsx';
import type { Target } from './PersonnelForm.tsx';

const PersonnelDialog = lazy(() => import('./PersonnelForm.tsx'));
const EndAccessDialog = lazy(() => import('./EndAccess.tsx'));
const TasksDialog = lazy(() => import('./TasksDialog.tsx'));

type PersonnelMove = 'suspend' | 'unsuspend' | 'activate' | 'deactivate' | 'resend';

const TONES = { invited: 'live', active: 'ok', inactive: 'neutral', suspended: 'warn' } as const satisfies Record<
  PersonnelStatus,
  string
>;

/** The directory: invite, add colleagues, edit, suspend, deactivate. */
export default function PersonnelPage() {
  const { t } = useTranslation(['organization', 'common', 'errors']);
  const { ws, personnel: me } = useSession();
  const canWrite = useCan('organization.write');
  const [target, setTarget] = useState<Target>(null);
  // The command palette asks for the invitation by address.
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
  const cache = trpc.useUtils();
  const done = (key: 'personnel.resent' | 'personnel.unsuspended' | 'personnel.activated') => ({
    onSuccess: () => {
      void cache.personnel.invalidate();
      toast.success(t(key));
    },
    onError: (error: unknown) => toast.error(messageOf(error) ?? t('errors:internal')),
  });
  const resend = trpc.personnel.resendInvitation.useMutation(done('personnel.resent'));
  const unsuspend = trpc.personnel.unsuspend.useMutation(done('personnel.unsuspended'));
  const activate = trpc.personnel.activate.useMutation(done('personnel.activated'));

  const openMoves = useOpenMoves<PersonnelStatus, PersonnelMove>(personnelStatus);
  const actions = (row: PersonnelItem): MenuItem[] => {
    const target = { ws, id: row.id };
    const moves: Record<PersonnelMove, MenuItem> = {
      resend: {
        key: 'resend',
        label: t('personnel.resend'),
        icon: <MailPlus />,
        onSelect: () => resend.mutate(target),
      },
      unsuspend: {
        key: 'unsuspend',
        label: t('personnel.unsuspend'),
        icon: <ShieldCheck />,
        onSelect: () => unsuspend.mutate(target),
      },
      activate: {
        key: 'activate',
        label: t('personnel.activate'),
        icon: <Power />,
        onSelect: () => activate.mutate(target),
      },
      suspend: {
        key: 'suspend',
        label: t('personnel.suspend'),
        icon: <ShieldOff />,
        danger: true,
        separated: true,
        onSelect: () => setEnding({ person: row, how: 'suspend' }),
      },
      deactivate: {
        key: 'deactivate',
        label: t('personnel.deactivate'),
        icon: <Power />,
        danger: true,
        onSelect: () => setEnding({ person: row, how: 'deactivate' }),
      },
    };
    return [
      ...(canWrite ? [edit(() => setTarget({ id: row.id }))] : []),
      { key: 'tasks', label: t('personnel.tasks'), icon: <ListChecks />, onSelect: () => setTasksOf(row) },
      ...openMoves(row.status).map((move) => moves[move]),
    ];
  };

  const columns: Column<PersonnelItem>[] = [
    {
      id: 'name',
      header: t('personnel.name'),
      cell: (row) => (
        <>
          <Button look="text" onClick={() => setTarget({ id: row.id })} disabled={!canWrite}>
            {row.name}
          </Button>{' '}
          {row.id === me.id && <Tag>{t('personnel.you')}</Tag>}
        </>
      ),
    },
    { id: 'position', header: t('personnel.position'), cell: (row) => row.position },
    { id: 'email', header: t('personnel.email'), cell: (row) => row.email },
    { id: 'phone', header: t('personnel.phone'), cell: (row) => row.phone, defaultHidden: true },
    { id: 'role', header: t('personnel.role'), cell: (row) => t(`role.${row.role}`) },
    {
      id: 'status',
      header: t('personnel.status'),
      cell: (row) => <StatusTag tone={TONES[row.status]}>{t(`personnel.statusName.${row.status}`)}</StatusTag>,
    },
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
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
