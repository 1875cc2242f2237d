import { ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { PLAN_LIST } from '../../../shared/treatmentPlan/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, type EmptyStateProps, Flex, LinkButton, PageHeader, Tabs, useFormat } from '../../ui/index.ts';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import { LIST_QUERY, ListPage, Nothing, useList, useRowActions } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { planHref } from './address.ts';
import { Board } from './Board.tsx';
import { usePlanColumns } from './columns.tsx';
import { PlanCalendar } from './PlanCalendar.tsx';
import { usePlanFilters } from './usePlanFilters.ts';

const VIEWS = ['board', 'calendar'] as const;
type List = ReturnType<typeof useList<typeof PLAN_LIST>>;

const useView = () => {
  const wanted = new URLSearchParams(useSearch()).get('view');
  return VIEWS.find((one) => one === wanted) ?? 'list';
};

/** Treatment plans as a list, a board or a calendar: search, open, upcoming due dates. */
export default function TreatmentPlansPage() {
  const list = useList(PLAN_LIST);
  const view = useView();
  if (view === 'list') return <PlanList list={list} />;
  return view === 'board' ? <BoardPage list={list} /> : <CalendarPage list={list} />;
}

function PlanList({ list }: { list: List }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const actions = useRowActions();
  const query = trpc.treatmentPlan.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns = usePlanColumns();
  const filters = usePlanFilters(list, false);
  return (
    <ListPage
      id="treatmentPlan"
      title={t('title')}
      lead={t('lead')}
      action={<ExportButton kind="treatment-plans" input={list.criteria} />}
      note={<Views list={list} />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={filters}
      rowName={(row) => text(row.title)}
      rowHref={(row) => planHref(row.id)}
      rowActions={(row) => [actions.open(planHref(row.id))]}
      empty={useNoPlans()}
    />
  );
}

/** In place of plans, to each role: what appears here. */
function useNoPlans(): EmptyStateProps {
  const { t } = useTranslation('treatmentPlanScreen');
  const { standing } = useSession();
  const readsDpias = useCan('dpia.read');
  const isOwn = onlyOwn(standing.role, 'treatmentPlan.read');
  return {
    icon: <ListTodo size={24} aria-hidden />,
    title: t(isOwn ? 'empty.ownTitle' : 'empty.title'),
    body: t(isOwn ? 'empty.ownBody' : 'empty.body'),
    ...(readsDpias && { action: <LinkButton href={pageAddress('dpias')}>{t('empty.action')}</LinkButton> }),
  };
}

function BoardPage({ list }: { list: List }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const filters = usePlanFilters(list, true);
  const none = useNoPlans();
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <Views list={list} />
      <Flex wrap="wrap" gap="2" mb="4">
        <FilterBar state={list.state} filters={filters} searchable searchPlaceholder={t('search')} />
      </Flex>
      <Board input={list.criteria} none={<Nothing state={list.state} emptyState={<EmptyState {...none} />} />} />
    </>
  );
}

function CalendarPage({ list }: { list: List }) {
  const { t } = useTranslation('treatmentPlanScreen');
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <Views list={list} />
      <PlanCalendar />
    </>
  );
}

/** The list, the user's own plans, the board and the calendar. */
function Views({ list }: { list: List }) {
  const { t } = useTranslation('treatmentPlanScreen');
  const view = useView();
  const seesAll = useCan('treatmentPlan.manage');
  const { mine } = list.input;
  return (
    <Tabs
      label={t('views.label')}
      items={[
        { label: t('views.list'), href: '?', current: view === 'list' && !mine },
        ...(seesAll ? [{ label: t('views.mine'), href: '?mine=true', current: view === 'list' && mine }] : []),
        ...VIEWS.map((one) => ({ label: t(`views.${one}`), href: `?view=${one}`, current: view === one })),
      ]}
    />
  );
}
