import { ListFilter, Pencil, Plus, Siren } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { INCIDENT_LIST, type IncidentItem } from '../../../shared/incident/schema.ts';
import { Due } from '../../clock/Due.tsx';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, LinkButton, Tag, useFormat } from '../../ui/index.ts';
import {
  type Column,
  type Filter,
  timeColumn,
  useList,
  LIST_QUERY,
  ListPage,
  useRowActions,
} from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useFrozenRows } from '../userConsent/useFrozenRows.ts';
import { incidentHref, LIST } from './address.ts';
import { IncidentStatusTag, PublicTag, RiskTag } from './words.tsx';

/** Filters that are seldom used: out of the way until asked for, or set. */
const RARE: readonly string[] = ['cause', 'applicationId', 'purposeId', 'piiCategoryId', 'fromMonth', 'toMonth'];
/** Records that are found at a time. */
const FOUND = 20;

/** Incidents of the workspace, those due first when asked: find, open, report a new one. */
export default function IncidentsPage() {
  const { t } = useTranslation(['incident', 'common']);
  const { ws } = useSession();
  const { text, month } = useFormat();
  const canReport = useCan('incident.report');
  // Staff have their own alone: there is nothing to choose.
  const seesAll = useCan('incident.verify');
  const [more, setMore] = useState(false);
  const actions = useRowActions();
  useRequestedReport(canReport);
  const list = useList(INCIDENT_LIST);
  const { state } = list;
  const query = trpc.incident.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const { applicationId, purposeId, piiCategoryId, fromMonth, toMonth } = list.input;
  const rows = useFrozenRows<IncidentItem>(query, JSON.stringify(list.input));
  const { client } = trpc.useUtils();
  const rare = (key: string) => more || !RARE.includes(key) || Boolean(state.filters[key as 'cause']);
  // An address names it by its id alone.
  const named = trpc.application.pick.useQuery(
    { ws, id: applicationId ?? '', pageSize: 1 },
    { enabled: applicationId !== undefined, staleTime: 60_000 },
  ).data?.collection[0];
  const purpose = trpc.purpose.get.useQuery(
    { ws, id: purposeId ?? '' },
    { enabled: purposeId !== undefined, staleTime: 60_000 },
  ).data;
  const category = trpc.piiCategory.get.useQuery(
    { ws, id: piiCategoryId ?? '' },
    { enabled: piiCategoryId !== undefined, staleTime: 60_000 },
  ).data;
  const months = trpc.incident.months.useQuery(
    { ws },
    { enabled: rare('fromMonth') || rare('toMonth'), staleTime: 60_000 },
  );
  // A month that the address names is offered though nothing happened in it.
  const monthOptions = [...new Set([...(months.data ?? []), ...[fromMonth, toMonth].flatMap((one) => one ?? [])])]
    .sort()
    .reverse()
    .map((value) => ({ value, label: month(value) }));

  const columns: Column<IncidentItem>[] = [
    { id: 'title', header: t('column.title'), cell: (row) => <Title row={row} /> },
    { id: 'number', header: t('column.number'), align: 'end', cell: (row) => row.number },
    { id: 'status', header: t('column.status'), cell: (row) => <IncidentStatusTag status={row.status} /> },
    { id: 'risk', header: t('column.risk'), cell: (row) => <RiskTag risk={row.riskLevel} /> },
    { id: 'dueAt', header: t('column.clock'), cell: (row) => <Due clock={row.clock} /> },
    { id: 'assignee', header: t('column.assignee'), cell: (row) => row.assignee?.name ?? '–' },
    {
      id: 'applications',
      header: t('column.applications'),
      cell: (row) => <Some words={row.applications.map(({ name }) => text(name))} />,
    },
    { id: 'cause', header: t('column.cause'), defaultHidden: true, cell: (row) => t(`cause.${row.cause}`) },
    timeColumn('discoveredAt', t('column.discoveredAt'), { defaultHidden: true }),
    timeColumn('createdAt', t('column.createdAt'), { defaultHidden: true }),
    timeColumn('updatedAt', t('common:updatedAt')),
  ];
  const add = canReport && (
    <LinkButton look="main" icon={<Plus aria-hidden />} href={incidentHref('new')}>
      {t('report')}
    </LinkButton>
  );

  const filters: Filter[] = [
    list.filter('status', t('filter.status'), (value) =>
      value === 'OPEN' || value === 'WITH_DPO' ? t(`statusGroup.${value}`) : t(`status.${value}`),
    ),
    list.filter('risk', t('filter.risk'), (value) =>
      value === 'UNDECIDED' ? t('undecided') : t(`riskLevel.${value}`),
    ),
    list.filter('clock', t('filter.clock'), (value) => t(`clockFilter.${value}`)),
    list.filter('cause', t('filter.cause'), (value) => t(`cause.${value}`)),
    {
      kind: 'search',
      key: 'applicationId',
      label: t('filter.application'),
      chosen: named && { value: named.id, label: named.name },
      load: async ({ query, page, signal }) => {
        const { collection, meta } = await client.application.pick.query(
          { ws, query, currentPage: page, pageSize: FOUND },
          { signal },
        );
        return {
          options: collection.map(({ id, name }) => ({ value: id, label: name })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      },
    },
    {
      kind: 'search',
      key: 'purposeId',
      label: t('filter.purpose'),
      chosen: purpose && { value: purpose.id, label: text(purpose.content.title) },
      load: async ({ query, page, signal }) => {
        const { collection, meta } = await client.purpose.pick.query(
          { ws, query, currentPage: page, pageSize: FOUND },
          { signal },
        );
        return {
          options: collection.map(({ id, title }) => ({ value: id, label: text(title) })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      },
    },
    {
      kind: 'search',
      key: 'piiCategoryId',
      label: t('filter.piiCategory'),
      chosen: category && { value: category.id, label: text(category.name) },
      load: async ({ query, page, signal }) => {
        const { collection, meta } = await client.piiCategory.list.query(
          { ws, query, status: 'ALL', currentPage: page, pageSize: FOUND },
          { signal },
        );
        return {
          options: collection.map(({ id, name }) => ({ value: id, label: text(name) })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      },
    },
    list.filter('fromMonth', t('filter.fromMonth'), monthOptions),
    list.filter('toMonth', t('filter.toMonth'), monthOptions),
    ...(seesAll ? [list.filter('mine', t('filter.whose'), () => t('filter.mine'))] : []),
  ];

  return (
    <ListPage
      id="incident"
      title={t('title')}
      lead={t('lead')}
      action={
        <>
          <ExportButton kind="incidents" input={list.criteria} />
          {add}
        </>
      }
      list={list}
      query={query}
      data={rows.data}
      pendingCount={rows.pending}
      onShowPending={rows.show}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={filters.filter(({ key }) => rare(key))}
      rowName={(row) => row.title}
      rowHref={(row) => incidentHref(row.id)}
      rowActions={(row) => [
        actions.open(incidentHref(row.id)),
        ...(row.status === 'WAITING'
          ? [{ key: 'edit', label: t('edit'), icon: <Pencil aria-hidden />, href: `${incidentHref(row.id)}?edit=1` }]
          : []),
      ]}
      tools={
        <Button
          size="sm"
          minHeight="9"
          fontWeight="normal"
          icon={<ListFilter aria-hidden />}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          {t('filter.more')}
        </Button>
      }
      empty={{ icon: <Siren size={24} aria-hidden />, title: t('empty.title'), body: t('empty.body'), action: add }}
    />
  );
}

/** The title, and that it came by the public form where it did. */
function Title({ row }: { row: IncidentItem }) {
  if (row.reportedBy) return row.title;
  return (
    <>
      {row.title} <PublicTag />
    </>
  );
}

/** The first of some names, and how many more there are. */
function Some({ words: [first, ...more] }: { words: readonly string[] }) {
  const { number } = useFormat();
  if (!first) return '–';
  return (
    <>
      {first} {more.length > 0 && <Tag>+{number(more.length)}</Tag>}
    </>
  );
}

/** `?new=1` asks for the form, as the command palette does. */
function useRequestedReport(canReport: boolean): void {
  const requested = new URLSearchParams(useSearch()).get('new') === '1';
  const go = useGo();
  useEffect(() => {
    if (requested) go(canReport ? incidentHref('new') : LIST, { replace: true });
  }, [requested, canReport, go]);
}
