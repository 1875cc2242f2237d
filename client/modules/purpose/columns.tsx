import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PurposeItem } from '../../../shared/purpose/schema.ts';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { Tag, useFormat } from '../../ui/index.ts';
import { type Column, FewTags, timeColumn } from '../../ui/table/index.ts';

/** Columns of the list of purposes. */
export function usePurposeColumns(): Column<PurposeItem>[] {
  const { t } = useTranslation(['purposeScreen', 'common']);
  const { text, number } = useFormat();
  return [
    { id: 'title', header: t('column.title'), cell: (row) => text(row.title) },
    {
      id: 'category',
      wraps: true,
      priority: 3,
      header: t('column.category'),
      cell: (row) => text(row.purposeCategory?.name) || '–',
    },
    {
      id: 'bases',
      header: t('column.bases'),
      cell: (row) =>
        row.lawfulBases.length === 0 && !row.sensitive ? (
          '–'
        ) : (
          <FewTags
            tags={[
              ...(row.sensitive
                ? [
                    <Tag key="sensitive" tone="warn" icon={<ShieldAlert aria-hidden />}>
                      {t('sensitive')}
                    </Tag>,
                  ]
                : []),
              ...row.lawfulBases.map((basis) => <Tag key={basis}>{t(`basis.${basis}.name`)}</Tag>),
            ]}
          />
        ),
    },
    { id: 'status', priority: 1, header: t('column.status'), cell: (row) => <StatusOfRecord {...row} /> },
    {
      id: 'applications',
      priority: 3,
      header: t('column.applications'),
      align: 'end',
      cell: (row) => number(row.applicationCount),
    },
    timeColumn('updatedAt', t('common:updatedAt')),
    { id: 'updatedBy', header: t('column.updatedBy'), defaultHidden: true, cell: (row) => row.updatedBy?.name ?? '–' },
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
