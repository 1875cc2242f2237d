import { useTranslation } from 'react-i18next';
import type { PLAN_LIST } from '../../../shared/treatmentPlan/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { Filter } from '../../ui/table/index.ts';
import type { ListControl } from '../../ui/table/useList.ts';
import { useLoadApplications } from '../dpia/list/useLoadApplications.ts';
import { usePeopleOptions } from '../personnel/usePeopleOptions.ts';

/**
 * The filters of the list of treatment plans, and of its board, whose columns are the statuses. The assessment filter
 * is set by links of other pages: it is hidden until set.
 */
export function usePlanFilters(list: ListControl<typeof PLAN_LIST>, isBoard: boolean): Filter[] {
  const { t } = useTranslation(['treatmentPlanScreen', 'dpiaAssessment']);
  const { ws } = useSession();
  // Staff read only their own plans: there is nobody to select.
  const managesAll = useCan('treatmentPlan.manage');
  const loadApplications = useLoadApplications();
  const { applicationId, dpiaId } = list.input;
  const people = usePeopleOptions(managesAll);
  const application = trpc.application.pick.useQuery(
    { ws, id: applicationId ?? '', pageSize: 1 },
    { enabled: managesAll && applicationId !== undefined, staleTime: 60_000 },
  ).data?.collection[0];
  const dpia = trpc.dpia.get.useQuery(
    { ws, id: dpiaId ?? '' },
    { enabled: managesAll && dpiaId !== undefined, staleTime: 60_000 },
  ).data;
  const filters: Filter[] = [
    ...(isBoard ? [] : [list.filter('status', t('column.status'), (value) => t(`status.${value}`))]),
    list.filter('due', t('filter.due'), (value) => t(`due.${value}`)),
    list.filter('risk', t('column.residualRisk'), (value) => t(`dpiaAssessment:risk.${value}`)),
    ...(managesAll
      ? [
          list.filter('assigneeId', t('column.assignee'), people),
          {
            kind: 'search' as const,
            key: 'applicationId',
            label: t('column.application'),
            chosen: application && { value: application.id, label: application.name },
            load: loadApplications,
          },
        ]
      : []),
    list.filter('dpiaId', t('column.dpia'), dpiaId ? [{ value: dpiaId, label: dpia?.name ?? '…' }] : []),
  ];
  const { filters: set } = list.state;
  return filters.filter(({ key }) => key !== 'dpiaId' || Boolean(set[key]));
}
