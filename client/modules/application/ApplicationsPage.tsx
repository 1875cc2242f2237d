import { keepPreviousData } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ApplicationItem } from '../../../shared/application/schema.ts';
import { PROCESSING_ROLES } from '../../../shared/purpose/processingRole.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, LinkButton, PageHeader, RelativeTime, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { RemoveApplication } from './RemoveApplication.tsx';
import { ScoreBar } from './Score.tsx';

const SORTS = ['updatedAt', 'name', 'status', 'completeness', 'dataSubjectCount', 'createdAt'] as const;
const address = (id: string) => recordAddress('application', id);

/** Applications of the record of processing. */
export default function ApplicationsPage() {
  const { t } = useTranslation(['recordScreen', 'common']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const canWrite = useCan('ropa.write');
  const canAddController = useCan('organization.write');
  const [removing, setRemoving] = useState<ApplicationItem | null>(null);
  const state = useListState({
    sortBy: SORTS,
    filters: { status: 'one', controller: 'one', role: 'one', complete: 'one' },
  });
  const { status, controller, role, complete } = state.filters;
  const list = trpc.application.list.useQuery(
    {
      ws,
      ...state.input,
      status: (status ?? 'ALL') as 'ALL',
      dataControllerId: controller,
      processingRole: PROCESSING_ROLES.find((one) => one === role),
      complete: complete === undefined ? undefined : complete === 'yes',
    },
    { placeholderData: keepPreviousData },
  );
  const controllers = trpc.dataController.pick.useQuery({ ws }, { staleTime: 60_000 });
  const allowance = trpc.application.allowance.useQuery({ ws });
  const full =
    allowance.data !== undefined && allowance.data.limit !== null && allowance.data.used >= allowance.data.limit;

  const columns: Column<ApplicationItem>[] = [
    { id: 'name', header: t('application.name'), sortable: true, cell: (row) => row.name },
    { id: 'status', header: t('statusLabel'), sortable: true, cell: (row) => <StatusOfRecord {...row} /> },
    {
      id: 'completeness',
      header: t('application.completeness'),
      sortable: true,
      cell: (row) => <ScoreBar percent={row.completeness} />,
    },
    {
      id: 'role',
      header: t('application.role'),
      defaultHidden: true,
      cell: (row) => t(`application.roles.${row.processingRole}`),
    },
    { id: 'dataController', header: t('application.dataController'), cell: (row) => text(row.dataController.name) },
    { id: 'purposeCount', header: t('application.purposes'), align: 'end', cell: (row) => number(row.purposeCount) },
    {
      id: 'dataSubjectCount',
      header: t('application.dataSubjectCount'),
      sortable: true,
      align: 'end',
      defaultHidden: true,
      cell: (row) => (row.dataSubjectCount === null ? '–' : number(row.dataSubjectCount)),
    },
    { id: 'updatedBy', header: t('common:updatedBy'), defaultHidden: true, cell: (row) => row.updatedBy?.name ?? '–' },
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
    <LinkButton look="main" size="sm" icon={<Plus />} href={address('new')}>
      {t('application.add')}
    </LinkButton>
  );
  const bring = canWrite && (
    <LinkButton size="sm" icon={<Upload />} href={pageAddress('recordImport')}>
      {t('application.import')}
    </LinkButton>
  );

  return (
    <>
      <PageHeader
        title={t('application.title')}
        description={t('application.lead')}
        action={<ExportButton kind="ropa" formats={['xlsx', 'pdf', 'html', 'ttl', 'jsonld']} />}
      />
      <DataTable
        id="application"
        caption={t('application.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('application.search')}
        filters={[
          {
            kind: 'one',
            key: 'status',
            label: t('statusLabel'),
            options: [
              { value: 'PUBLISHED', label: t('status.published') },
              { value: 'DRAFT', label: t('status.draft') },
            ],
          },
          {
            kind: 'one',
            key: 'complete',
            label: t('application.completeness'),
            options: [
              { value: 'yes', label: t('application.completeOnly') },
              { value: 'no', label: t('application.incompleteOnly') },
            ],
          },
          {
            kind: 'one',
            key: 'role',
            label: t('application.role'),
            options: PROCESSING_ROLES.map((value) => ({ value, label: t(`application.roles.${value}`) })),
          },
          {
            kind: 'one',
            key: 'controller',
            label: t('application.dataController'),
            options: (controllers.data ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => address(row.id)}
        rowActions={(row) =>
          canWrite
            ? [
                { key: 'edit', label: t('common:edit'), icon: <Pencil />, href: address(row.id) },
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
        actions={
          <>
            {bring}
            {full ? <Tag>{t('application.limit', { limit: number(allowance.data?.limit ?? 0) })}</Tag> : add}
          </>
        }
        emptyState={
          allowance.data?.hasDataController === false ? (
            <EmptyState
              title={t('application.noController')}
              body={t('application.noControllerBody')}
              action={
                canAddController && (
                  <LinkButton look="main" href={pageAddress('dataControllers')}>
                    {t('application.addController')}
                  </LinkButton>
                )
              }
            />
          ) : (
            <EmptyState
              title={t('application.emptyTitle')}
              body={t('application.emptyBody')}
              action={
                <>
                  {add} {bring}
                </>
              }
            />
          )
        }
      />
      <RemoveApplication application={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
