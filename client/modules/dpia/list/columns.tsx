import { useTranslation } from 'react-i18next';
import type { DpiaVariant } from '../../../../shared/dpia/framework.ts';
import type { DpiaItem } from '../../../../shared/dpia/schema.ts';
import { DaysLeft } from '../../../clock/DaysLeft.tsx';
import { Tag, useFormat } from '../../../ui/index.ts';
import { type Column, timeColumn } from '../../../ui/table/index.ts';
import { RiskTag } from '../riskWords.tsx';
import { DpiaStatusTag, TreatmentTag } from '../states.tsx';

const DASH = '–';

/** The columns of the list of assessments; the older variant has no level of data risk. */
export function useDpiaColumns(variant: DpiaVariant): Column<DpiaItem>[] {
  const { t } = useTranslation(['dpiaList', 'dpiaAssessment', 'common']);
  const { date, number } = useFormat();
  return [
    {
      id: 'name',
      header: t('column.name'),
      cell: (row) => row.name,
      beside: (row) => row.registerChangedAt !== null && <Tag tone="warn">{t('changed')}</Tag>,
    },
    { id: 'application', wraps: true, header: t('column.application'), cell: (row) => row.application.name },
    { id: 'status', priority: 1, header: t('column.status'), cell: (row) => <DpiaStatusTag {...row} /> },
    { id: 'required', header: t('column.required'), cell: (row) => t(`required.${row.required}`) },
    ...(variant === 'CURRENT'
      ? [
          {
            id: 'dataRiskLevel',
            header: t('column.dataRiskLevel'),
            defaultHidden: true,
            cell: (row: DpiaItem) =>
              row.dataRiskLevel === null ? DASH : t('dpiaAssessment:level.name', { level: number(row.dataRiskLevel) }),
          },
        ]
      : []),
    {
      id: 'initialRisk',
      priority: 3,
      header: t('column.initialRisk'),
      cell: (row) => (row.initialRisk === null ? DASH : <RiskTag level={row.initialRisk} />),
    },
    {
      id: 'residualRisk',
      header: t('column.residualRisk'),
      cell: (row) => (row.residualRisk === null ? DASH : <RiskTag level={row.residualRisk} />),
    },
    {
      id: 'treatmentStatus',
      header: t('column.treatmentStatus'),
      cell: (row) => (row.treatmentStatus === null ? DASH : <TreatmentTag status={row.treatmentStatus} />),
    },
    { id: 'reviewer', priority: 3, header: t('column.reviewer'), cell: (row) => row.reviewer?.name ?? DASH },
    {
      id: 'reviewOn',
      priority: 3,
      header: t('column.reviewOn'),
      cell: (row) =>
        row.reviewClock ? <DaysLeft clock={row.reviewClock} /> : row.reviewOn === null ? DASH : date(row.reviewOn),
    },
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
