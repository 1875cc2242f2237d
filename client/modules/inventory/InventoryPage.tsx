import { ShieldAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import {
  INVENTORY_LIST,
  INVENTORY_PIVOTS,
  type InventoryItem,
  type InventoryPivot,
} from '../../../shared/inventory/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Button,
  EmptyState,
  Flex,
  Grid,
  Link,
  LinkButton,
  PageHeader,
  Tag,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { type Column, DataTable, useList, LIST_QUERY, tableQuery } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { PivotPanel } from './PivotPanel.tsx';
import { RecipientsCell, RetentionCell } from './cells.tsx';
import { useWords } from './words.ts';

/**
 * Every use of personal data: what it is, who uses it, why and how long; added up by one side of it, which also
 * filters.
 */
export default function InventoryPage() {
  const { t } = useTranslation(['inventory', 'purposeScreen', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const words = useWords();
  // Top Management reads the names alone.
  const mayOpen = useCan('ropa.read');
  const control = useList(INVENTORY_LIST, {
    params: {
      piiCategoryId: 'category',
      applicationId: 'application',
      purposeId: 'purpose',
      retentionBand: 'retention',
    },
  });
  const { state } = control;
  const chosen = state.filters;
  const filters = control.criteria;
  const list = trpc.inventory.list.useQuery({ ws, ...control.input }, LIST_QUERY);

  // What all rows have in common names the filter; rows of a filter that finds nothing name none.
  const first = list.isPlaceholderData ? undefined : list.data?.collection[0];
  const nameOfFilter = (by: InventoryPivot): string => {
    if (by === 'lawfulBasis' || by === 'retention') return words.keyName(by, chosen[by] ?? '');
    const named =
      by === 'application'
        ? first?.application.name
        : first && text(by === 'category' ? first.category.name : first.purpose.title);
    return named ?? '…';
  };
  const narrowedBy = INVENTORY_PIVOTS.filter((by) => chosen[by] !== undefined);

  const columns: Column<InventoryItem>[] = [
    {
      id: 'sensitive',
      header: t('column.attribute'),
      cell: (row) => (
        <Box minWidth="11rem" py="1" display="grid" gap="0.5" justifyItems="start">
          <span>{text(row.attribute.name)}</span>
          <Flex columnGap="2" rowGap="1" align="center" wrap="wrap" fontWeight="normal">
            {row.sensitive && (
              <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
                {t('sensitive')}
              </Tag>
            )}
            <Text as="span" textStyle="small" color="muted">
              {text(row.category.name)}
            </Text>
          </Flex>
        </Box>
      ),
    },
    {
      id: 'category',
      header: t('column.category'),
      defaultHidden: true,
      cell: (row) => text(row.category.name),
    },
    {
      id: 'subCategory',
      header: t('column.subCategory'),
      defaultHidden: true,
      cell: (row) => text(row.subCategory?.name) || '–',
    },
    {
      id: 'application',
      header: t('column.application'),
      cell: (row) =>
        mayOpen ? (
          <Link href={recordAddress('application', row.application.id, { tab: 'data-mapping' })}>
            {row.application.name}
          </Link>
        ) : (
          row.application.name
        ),
    },
    {
      id: 'purpose',
      header: t('column.purpose'),
      cell: (row) =>
        mayOpen ? (
          <Link href={recordAddress('purpose', row.purpose.id)}>{text(row.purpose.title)}</Link>
        ) : (
          text(row.purpose.title)
        ),
    },
    {
      id: 'lawfulBases',
      header: t('column.lawfulBases'),
      cell: (row) => (
        <Text as="span" textStyle="dense" {...(row.lawfulBases.length === 0 && { color: 'muted' })}>
          {row.lawfulBases.map((basis) => t(`purposeScreen:basis.${basis}.name`)).join(', ') || t('noBasis')}
        </Text>
      ),
    },
    { id: 'retention', header: t('column.retention'), cell: (row) => <RetentionCell retention={row.retention} /> },
    { id: 'recipients', header: t('column.recipients'), cell: (row) => <RecipientsCell recipients={row.recipients} /> },
    {
      id: 'dataSubjectGroup',
      header: t('column.dataSubjectGroup'),
      defaultHidden: true,
      cell: (row) => text(row.dataSubjectGroup.name),
    },
    { id: 'channel', header: t('column.channel'), defaultHidden: true, cell: (row) => text(row.channel.name) },
    {
      id: 'storageSystem',
      header: t('column.storageSystem'),
      defaultHidden: true,
      cell: (row) => text(row.storageSystem?.name) || '–',
    },
  ];

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={<ExportButton kind="inventories" formats={['xlsx', 'csv']} input={filters} />}
      />
      <Grid gap="4" alignItems="start" gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: '17rem minmax(0, 1fr)' }}>
        <PivotPanel filters={filters} chosen={chosen} onChoose={(by, key) => state.setFilter(by, key)} />
        <Grid gap="3" gridTemplateColumns="minmax(0, 1fr)">
          {narrowedBy.length > 0 && (
            <Flex wrap="wrap" gap="2">
              {narrowedBy.map((by) => (
                <Button
                  key={by}
                  size="sm"
                  icon={<X aria-hidden />}
                  maxWidth="full"
                  whiteSpace="normal"
                  height="auto"
                  minHeight="8"
                  textAlign="start"
                  onClick={() => state.setFilter(by, undefined)}
                >
                  {t('filteredBy', { by: t(`pivot.${by}`), name: nameOfFilter(by) })}
                </Button>
              ))}
            </Flex>
          )}
          <DataTable
            id="inventory"
            caption={t('title')}
            columns={columns}
            {...tableQuery(list)}
            state={state}
            searchPlaceholder={t('search')}
            filters={[control.filter('sensitive', t('column.sensitive'), () => t('onlySensitive'))]}
            rowKey={(row) => `${row.flowId} ${row.attribute.id}`}
            rowName={(row) => text(row.attribute.name)}
            emptyState={
              <EmptyState
                title={t('emptyTitle')}
                body={t('emptyBody')}
                action={
                  mayOpen && (
                    <LinkButton look="main" href={pageAddress('applications')}>
                      {t('emptyAction')}
                    </LinkButton>
                  )
                }
              />
            }
          />
        </Grid>
      </Grid>
    </>
  );
}
