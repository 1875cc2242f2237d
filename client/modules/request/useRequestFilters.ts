import { useTranslation } from 'react-i18next';
import type { REQUEST_LIST } from '../../../shared/request/schema.ts';
import { monthsBack } from '../../clock/months.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import { useFormat } from '../../ui/index.ts';
import type { Filter, FilterOption } from '../../ui/table/index.ts';
import type { ListControl } from '../../ui/table/useList.ts';
import { usePeopleOptions } from '../personnel/usePeopleOptions.ts';
import { MINUTE } from '../../../shared/duration.ts';

/** Rarely used filters: hidden until requested or set. */
const RARE: readonly string[] = ['byReceipt', 'byEither', 'stage', 'ground', 'answer', 'fromMonth', 'toMonth'];
/** The number of months offered, including this one. */
const MONTHS = 36;
/** The maximum number of applications returned by a search. */
const FOUND = 20;

/**
 * The filters of the list of requests, and of its board.
 * @param all includes the rarely used ones; otherwise those only if they are set
 */
export function useRequestFilters(list: ListControl<typeof REQUEST_LIST>, all: boolean): Filter[] {
  const { t } = useTranslation(['requestScreen', 'request']);
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  // Staff read only their own requests: there is nobody to select.
  const managesAll = useCan('request.manage');
  const { applicationId } = list.input;
  const application = trpc.application.pick.useQuery(
    { ws, id: applicationId ?? '', pageSize: 1 },
    { enabled: managesAll && applicationId !== undefined, staleTime: MINUTE },
  ).data?.collection[0];
  const assignees = usePeopleOptions(managesAll);
  const loadApplications: LoadOptions = async ({ query, page, signal }) => {
    const { collection, meta } = await client.application.pick.query(
      { ws, query, currentPage: page, pageSize: FOUND },
      { signal },
    );
    return {
      options: collection.map(({ id, name }) => ({ value: id, label: name })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  };
  const months = useMonths(list.input);
  const filters: Filter[] = [
    list.filter('status', t('filter.status'), (value) => t(`request:status.${value}`)),
    list.filter('clock', t('filter.clock'), (value) => t(`clockFilter.${value}`)),
    list.filter('right', t('filter.right'), (value) => t(`request:right.${value}`)),
    list.filter('byReceipt', t('request:filter.byReceipt'), (value) => t(`request:filter.${value}`)),
    list.filter('byEither', t('request:filter.byEither'), (value) => t(`request:filter.${value}`)),
    list.filter('stage', t('request:filter.stage'), (value) =>
      value === 'OPEN' ? t('request:filter.OPEN') : t(`request:stage.${value}`),
    ),
    list.filter('ground', t('request:filter.ground'), (value) => t(`request:ground.${value as 'LAW'}`)),
    list.filter('answer', t('request:filter.answer'), (value) => t(`request:filter.${value}`)),
    list.filter('fromMonth', t('request:filter.fromMonth'), months),
    list.filter('toMonth', t('request:filter.toMonth'), months),
    ...(managesAll
      ? [
          list.filter('assigneeId', t('filter.assignee'), assignees),
          {
            kind: 'search' as const,
            key: 'applicationId',
            label: t('filter.application'),
            chosen: application && { value: application.id, label: application.name },
            load: loadApplications,
          },
        ]
      : []),
  ];
  const { filters: set } = list.state;
  return filters.filter(({ key }) => all || !RARE.includes(key) || Boolean(set[key as 'stage']));
}

/** The last months in Bangkok, newest first; the month in the address is offered even if it is older. */
function useMonths({ fromMonth, toMonth }: ListControl<typeof REQUEST_LIST>['input']): FilterOption[] {
  const { month } = useFormat();
  const last = Array.from({ length: MONTHS }, (_, back) => monthsBack(back + 1));
  return [...new Set([...last, ...[fromMonth, toMonth].flatMap((one) => one ?? [])])]
    .sort()
    .reverse()
    .map((value) => ({ value, label: month(value) }));
}
