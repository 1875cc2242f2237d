import { useTranslation } from 'react-i18next';
import { storageName } from '../../../shared/country.ts';
import type { InventoryItem } from '../../../shared/inventory/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan } from '../../shell/session.tsx';
import { Link, Text, useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/index.ts';
import { AttributeCell, RecipientsCell, RetentionCell } from './cells.tsx';

/** The columns of the inventory; those who may not read the records read their names alone. */
export function useColumns(): Column<InventoryItem>[] {
  const { t } = useTranslation(['inventory', 'purposeScreen']);
  const { text, locale } = useFormat();
  const mayOpen = useCan('ropa.read');
  return [
    {
      id: 'sensitive',
      header: t('column.attribute'),
      cell: (row) => <AttributeCell row={row} />,
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
      cell: (row) => (row.storageSystem ? storageName(row.storageSystem, locale) : '–'),
    },
  ];
}
