import { keepPreviousData } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { DATA_CONTROLLER_SORTS, type DataControllerItem } from '../../../shared/dataController/schema.ts';
import { countryName } from '../../shell/countries.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, EmptyState, PageHeader, RelativeTime, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
import type { Target } from './DataControllerForm.tsx';

const DataControllerDialog = lazy(() => import('./DataControllerForm.tsx'));
const RemoveDataController = lazy(() => import('./RemoveDataController.tsx'));

/** Data controllers of the workspace: list, add, edit, delete. */
export default function DataControllersPage() {
  const { t } = useTranslation(['organization', 'common']);
  const { ws } = useSession();
  const { text, locale, number } = useFormat();
  const canWrite = useCan('organization.write');
  const [target, setTarget] = useState<Target>(null);
  // A link from elsewhere asks for the form of one by address.
  const asked = new URLSearchParams(useSearch()).get('edit');
  const go = useGo();
  useEffect(() => {
    if (!asked) return;
    if (canWrite) setTarget({ id: asked });
    go(pageAddress('dataControllers'), { replace: true });
  }, [asked, canWrite, go]);
  const [removing, setRemoving] = useState<DataControllerItem | null>(null);
  const state = useListState({ sortBy: DATA_CONTROLLER_SORTS });
  const list = trpc.dataController.list.useQuery({ ws, ...state.input }, { placeholderData: keepPreviousData });

  const columns: Column<DataControllerItem>[] = [
    {
      id: 'name',
      header: t('dataController.name'),
      sortable: true,
      cell: (row) => (
        <Button look="text" onClick={() => setTarget({ id: row.id })}>
          {text(row.name)}
        </Button>
      ),
    },
    { id: 'contactPerson', header: t('dataController.contactPerson'), cell: (row) => row.contactPerson },
    { id: 'phone', header: t('dataController.phone'), cell: (row) => row.phone },
    { id: 'email', header: t('dataController.email'), cell: (row) => row.email, defaultHidden: true },
    {
      id: 'country',
      header: t('dataController.country'),
      cell: (row) => countryName(row.country, locale),
      defaultHidden: true,
    },
    {
      id: 'applications',
      header: t('dataController.applications'),
      cell: (row) =>
        row.inUse ? (
          t('dataController.applicationCount', { number: number(row.applicationCount) })
        ) : (
          <Tag>{t('dataController.notInUse')}</Tag>
        ),
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
  const add = canWrite && (
    <Button look="main" size="sm" icon={<Plus />} onClick={() => setTarget('new')}>
      {t('dataController.add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('dataController.title')} description={t('dataController.lead')} />
      <DataTable
        id="dataController"
        caption={t('dataController.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('dataController.search')}
        rowKey={(row) => row.id}
        rowName={(row) => text(row.name)}
        rowActions={(row) =>
          canWrite
            ? [
                { key: 'edit', label: t('common:edit'), icon: <Pencil />, onSelect: () => setTarget({ id: row.id }) },
                {
                  key: 'remove',
                  label: t('common:remove'),
                  icon: <Trash2 />,
                  danger: true,
                  separated: true,
                  onSelect: () => setRemoving(row),
                },
              ]
            : []
        }
        actions={add}
        emptyState={
          <EmptyState title={t('dataController.emptyTitle')} body={t('dataController.emptyBody')} action={add} />
        }
      />
      <Suspense fallback={null}>
        {target && <DataControllerDialog target={target} onClose={() => setTarget(null)} />}
        {removing && <RemoveDataController record={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </>
  );
}
