import { Copy, Plus, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { draftOf, PURPOSE_LIST, type PurposeItem } from '../../../shared/purpose/schema.ts';
import { TEXT_LIMIT } from '../../../shared/text.ts';
import { useCountryOptions } from '../../shell/countries.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Flex, LinkButton, Tag, toast, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { RemovePurpose } from './RemovePurpose.tsx';

/** Purposes of the workspace: find, add, open, duplicate, delete. */
export default function PurposesPage() {
  const { t } = useTranslation(['purposeScreen', 'common', 'ui']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const go = useGo();
  const canWrite = useCan('ropa.write');
  const [removing, setRemoving] = useState<PurposeItem | null>(null);
  const list = useList(PURPOSE_LIST, {
    params: { purposeCategoryId: 'category', lawfulBasis: 'basis', thirdPartyDisclosure: 'disclosed' },
    more: { department: 'one' },
  });
  const query = trpc.purpose.list.useQuery(
    { ws, ...list.input, responsibleDepartmentId: list.state.filters.department },
    LIST_QUERY,
  );
  const actions = useRowActions();
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
    { id: 'title', header: t('column.title'), cell: (row) => text(row.title) },
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
    { id: 'status', header: t('column.status'), cell: (row) => <StatusOfRecord {...row} /> },
    { id: 'applications', header: t('column.applications'), align: 'end', cell: (row) => number(row.applicationCount) },
    timeColumn('updatedAt', t('common:updatedAt')),
    { id: 'updatedBy', header: t('column.updatedBy'), defaultHidden: true, cell: (row) => row.updatedBy?.name ?? '–' },
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
  const add = canWrite && (
    <LinkButton look="main" size="sm" icon={<Plus aria-hidden />} href={pageAddress('purpose', { id: 'new' })}>
      {t('add')}
    </LinkButton>
  );

  return (
    <ListPage
      id="purpose"
      title={t('title')}
      lead={t('lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('status', t('column.status'), (value) =>
          t(value === 'DRAFT' ? 'status.draft' : 'status.published'),
        ),
        list.filter(
          'purposeCategoryId',
          t('column.category'),
          (categories.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
        ),
        list.filter('lawfulBasis', t('column.bases'), (value) =>
          value === 'NONE' ? t('noBasis') : t(`basis.${value}.name`),
        ),
        list.filter('thirdPartyDisclosure', t('filter.disclosed'), (value) => t(value === 'true' ? 'ui:yes' : 'ui:no')),
        {
          kind: 'one',
          key: 'department',
          label: t('filter.department'),
          options: [
            { value: 'NONE', label: t('filter.noDepartment') },
            ...(departments.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
          ],
        },
        list.filter('country', t('filter.country'), countries),
      ]}
      rowName={(row) => text(row.title)}
      rowHref={(row) => recordAddress('purpose', row.id)}
      rowActions={(row) =>
        canWrite
          ? [
              actions.edit(recordAddress('purpose', row.id)),
              {
                key: 'duplicate',
                label: t('duplicate'),
                icon: <Copy aria-hidden />,
                onSelect: () => void duplicate(row),
              },
              actions.remove(() => setRemoving(row)),
            ]
          : [actions.open(recordAddress('purpose', row.id))]
      }
      add={add}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      <RemovePurpose purpose={removing} onClose={() => setRemoving(null)} />
    </ListPage>
  );
}
