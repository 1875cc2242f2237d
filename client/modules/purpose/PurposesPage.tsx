import { keepPreviousData } from '@tanstack/react-query';
import { Copy, Eye, Pencil, Plus, ShieldAlert, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { LAWFUL_BASES } from '../../../shared/purpose/lawfulBasis.ts';
import { draftOf, type PurposeItem } from '../../../shared/purpose/schema.ts';
import { TEXT_LIMIT } from '../../../shared/text.ts';
import { useCountryOptions } from '../../shell/countries.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Flex, LinkButton, PageHeader, RelativeTime, Tag, toast, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { RemovePurpose } from './RemovePurpose.tsx';

const STATUSES = ['PUBLISHED', 'DRAFT'] as const;
const BASES = [...LAWFUL_BASES, 'NONE'] as const;

/** Purposes of the workspace: find, add, open, duplicate, delete. */
export default function PurposesPage() {
  const { t } = useTranslation(['purposeScreen', 'common', 'ui']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const go = useGo();
  const canWrite = useCan('ropa.write');
  const [removing, setRemoving] = useState<PurposeItem | null>(null);
  const state = useListState({
    sortBy: ['updatedAt', 'createdAt', 'title', 'status'],
    filters: { status: 'one', category: 'one', basis: 'one', disclosed: 'one', department: 'one', country: 'one' },
  });
  const status = STATUSES.find((one) => one === state.filters.status) ?? 'ALL';
  const { category, basis, disclosed, department, country } = state.filters;
  const lawfulBasis = BASES.find((one) => one === basis);
  const list = trpc.purpose.list.useQuery(
    {
      ws,
      ...state.input,
      status,
      purposeCategoryId: category,
      lawfulBasis,
      thirdPartyDisclosure: disclosed === undefined ? undefined : disclosed === 'true',
      responsibleDepartmentId: department,
      country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    },
    { placeholderData: keepPreviousData },
  );
  const departments = trpc.catalogue.list.useQuery({ ws, kind: 'department', pageSize: 100 }, { staleTime: 60_000 });
  const countries = useCountryOptions();
  const categories = trpc.purposeCategory.list.useQuery(
    { ws, pageSize: 100, sortBy: 'name', sortDirection: 'ASC' },
    { staleTime: 60_000 },
  );
  const create = trpc.purpose.create.useMutation();
  const cache = trpc.useUtils();

  const duplicate = async (row: PurposeItem) => {
    try {
      const { content } = await cache.purpose.get.fetch({ ws, id: row.id });
      const title = {
        th: t('copyOf.th', { title: content.title.th }).slice(0, TEXT_LIMIT),
        en: content.title.en && t('copyOf.en', { title: content.title.en }).slice(0, TEXT_LIMIT),
      };
      const copy = await create.mutateAsync({ ws, ...draftOf(content), title });
      void cache.purpose.list.invalidate();
      toast.success(t('duplicated'));
      go(recordAddress('purpose', copy.id));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };

  const columns: Column<PurposeItem>[] = [
    { id: 'title', header: t('column.title'), sortable: true, cell: (row) => text(row.title) },
    { id: 'category', header: t('column.category'), cell: (row) => text(row.purposeCategory?.name) || '–' },
    {
      id: 'bases',
      header: t('column.bases'),
      cell: (row) => (
        <Flex wrap="wrap" gap="1">
          {row.lawfulBases.map((basis) => (
            <Tag key={basis}>{t(`basis.${basis}.name`)}</Tag>
          ))}
          {row.sensitive && (
            <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
              {t('sensitive')}
            </Tag>
          )}
          {row.lawfulBases.length === 0 && !row.sensitive && '–'}
        </Flex>
      ),
    },
    { id: 'status', header: t('column.status'), sortable: true, cell: (row) => <StatusOfRecord {...row} /> },
    { id: 'applications', header: t('column.applications'), align: 'end', cell: (row) => number(row.applicationCount) },
    {
      id: 'updatedAt',
      header: t('common:updatedAt'),
      sortable: true,
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
    { id: 'updatedBy', header: t('column.updatedBy'), defaultHidden: true, cell: (row) => row.updatedBy?.name ?? '–' },
    {
      id: 'createdAt',
      header: t('common:createdAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
  ];
  const add = canWrite && (
    <LinkButton look="main" size="sm" icon={<Plus aria-hidden />} href={pageAddress('purpose', { id: 'new' })}>
      {t('add')}
    </LinkButton>
  );

  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <DataTable
        id="purpose"
        caption={t('title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('search')}
        filters={[
          {
            kind: 'one',
            key: 'status',
            label: t('column.status'),
            options: STATUSES.map((value) => ({
              value,
              label: t(value === 'DRAFT' ? 'status.draft' : 'status.published'),
            })),
          },
          {
            kind: 'one',
            key: 'category',
            label: t('column.category'),
            options: (categories.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
          },
          {
            kind: 'one',
            key: 'basis',
            label: t('column.bases'),
            options: BASES.map((value) => ({
              value,
              label: value === 'NONE' ? t('noBasis') : t(`basis.${value}.name`),
            })),
          },
          {
            kind: 'one',
            key: 'disclosed',
            label: t('filter.disclosed'),
            options: [
              { value: 'true', label: t('ui:yes') },
              { value: 'false', label: t('ui:no') },
            ],
          },
          {
            kind: 'one',
            key: 'department',
            label: t('filter.department'),
            options: [
              { value: 'NONE', label: t('filter.noDepartment') },
              ...(departments.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
            ],
          },
          { kind: 'one', key: 'country', label: t('filter.country'), options: countries },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => text(row.title)}
        rowHref={(row) => recordAddress('purpose', row.id)}
        rowActions={(row) =>
          canWrite
            ? [
                {
                  key: 'edit',
                  label: t('common:edit'),
                  icon: <Pencil aria-hidden />,
                  href: recordAddress('purpose', row.id),
                },
                {
                  key: 'duplicate',
                  label: t('duplicate'),
                  icon: <Copy aria-hidden />,
                  onSelect: () => void duplicate(row),
                },
                {
                  key: 'remove',
                  label: t('common:remove'),
                  icon: <Trash2 aria-hidden />,
                  danger: true,
                  separated: true,
                  onSelect: () => setRemoving(row),
                },
              ]
            : [
                {
                  key: 'open',
                  label: t('common:open'),
                  icon: <Eye aria-hidden />,
                  href: recordAddress('purpose', row.id),
                },
              ]
        }
        actions={add}
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} action={add} />}
      />
      <RemovePurpose purpose={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
