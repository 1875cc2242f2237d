import { useTranslation } from 'react-i18next';
import { storageName } from '../../../shared/country.ts';
import type { InventoryItem } from '../../../shared/inventory/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan } from '../../shell/session.tsx';
import { Link, useFormat } from '../../ui/index.ts';
import { type Column, TwoLines } from '../../ui/table/index.ts';
import { BasesCell, RecipientsCell, RetentionCell, SensitiveTag } from './cells.tsx';

/** The columns of the inventory; users who may not read the records see only their names, without links. */
export function useColumns(): Column<InventoryItem>[] {
  const { t } = useTranslation('inventory');
  const { text, locale } = useFormat();
  const mayOpen = useCan('ropa.read');
  const named = (href: string, name: string) => (mayOpen ? <Link href={href}>{name}</Link> : name);
  return [
    {
      id: 'sensitive',
      header: t('column.attribute'),
      cell: (row) => <TwoLines more={text(row.category.name)}>{text(row.attribute.name)}</TwoLines>,
      beside: (row) => row.sensitive && <SensitiveTag />,
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
      wraps: true,
      priority: 1,
      header: t('column.application'),
      cell: ({ application: { id, name } }) => named(recordAddress('application', id, { tab: 'data-mapping' }), name),
    },
    {
      id: 'purpose',
      wraps: true,
      priority: 1,
      header: t('column.purpose'),
      cell: ({ purpose }) => named(recordAddress('purpose', purpose.id), text(purpose.title)),
    },
    {
      id: 'lawfulBases',
      wraps: true,
      header: t('column.lawfulBases'),
      cell: (row) => <BasesCell bases={row.lawfulBases} />,
    },
    {
      id: 'retention',
      wraps: true,
      header: t('column.retention'),
      cell: (row) => <RetentionCell retention={row.retention} />,
    },
    {
      id: 'recipients',
      priority: 3,
      header: t('column.recipients'),
      cell: (row) => <RecipientsCell row={row} />,
    },
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
