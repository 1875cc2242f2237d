import { useTranslation } from 'react-i18next';
import type { PlanItem } from '../../../shared/treatmentPlan/schema.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, TwoLines } from '../../ui/table/index.ts';
import { RiskTag } from '../dpia/riskWords.tsx';
import { PlanStatusTag } from './words.tsx';

/** The columns of the list of treatment plans. */
export function usePlanColumns(): Column<PlanItem>[] {
  const { t } = useTranslation(['treatmentPlanScreen', 'dpiaAssessment', 'common']);
  const { text, date, number } = useFormat();
  return [
    {
      id: 'title',
      header: t('column.plan'),
      cell: (row) => <TwoLines more={row.dpia.name}>{text(row.title)}</TwoLines>,
    },
    { id: 'status', priority: 1, header: t('column.status'), cell: (row) => <PlanStatusTag status={row.status} /> },
    {
      id: 'expectedOn',
      priority: 1,
      header: t('column.due'),
      cell: (row) => (row.clock ? <DaysLeft clock={row.clock} /> : date(row.expectedOn)),
    },
    { id: 'assignee', priority: 2, header: t('column.assignee'), cell: (row) => row.assignee?.name ?? t('nobody') },
    {
      id: 'residualRisk',
      priority: 2,
      header: t('column.residualRisk'),
      cell: (row) => <RiskTag level={row.residualRisk} />,
    },
    {
      id: 'application',
      wraps: true,
      priority: 3,
      header: t('column.application'),
      cell: (row) => row.application.name,
    },
    {
      id: 'method',
      defaultHidden: true,
      header: t('field.method'),
      cell: (row) => t(`dpiaAssessment:method.${row.method}`),
    },
    { id: 'actions', defaultHidden: true, header: t('column.actions'), cell: (row) => number(row.actionCount) },
    timeColumn('updatedAt', t('common:updatedAt'), { defaultHidden: true }),
  ];
}
