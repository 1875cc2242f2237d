import { useTranslation } from 'react-i18next';
import { cellParts } from '../../../../shared/dpia/risk.ts';
import type { DPIA_LIST } from '../../../../shared/dpia/schema.ts';
import { DPIA_STATUSES, type DpiaStatus } from '../../../../shared/dpia/status.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import type { Filter } from '../../../ui/table/index.ts';
import type { ListControl } from '../../../ui/table/useList.ts';
import { usePeopleOptions } from '../../personnel/usePeopleOptions.ts';
import { useLoadApplications } from './useLoadApplications.ts';

/** Filters set by dashboard links: hidden unless they are set. */
const RARE: readonly string[] = ['initialRisk', 'residualCell', 'initialCell'];

const isStored = (status: string): status is DpiaStatus => (DPIA_STATUSES as readonly string[]).includes(status);

/** The filters of the list of assessments. */
export function useDpiaFilters(list: ListControl<typeof DPIA_LIST>): Filter[] {
  const { t } = useTranslation(['dpiaList', 'dpiaAssessment']);
  const { ws } = useSession();
  const loadApplications = useLoadApplications();
  const { applicationId } = list.input;
  const people = usePeopleOptions();
  const chosen = trpc.application.pick.useQuery(
    { ws, id: applicationId ?? '', pageSize: 1 },
    { enabled: applicationId !== undefined, staleTime: 60_000 },
  ).data?.collection[0];
  const cell = (value: string) => {
    const [width, likelihood, impact] = cellParts(value);
    return t('filter.cell', { width, likelihood, impact });
  };
  const filters: Filter[] = [
    list.filter('status', t('column.status'), (value) =>
      isStored(value) ? t(`dpiaAssessment:status.${value}`) : t(`dpiaAssessment:treatment.${value}`),
    ),
    list.filter('required', t('column.required'), (value) => t(`required.${value}`)),
    list.filter('risk', t('column.residualRisk'), (value) => t(`dpiaAssessment:risk.${value}`)),
    list.filter('initialRisk', t('column.initialRisk'), (value) => t(`dpiaAssessment:risk.${value}`)),
    list.filter('residualCell', t('filter.residualCell'), cell),
    list.filter('initialCell', t('filter.initialCell'), cell),
    list.filter('reviewerId', t('column.reviewer'), people),
    list.filter('review', t('filter.review'), (value) => t(`review.${value}`)),
    {
      kind: 'search',
      key: 'applicationId',
      label: t('column.application'),
      chosen: chosen && { value: chosen.id, label: chosen.name },
      load: loadApplications,
    },
  ];
  const { filters: set } = list.state;
  return filters.filter(({ key }) => !RARE.includes(key) || Boolean(set[key as 'status']));
}
