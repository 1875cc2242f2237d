import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { PII_CATEGORY_LIST, type PiiCategory } from '../../../shared/piiCategory/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, useFormat } from '../../ui/index.ts';
import { useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { usePiiCategoryColumns } from './columns.tsx';
import { useActiveState } from './useActiveState.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const PiiCategoryDialog = lazyScreen(() => import('./PiiCategoryDialog.tsx'));

const address = (id: string) => recordAddress('piiCategory', id);

/** Categories of personal data: the built-in ones and up to 70 of the workspace. */
export default function PiiCategoriesPage() {
  const { t } = useTranslation('piiCategory');
  const { ws } = useSession();
  const { text, number } = useFormat();
  const go = useGo();
  const canWrite = useCan('piiCategory.write');
  const [target, setTarget] = useState<'new' | PiiCategory | null>(null);
  const activeState = useActiveState();
  const list = useList(PII_CATEGORY_LIST, { pageSize: 50 });
  const query = trpc.piiCategory.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns = usePiiCategoryColumns();
  const actions = useRowActions();
  const custom = query.data?.custom;
  const full = custom !== undefined && custom.used >= custom.limit;

  const add = canWrite && !full && (
    <Button look="main" size="sm" icon={<Plus />} onClick={() => setTarget('new')}>
      {t('add')}
    </Button>
  );

  return (
    <ListPage
      id="piiCategory"
      title={t('title')}
      lead={t('lead')}
      note={
        <Box textStyle="dense" color="muted" mb="3" minHeight="6">
          {custom &&
            (full
              ? t('full', { limit: number(custom.limit) })
              : t('used', { used: number(custom.used), limit: number(custom.limit) }))}
        </Box>
      }
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('sensitive', t('kind'), (value) => t(value === 'true' ? 'sensitive' : 'plain')),
        list.filter('status', t('status'), (value) => t(value === 'ACTIVE' ? 'active' : 'inactive')),
      ]}
      rowName={(row) => text(row.name)}
      rowHref={(row) => address(row.id)}
      rowActions={(row) =>
        canWrite ? [actions.edit(() => setTarget(row)), { ...activeState.menuItem(row), separated: true }] : []
      }
      add={add}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      {activeState.dialog}
      <Suspense fallback={null}>
        {target && (
          <PiiCategoryDialog
            key={target === 'new' ? 'new' : target.id}
            record={target === 'new' ? undefined : target}
            onClose={() => setTarget(null)}
            onCreated={(id) => go(address(id))}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
