import { CircleOff, CirclePlay, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { PII_CATEGORY_LIST, type PiiCategory } from '../../../shared/piiCategory/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, StatusTag, Tag, Text, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { SensitiveTag } from './SensitiveTag.tsx';
import { useActiveState } from './useActiveState.tsx';

const PiiCategoryDialog = lazy(() => import('./PiiCategoryDialog.tsx'));

const address = (id: string) => recordAddress('piiCategory', id);

/** Categories of personal data: the built-in ones and up to 70 of one's own. */
export default function PiiCategoriesPage() {
  const { t } = useTranslation(['piiCategory', 'common']);
  const { ws } = useSession();
  const { text, number } = useFormat();
  const go = useGo();
  const canWrite = useCan('piiCategory.write');
  const [target, setTarget] = useState<'new' | PiiCategory | null>(null);
  const activeState = useActiveState();
  const list = useList(PII_CATEGORY_LIST, { pageSize: 50 });
  const query = trpc.piiCategory.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const custom = query.data?.custom;
  const full = custom !== undefined && custom.used >= custom.limit;

  const columns: Column<PiiCategory>[] = [
    { id: 'name', header: t('name'), cell: (row) => text(row.name) },
    {
      id: 'sensitive',
      header: t('kind'),
      cell: (row) =>
        row.sensitive ? (
          <SensitiveTag />
        ) : (
          <Text as="span" textStyle="dense" color="muted">
            {t('plain')}
          </Text>
        ),
    },
    { id: 'example', header: t('example'), defaultHidden: true, cell: (row) => row.example },
    { id: 'subCategories', header: t('subCategories'), align: 'end', cell: (row) => number(row.subCategoryCount) },
    { id: 'attributes', header: t('attributes'), align: 'end', cell: (row) => number(row.attributeCount) },
    { id: 'purposes', header: t('purposes'), align: 'end', cell: (row) => number(row.purposeCount) },
    { id: 'applications', header: t('applications'), align: 'end', cell: (row) => number(row.applicationCount) },
    {
      id: 'status',
      header: t('status'),
      cell: (row) => (
        <StatusTag tone={row.active ? 'ok' : 'neutral'}>{t(row.active ? 'active' : 'inactive')}</StatusTag>
      ),
    },
    { id: 'origin', header: t('origin'), cell: (row) => <Tag>{t(row.builtIn ? 'builtIn' : 'custom')}</Tag> },
    timeColumn('updatedAt', t('common:updatedAt'), { defaultHidden: true }),
  ];
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
        canWrite
          ? [
              actions.edit(() => setTarget(row)),
              {
                separated: true,
                ...(row.active
                  ? {
                      key: 'deactivate',
                      label: t('deactivate'),
                      icon: <CircleOff />,
                      onSelect: () => activeState.ask(row),
                    }
                  : {
                      key: 'reactivate',
                      label: t('reactivate'),
                      icon: <CirclePlay />,
                      onSelect: () => void activeState.bringBack(row),
                    }),
              },
            ]
          : []
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
