import { useTranslation } from 'react-i18next';
import type { ApplicationItem } from '../../../shared/application/schema.ts';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { Flex, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn } from '../../ui/table/index.ts';
import { ReviewTag } from './ReviewTag.tsx';
import { ScoreBar } from './Score.tsx';

/** Columns of the list of applications. */
export function useApplicationColumns(): Column<ApplicationItem>[] {
  const { t } = useTranslation(['recordScreen', 'common']);
  const { text, number, date } = useFormat();
  return [
    { id: 'name', header: t('application.name'), cell: (row) => row.name },
    { id: 'processCode', priority: 3, header: t('application.processCode'), cell: (row) => row.processCode || '–' },
    { id: 'status', priority: 1, header: t('statusLabel'), cell: (row) => <StatusOfRecord {...row} /> },
    {
      id: 'completeness',
      header: t('application.completeness'),
      cell: (row) => <ScoreBar percent={row.completeness} />,
    },
    {
      id: 'role',
      header: t('application.role'),
      defaultHidden: true,
      cell: (row) => t(`application.roles.${row.processingRole}`),
    },
    {
      id: 'reviewOn',
      header: t('application.reviewOn'),
      cell: (row) => (
        <Flex gap="2" align="center">
          <span>{row.reviewOn ? date(row.reviewOn) : '–'}</span>
          <ReviewTag reviewOn={row.reviewOn} />
        </Flex>
      ),
    },
    {
      id: 'dataController',
      wraps: true,
      priority: 3,
      header: t('application.dataController'),
      cell: (row) => text(row.dataController.name),
    },
    {
      id: 'purposeCount',
      priority: 3,
      header: t('application.purposes'),
      align: 'end',
      cell: (row) => number(row.purposeCount),
    },
    {
      id: 'dataSubjectCount',
      header: t('application.dataSubjectCount'),
      align: 'end',
      defaultHidden: true,
      cell: (row) => (row.dataSubjectCount === null ? '–' : number(row.dataSubjectCount)),
    },
    { id: 'updatedBy', header: t('common:updatedBy'), defaultHidden: true, cell: (row) => row.updatedBy?.name ?? '–' },
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
