import { useTranslation } from 'react-i18next';
import type { INCIDENT_LIST } from '../../../shared/incident/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import type { Filter, FilterOption, ListData } from '../../ui/table/index.ts';
import type { ListControl } from '../../ui/table/useList.ts';
import { MINUTE } from '../../../shared/duration.ts';

/** Rarely used filters: hidden until requested or set. */
const RARE: readonly string[] = [
  'cause',
  'excess',
  'applicationId',
  'purposeId',
  'piiCategoryId',
  'fromMonth',
  'toMonth',
];
/** The maximum number of records returned by a search. */
const FOUND = 20;

type IncidentList = ListControl<typeof INCIDENT_LIST>;

/**
 * The filters of the list of incidents.
 * @param all includes the rarely used ones; otherwise those only if they are set
 */
export function useIncidentFilters(list: IncidentList, all: boolean): Filter[] {
  const { t } = useTranslation('incident');
  // Staff read only their own incidents: there is nothing to select.
  const seesAll = useCan('incident.verify');
  const isVisible = (key: string) => all || !RARE.includes(key) || Boolean(list.state.filters[key as 'cause']);
  const chosen = useChosenRecords(list.input);
  const { loadApplications, loadPurposes, loadPiiCategories } = useRecordSearch();
  const months = useMonths(list.input, isVisible('fromMonth') || isVisible('toMonth'));
  const filters: Filter[] = [
    list.filter('status', t('filter.status'), (value) =>
      value === 'OPEN' || value === 'WITH_DPO' ? t(`statusGroup.${value}`) : t(`status.${value}`),
    ),
    list.filter('risk', t('filter.risk'), (value) =>
      value === 'UNDECIDED' ? t('undecided') : t(`riskLevel.${value}`),
    ),
    list.filter('clock', t('filter.clock'), (value) => t(`clockFilter.${value}`)),
    list.filter('cause', t('filter.cause'), (value) => t(`cause.${value}`)),
    list.filter('excess', t('filter.excess'), (value) => t(`excessFilter.${value}`)),
    {
      kind: 'search',
      key: 'applicationId',
      label: t('filter.application'),
      chosen: chosen.application,
      load: loadApplications,
    },
    { kind: 'search', key: 'purposeId', label: t('filter.purpose'), chosen: chosen.purpose, load: loadPurposes },
    {
      kind: 'search',
      key: 'piiCategoryId',
      label: t('filter.piiCategory'),
      chosen: chosen.piiCategory,
      load: loadPiiCategories,
    },
    list.filter('fromMonth', t('filter.fromMonth'), months),
    list.filter('toMonth', t('filter.toMonth'), months),
    ...(seesAll ? [list.filter('mine', t('filter.whose'), () => t('filter.mine'))] : []),
  ];
  return filters.filter(({ key }) => isVisible(key));
}

/** The records that the list is filtered by, with their names: the address contains ids only. */
function useChosenRecords({ applicationId, purposeId, piiCategoryId }: IncidentList['input']) {
  const { ws } = useSession();
  const { text } = useFormat();
  const application = trpc.application.pick.useQuery(
    { ws, id: applicationId ?? '', pageSize: 1 },
    { enabled: applicationId !== undefined, staleTime: MINUTE },
  ).data?.collection[0];
  const purpose = trpc.purpose.pick.useQuery(
    { ws, id: purposeId ?? '', pageSize: 1 },
    { enabled: purposeId !== undefined, staleTime: MINUTE },
  ).data?.collection[0];
  const piiCategory = trpc.piiCategory.pick.useQuery(
    { ws, id: piiCategoryId ?? '', pageSize: 1 },
    { enabled: piiCategoryId !== undefined, staleTime: MINUTE },
  ).data?.collection[0];
  return {
    application: application && { value: application.id, label: application.name },
    purpose: purpose && { value: purpose.id, label: text(purpose.title) },
    piiCategory: piiCategory && { value: piiCategory.id, label: text(piiCategory.name) },
  };
}

/** Searches the records that an incident may concern. */
function useRecordSearch() {
  const { ws } = useSession();
  const { text } = useFormat();
  const { client } = trpc.useUtils();
  const loadApplications: LoadOptions = async ({ query, page, signal }) =>
    optionsOf(
      await client.application.pick.query({ ws, query, currentPage: page, pageSize: FOUND }, { signal }),
      ({ id, name }) => ({ value: id, label: name }),
    );
  const loadPurposes: LoadOptions = async ({ query, page, signal }) =>
    optionsOf(
      await client.purpose.pick.query({ ws, query, currentPage: page, pageSize: FOUND }, { signal }),
      ({ id, title }) => ({ value: id, label: text(title) }),
    );
  const loadPiiCategories: LoadOptions = async ({ query, page, signal }) =>
    optionsOf(
      await client.piiCategory.pick.query({ ws, query, currentPage: page, pageSize: FOUND }, { signal }),
      ({ id, name }) => ({ value: id, label: text(name) }),
    );
  return { loadApplications, loadPurposes, loadPiiCategories };
}

const optionsOf = <Row>({ collection, meta }: ListData<Row>, optionOf: (row: Row) => FilterOption) => ({
  options: collection.map(optionOf),
  hasMore: meta.currentPage < meta.totalPage,
});

/** Months with incidents, newest first; the month in the address is offered even without any. */
function useMonths({ fromMonth, toMonth }: IncidentList['input'], enabled: boolean): FilterOption[] {
  const { ws } = useSession();
  const { month } = useFormat();
  const months = trpc.incident.months.useQuery({ ws }, { enabled, staleTime: MINUTE });
  return [...new Set([...(months.data ?? []), ...[fromMonth, toMonth].flatMap((one) => one ?? [])])]
    .sort()
    .reverse()
    .map((value) => ({ value, label: month(value) }));
}
