import { useTranslation } from 'react-i18next';
import type { PiiCategory } from '../../../shared/piiCategory/schema.ts';
import { StatusTag, Tag, Text, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn } from '../../ui/table/index.ts';
import { SensitiveTag } from './SensitiveTag.tsx';

/** Columns of the list of PII categories. */
export function usePiiCategoryColumns(): Column<PiiCategory>[] {
  const { t } = useTranslation(['piiCategory', 'common']);
  const { text, number } = useFormat();
  return [
    { id: 'name', header: t('name'), cell: (row) => text(row.name) },
    {
      id: 'sensitive',
      priority: 1,
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
    { id: 'example', wraps: true, header: t('example'), defaultHidden: true, cell: (row) => row.example },
    {
      id: 'subCategories',
      priority: 3,
      header: t('subCategories'),
      align: 'end',
      cell: (row) => number(row.subCategoryCount),
    },
    { id: 'attributes', priority: 3, header: t('attributes'), align: 'end', cell: (row) => number(row.attributeCount) },
    { id: 'purposes', priority: 3, header: t('purposes'), align: 'end', cell: (row) => number(row.purposeCount) },
    {
      id: 'applications',
      priority: 3,
      header: t('applications'),
      align: 'end',
      cell: (row) => number(row.applicationCount),
    },
    {
      id: 'status',
      header: t('status'),
      cell: (row) => (
        <StatusTag tone={row.active ? 'ok' : 'neutral'}>{t(row.active ? 'active' : 'inactive')}</StatusTag>
      ),
    },
    {
      id: 'origin',
      priority: 3,
      header: t('origin'),
      cell: (row) => <Tag>{t(row.builtIn ? 'builtIn' : 'custom')}</Tag>,
    },
    timeColumn('updatedAt', t('common:updatedAt'), { defaultHidden: true }),
  ];
}
