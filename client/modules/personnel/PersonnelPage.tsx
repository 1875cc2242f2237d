import { keepPreviousData } from '@tanstack/react-query';
import { ListChecks, MailPlus, Pencil, Power, ShieldOff, ShieldCheck, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import {
  PERSONNEL_SORTS,
  type PersonnelItem,
  type PersonnelStatus,
  personnelStatus,
} from '../../../shared/personnel/schema.ts';
import { ROLES } from '../../../shared/registry/roles.ts';
import { movesFrom } from '../../../shared/status.ts';
import { messageOf } from '../../shell/errors.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, EmptyState, PageHeader, RelativeTime, StatusTag, Tag, toast } from '../../ui/index.ts';
import type { MenuItem } from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
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
  const asked = new URLSearchParams(useSearch()).get('new') === '1';
  const go = useGo();
  useEffect(() => {
    if (!asked) return;
    if (canWrite) setTarget('invite');
    go(pageAddress('personnel'), { replace: true });
  }, [asked, canWrite, go]);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [tasksOf, setTasksOf] = useState<PersonnelItem | null>(null);
  const state = useListState({ sortBy: PERSONNEL_SORTS, filters: { role: 'one', status: 'one', admins: 'one' } });
  const { role, status, admins } = state.filters;
  const list = trpc.personnel.list.useQuery(
    {
      ws,
      ...state.input,
      role: (role ?? 'ALL') as 'ALL',
      status: (status ?? 'ALL') as 'ALL',
      showAdmin: admins !== 'no',
    },
    { placeholderData: keepPreviousData },
  );
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
      ...(canWrite
        ? [{ key: 'edit', label: t('common:edit'), icon: <Pencil />, onSelect: () => setTarget({ id: row.id }) }]
        : []),
      { key: 'tasks', label: t('personnel.tasks'), icon: <ListChecks />, onSelect: () => setTasksOf(row) },
      ...(canWrite
        ? movesFrom<PersonnelStatus, PersonnelMove>(personnelStatus, row.status).map((move) => moves[move])
        : []),
    ];
  };

  const columns: Column<PersonnelItem>[] = [
    {
      id: 'name',
      header: t('personnel.name'),
      sortable: true,
      cell: (row) => (
        <>
          <Button look="text" onClick={() => setTarget({ id: row.id })} disabled={!canWrite}>
            {row.name}
          </Button>{' '}
          {row.id === me.id && <Tag>{t('personnel.you')}</Tag>}
        </>
      ),
    },
    { id: 'position', header: t('personnel.position'), sortable: true, cell: (row) => row.position },
    { id: 'email', header: t('personnel.email'), sortable: true, cell: (row) => row.email },
    { id: 'phone', header: t('personnel.phone'), cell: (row) => row.phone, defaultHidden: true },
    { id: 'role', header: t('personnel.role'), sortable: true, cell: (row) => t(`role.${row.role}`) },
    {
      id: 'status',
      header: t('personnel.status'),
      sortable: true,
      cell: (row) => <StatusTag tone={TONES[row.status]}>{t(`personnel.statusName.${row.status}`)}</StatusTag>,
    },
    {
      id: 'updatedAt',
      header: t('common:updatedAt'),
      sortable: true,
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
    {
      id: 'createdAt',
      header: t('common:createdAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
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
    <>
      <PageHeader title={t('personnel.title')} description={t('personnel.lead')} />
      <DataTable
        id="personnel"
        caption={t('personnel.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('personnel.search')}
        filters={[
          {
            kind: 'one',
            key: 'role',
            label: t('personnel.role'),
            options: ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
          },
          {
            kind: 'one',
            key: 'status',
            label: t('personnel.status'),
            options: (['invited', 'active', 'inactive', 'suspended'] as const).map((value) => ({
              value: value.toUpperCase(),
              label: t(`personnel.statusName.${value}`),
            })),
          },
          {
            kind: 'one',
            key: 'admins',
            label: t('personnel.showAdmin'),
            options: [{ value: 'no', label: t('personnel.hideAdmin') }],
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={actions}
        actions={invite}
        emptyState={<EmptyState title={t('personnel.emptyTitle')} body={t('personnel.emptyBody')} action={invite} />}
      />
      <Suspense fallback={null}>
        {target && <PersonnelDialog target={target} onClose={() => setTarget(null)} />}
        {ending && <EndAccessDialog ending={ending} onClose={() => setEnding(null)} />}
        {tasksOf && <TasksDialog person={tasksOf} onClose={() => setTasksOf(null)} />}
      </Suspense>
    </>
  );
}
