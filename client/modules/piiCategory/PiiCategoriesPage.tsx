import { keepPreviousData } from '@tanstack/react-query';
import { CircleOff, CirclePlay, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { PiiCategory } from '../../../shared/piiCategory/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Button,
  EmptyState,
  Flex,
  PageHeader,
  RelativeTime,
  StatusTag,
  Tag,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
import { SensitiveTag } from './SensitiveTag.tsx';
import { useActiveState } from './useActiveState.tsx';

const PiiCategoryDialog = lazy(() => import('./PiiCategoryDialog.tsx'));

const SORTS = ['name', 'updatedAt'] as const;
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
  const state = useListState({
    sortBy: SORTS,
    sortDirection: 'ASC',
    pageSize: 50,
    filters: { status: 'one', sensitive: 'one' },
  });
  const { status, sensitive } = state.filters;
  const list = trpc.piiCategory.list.useQuery(
    {
      ws,
      ...state.input,
      status: status === 'ACTIVE' || status === 'INACTIVE' ? status : 'ALL',
      ...(sensitive === 'true' || sensitive === 'false' ? { sensitive: sensitive === 'true' } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const custom = list.data?.custom;
  const full = custom !== undefined && custom.used >= custom.limit;

  const columns: Column<PiiCategory>[] = [
    { id: 'name', header: t('name'), sortable: true, cell: (row) => text(row.name) },
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
    {
      id: 'updatedAt',
      header: t('common:updatedAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
  ];
  const add = canWrite && !full && (
    <Button look="main" size="sm" icon={<Plus />} onClick={() => setTarget('new')}>
      {t('add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <Flex mb="3" minHeight="6">
        <Box textStyle="dense" color="muted">
          {custom &&
            (full
              ? t('full', { limit: number(custom.limit) })
              : t('used', { used: number(custom.used), limit: number(custom.limit) }))}
        </Box>
      </Flex>
      <DataTable
        id="piiCategory"
        caption={t('title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('search')}
        filters={[
          {
            kind: 'one',
            key: 'sensitive',
            label: t('kind'),
            options: [
              { value: 'true', label: t('sensitive') },
              { value: 'false', label: t('plain') },
            ],
          },
          {
            kind: 'one',
            key: 'status',
            label: t('status'),
            options: [
              { value: 'ACTIVE', label: t('active') },
              { value: 'INACTIVE', label: t('inactive') },
            ],
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => text(row.name)}
        rowHref={(row) => address(row.id)}
        rowActions={(row) =>
          canWrite
            ? [
                { key: 'edit', label: t('common:edit'), icon: <Pencil />, onSelect: () => setTarget(row) },
                row.active
                  ? {
                      key: 'deactivate',
                      label: t('deactivate'),
                      icon: <CircleOff />,
                      separated: true,
                      onSelect: () => activeState.ask(row),
                    }
                  : {
                      key: 'reactivate',
                      label: t('reactivate'),
                      icon: <CirclePlay />,
                      separated: true,
                      onSelect: () => void activeState.bringBack(row),
                    },
              ]
            : []
        }
        actions={add}
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} action={add} />}
      />
      {activeState.dialog}
      <Suspense fallback={null}>
        {target && (
          <PiiCategoryDialog
            key={target === 'new' ? 'new' : target.id}
            record={target === 'new' ? undefined : target}
            onClose={() => setTarget(null)}
            onCreated={(id) => go(address(id))}
            onReload={() => void list.refetch()}
          />
        )}
      </Suspense>
    </>
  );
}
