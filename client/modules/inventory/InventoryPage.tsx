import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import {
  INVENTORY_LIST,
  INVENTORY_PIVOTS,
  type InventoryItem,
  type InventoryPivot,
} from '../../../shared/inventory/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, EmptyState, Flex, Grid, LinkButton, PageHeader, useFormat } from '../../ui/index.ts';
import { DataTable, useList, LIST_QUERY, tableQuery } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useColumns } from './columns.tsx';
import { type ChosenPivots, PivotPanel } from './PivotPanel.tsx';
import { useWords } from './words.ts';

/**
 * Every use of personal data: what it is, who uses it, why and how long; aggregated by one dimension, which also
 * filters.
 */
export default function InventoryPage() {
  const { t } = useTranslation('inventory');
  const { ws } = useSession();
  const { text } = useFormat();
  // Top Management sees the names only, without links.
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
  const columns = useColumns();
  const list = trpc.inventory.list.useQuery({ ws, ...control.input }, LIST_QUERY);

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
          <PivotFilters
            chosen={chosen}
            first={list.isPlaceholderData ? undefined : list.data?.collection[0]}
            onRemove={(by) => state.setFilter(by, undefined)}
          />
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
                body={t(mayOpen ? 'emptyBody' : 'emptyReader')}
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

interface PivotFiltersProps {
  chosen: ChosenPivots;
  /** A row of the filtered list: the values that all rows share supply the name of the filter. */
  first: InventoryItem | undefined;
  onRemove: (by: InventoryPivot) => void;
}

/** The filters set by the panel, each with a button that removes it. */
function PivotFilters({ chosen, first, onRemove }: PivotFiltersProps) {
  const { t } = useTranslation('inventory');
  const { text } = useFormat();
  const words = useWords();
  const nameOfFilter = (by: InventoryPivot): string => {
    if (by === 'lawfulBasis' || by === 'retention') return words.keyName(by, chosen[by] ?? '');
    const named =
      by === 'application'
        ? first?.application.name
        : first && text(by === 'category' ? first.category.name : first.purpose.title);
    // Without results there is no row that supplies the name of the filter.
    return named ?? '…';
  };
  const narrowedBy = INVENTORY_PIVOTS.filter((by) => chosen[by] !== undefined);
  if (narrowedBy.length === 0) return null;
  return (
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
          onClick={() => onRemove(by)}
        >
          {t('filteredBy', { by: t(`pivot.${by}`), name: nameOfFilter(by) })}
        </Button>
      ))}
    </Flex>
  );
}
