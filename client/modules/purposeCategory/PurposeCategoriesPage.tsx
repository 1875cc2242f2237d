import { keepPreviousData } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { PurposeCategory } from '../../../shared/purposeCategory/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  ConfirmDialog,
  EmptyState,
  LinkButton,
  PageHeader,
  RelativeTime,
  Tag,
  Text,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';

const SORTS = ['updatedAt', 'name', 'createdAt'] as const;
const address = (id: string) => recordAddress('purposeCategory', id);

/** Purpose categories: the built-in ones and up to 40 of one's own. */
export default function PurposeCategoriesPage() {
  const { t } = useTranslation(['recordScreen', 'common']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const canWrite = useCan('ropa.write');
  const [removing, setRemoving] = useState<PurposeCategory | null>(null);
  const state = useListState({ sortBy: SORTS });
  const list = trpc.purposeCategory.list.useQuery({ ws, ...state.input }, { placeholderData: keepPreviousData });
  const remove = trpc.purposeCategory.remove.useMutation();
  const cache = trpc.useUtils();
  const custom = list.data?.custom;

  const columns: Column<PurposeCategory>[] = [
    { id: 'name', header: t('category.name'), sortable: true, cell: (row) => text(row.name) },
    { id: 'description', header: t('category.description'), cell: (row) => text(row.description) },
    {
      id: 'kind',
      header: t('category.kind'),
      cell: (row) => <Tag>{t(row.builtIn ? 'category.builtIn' : 'category.custom')}</Tag>,
    },
    { id: 'purposes', header: t('category.purposes'), align: 'end', cell: (row) => number(row.purposeCount) },
    {
      id: 'createdAt',
      header: t('common:createdAt'),
      sortable: true,
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
    {
      id: 'updatedAt',
      header: t('common:updatedAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
  ];
  const full = custom !== undefined && custom.used >= custom.limit;
  const add = canWrite && !full && (
    <LinkButton look="main" size="sm" icon={<Plus />} href={address('new')}>
      {t('category.add')}
    </LinkButton>
  );

  return (
    <>
      <PageHeader title={t('category.title')} description={t('category.lead')} />
      {custom && (
        <Text textStyle="dense" color="muted" mb="3">
          {full ? t('category.full', { limit: custom.limit }) : t('category.used', custom)}
        </Text>
      )}
      <DataTable
        id="purposeCategory"
        caption={t('category.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('category.search')}
        rowKey={(row) => row.id}
        rowName={(row) => text(row.name)}
        rowHref={(row) => address(row.id)}
        rowActions={(row) =>
          canWrite && !row.builtIn
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
        actions={add}
        emptyState={<EmptyState title={t('category.emptyTitle')} body={t('category.emptyBody')} action={add} />}
      />
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={t('category.removeTitle', { name: removing ? text(removing.name) : '' })}
        body={
          removing && removing.purposeCount > 0
            ? t('category.inUse', { number: removing.purposeCount })
            : t('category.removeBody')
        }
        confirmLabel={t('common:remove')}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ ws, id: removing.id });
          void cache.purposeCategory.invalidate();
          toast.success(t('category.removed'));
        }}
      />
    </>
  );
}
