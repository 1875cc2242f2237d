import { keepPreviousData } from '@tanstack/react-query';
import { CircleOff, Eye, Pencil, Plus, Power } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ConsentItem } from '../../../shared/consent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, EmptyState, PageHeader, RelativeTime, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, tableQuery, useListState } from '../../ui/table/index.ts';
import { ConsentState } from './ConsentState.tsx';
import { Needs } from './Needs.tsx';
import { useActivation } from './useActivation.tsx';

const NewConsent = lazy(() => import('./NewConsent.tsx'));
const address = (id: string) => recordAddress('consent', id);
const STATUSES = ['PUBLISHED', 'DRAFT'] as const;

/** Consent forms of the workspace: find, begin, open, deactivate. */
export default function ConsentsPage() {
  const { t } = useTranslation(['consent', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const canWrite = useCan('consent.write');
  const canPublish = useCan('consent.publish');
  const mayCount = useCan('consent.dashboard');
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState(false);
  const activation = useActivation();
  const state = useListState({
    sortBy: ['updatedAt', 'createdAt', 'name', 'status'],
    filters: { status: 'one', active: 'one' },
  });
  const { active } = state.filters;
  const list = trpc.consent.list.useQuery(
    {
      ws,
      ...state.input,
      status: STATUSES.find((one) => one === state.filters.status) ?? 'ALL',
      active: active === undefined ? undefined : active === 'true',
    },
    { placeholderData: keepPreviousData },
  );

  const columns: Column<ConsentItem>[] = [
    { id: 'name', header: t('column.name'), sortable: true, cell: (row) => row.name },
    { id: 'application', header: t('column.application'), cell: (row) => row.application.name },
    { id: 'status', header: t('column.state'), sortable: true, cell: (row) => <ConsentState {...row} /> },
    ...(mayCount
      ? ([
          { id: 'subjects', header: t('column.subjects'), align: 'end', cell: (row) => number(row.subjects) },
          { id: 'submissions', header: t('column.submissions'), align: 'end', cell: (row) => number(row.submissions) },
        ] satisfies Column<ConsentItem>[])
      : []),
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
  const add = canWrite && (
    <Button
      look="main"
      size="sm"
      icon={<Plus aria-hidden />}
      onClick={() => {
        setAsked(true);
        setAdding(true);
      }}
    >
      {t('add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <DataTable
        id="consent"
        caption={t('title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('search')}
        filters={[
          {
            kind: 'one',
            key: 'status',
            label: t('filter.status'),
            options: STATUSES.map((value) => ({
              value,
              label: t(value === 'DRAFT' ? 'filter.draft' : 'filter.published'),
            })),
          },
          {
            kind: 'one',
            key: 'active',
            label: t('filter.active'),
            options: [
              { value: 'true', label: t('filter.inUse') },
              { value: 'false', label: t('filter.notInUse') },
            ],
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => address(row.id)}
        rowActions={(row) => [
          canWrite
            ? { key: 'edit', label: t('common:edit'), icon: <Pencil aria-hidden />, href: address(row.id) }
            : { key: 'open', label: t('common:open'), icon: <Eye aria-hidden />, href: address(row.id) },
          ...(canPublish
            ? [
                row.active
                  ? {
                      key: 'deactivate',
                      label: t('activation.deactivate'),
                      icon: <CircleOff aria-hidden />,
                      danger: true,
                      separated: true,
                      onSelect: () => activation.ask(row),
                    }
                  : {
                      key: 'reactivate',
                      label: t('activation.reactivate'),
                      icon: <Power aria-hidden />,
                      separated: true,
                      onSelect: () => void activation.bringBack(row),
                    },
              ]
            : []),
        ]}
        actions={add}
        emptyState={
          <EmptyState title={t('empty.title')} body={t('empty.body')} sample={canWrite && <Needs />} action={add} />
        }
      />
      {asked && (
        <Suspense fallback={null}>
          <NewConsent open={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {activation.dialog}
    </>
  );
}
