import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PurposeItem } from '../../../shared/purpose/schema.ts';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { Flex, Tag, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn } from '../../ui/table/index.ts';

/** Columns of the list of purposes. */
export function usePurposeColumns(): Column<PurposeItem>[] {
  const { t } = useTranslation(['purposeScreen', 'common']);
  const { text, number } = useFormat();
  return [
    { id: 'title', header: t('column.title'), cell: (row) => text(row.title) },
    { id: 'category', header: t('column.category'), cell: (row) => text(row.purposeCategory?.name) || '–' },
    {
      id: 'bases',
      header: t('column.bases'),
      cell: (row) => (
        <Flex wrap="wrap" gap="1">
          {row.lawfulBases.map((basis) => (
            <Tag key={basis}>{t(`basis.${basis}.name`)}</Tag>
          ))}
          {row.sensitive && (
            <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
              {t('sensitive')}
            </Tag>
          )}
          {row.lawfulBases.length === 0 && !row.sensitive && '–'}
        </Flex>
      ),
    },
    { id: 'status', header: t('column.status'), cell: (row) => <StatusOfRecord {...row} /> },
    { id: 'applications', header: t('column.applications'), align: 'end', cell: (row) => number(row.applicationCount) },
    timeColumn('updatedAt', t('common:updatedAt')),
    { id: 'updatedBy', header: t('column.updatedBy'), defaultHidden: true, cell: (row) => row.updatedBy?.name ?? '–' },
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
