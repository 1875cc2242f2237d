import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { PURPOSE_CATEGORY_LIST, type PurposeCategory } from '../../../shared/purposeCategory/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, LinkButton, Tag, Text, toast, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';

const address = (id: string) => recordAddress('purposeCategory', id);

/** Purpose categories: the built-in ones and up to 40 of the workspace. */
export default function PurposeCategoriesPage() {
  const { t } = useTranslation(['purposeCategoryScreen', 'common']);
  const { ws } = useSession();
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const [removing, setRemoving] = useState<PurposeCategory | null>(null);
  const list = useList(PURPOSE_CATEGORY_LIST);
  const query = trpc.purposeCategory.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const remove = trpc.purposeCategory.remove.useMutation();
  const cache = trpc.useUtils();
  const custom = query.data?.custom;

  const columns = useCategoryColumns();
  const full = custom !== undefined && custom.used >= custom.limit;
  const add = canWrite && !full && (
    <LinkButton look="main" size="sm" icon={<Plus />} href={address('new')}>
      {t('add')}
    </LinkButton>
  );

  return (
    <ListPage
      id="purposeCategory"
      title={t('title')}
      lead={t('lead')}
      note={
        custom && (
          <Text textStyle="dense" color="muted" mb="3">
            {full ? t('full', { limit: custom.limit }) : t('used', custom)}
          </Text>
        )
      }
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      rowName={(row) => text(row.name)}
      rowHref={(row) => address(row.id)}
      rowActions={(row) =>
        canWrite && !row.builtIn ? [actions.edit(address(row.id)), actions.remove(() => setRemoving(row))] : []
      }
      add={add}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={t('removeTitle', { name: removing ? text(removing.name) : '' })}
        body={
          removing && removing.purposeCount > 0
            ? t('inUse', { count: removing.purposeCount, number: removing.purposeCount })
            : t('removeBody')
        }
        confirmLabel={t('common:remove')}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ ws, id: removing.id });
          void cache.purposeCategory.invalidate();
          toast.success(t('removed'));
        }}
      />
    </ListPage>
  );
}

function useCategoryColumns(): Column<PurposeCategory>[] {
  const { t } = useTranslation(['purposeCategoryScreen', 'common']);
  const { text, number } = useFormat();
  return [
    { id: 'name', header: t('name'), cell: (row) => text(row.name) },
    { id: 'description', wraps: true, header: t('description'), cell: (row) => text(row.description) },
    {
      id: 'kind',
      header: t('kind'),
      cell: (row) => <Tag>{t(row.builtIn ? 'builtIn' : 'custom')}</Tag>,
    },
    {
      id: 'purposes',
      priority: 3,
      header: t('purposes'),
      align: 'end',
      cell: (row) => number(row.purposeCount),
    },
    timeColumn('createdAt', t('common:createdAt'), { priority: 3 }),
    timeColumn('updatedAt', t('common:updatedAt'), { defaultHidden: true }),
  ];
}
