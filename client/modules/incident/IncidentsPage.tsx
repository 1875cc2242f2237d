import { keepPreviousData } from '@tanstack/react-query';
import { Eye, ListFilter, Pencil, Plus, Siren } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import {
  CLOCK_FILTERS,
  INCIDENT_CAUSES,
  type IncidentItem,
  RISK_LEVELS,
  STATUS_FILTERS,
} from '../../../shared/incident/schema.ts';
import { Due } from '../../clock/Due.tsx';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, EmptyState, LinkButton, PageHeader, RelativeTime, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, type Filter, tableQuery, useListState } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useHeldRows } from '../userConsent/useHeldRows.ts';
import { incidentHref, LIST } from './address.ts';
import { IncidentStatusTag, PublicTag, RiskTag } from './words.tsx';

const RISKS = ['UNDECIDED', ...RISK_LEVELS] as const;
const CLOCKS = CLOCK_FILTERS.filter((one) => one !== 'ALL');
/** Filters that are seldom used: out of the way until asked for, or set. */
const RARE: readonly string[] = ['cause', 'applicationId', 'purposeId', 'piiCategoryId', 'fromMonth', 'toMonth'];
/** Records that are found at a time. */
const FOUND = 20;

const oneOf = <const Value extends string>(values: readonly Value[], value: string | undefined): Value | 'ALL' =>
  values.find((one) => one === value) ?? 'ALL';
const monthOf = (value: string | undefined): string | undefined =>
  value && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined;

/** Incidents of the workspace, those due first when asked: find, open, report a new one. */
export default function IncidentsPage() {
  const { t } = useTranslation(['incident', 'common']);
  const { ws } = useSession();
  const { text, month } = useFormat();
  const canReport = useCan('incident.report');
  // Staff have their own alone: there is nothing to choose.
  const seesAll = useCan('incident.verify');
  const [more, setMore] = useState(false);
  useAskedReport(canReport);
  const state = useListState({
    sortBy: ['updatedAt', 'createdAt', 'discoveredAt', 'dueAt', 'title', 'number'],
    filters: {
      status: 'one',
      risk: 'one',
      cause: 'one',
      clock: 'one',
      applicationId: 'one',
      purposeId: 'one',
      piiCategoryId: 'one',
      fromMonth: 'one',
      toMonth: 'one',
      mine: 'one',
    },
  });
  const { status, risk, cause, clock, applicationId, purposeId, piiCategoryId, fromMonth, toMonth, mine } =
    state.filters;
  const asked = {
    status: oneOf(STATUS_FILTERS, status),
    risk: oneOf(RISKS, risk),
    cause: oneOf(INCIDENT_CAUSES, cause),
    clock: oneOf(CLOCKS, clock),
    ...(applicationId && { applicationId }),
    ...(purposeId && { purposeId }),
    ...(piiCategoryId && { piiCategoryId }),
    ...(monthOf(fromMonth) && { fromMonth: monthOf(fromMonth) }),
    ...(monthOf(toMonth) && { toMonth: monthOf(toMonth) }),
    mine: mine === 'true',
  };
  const list = trpc.incident.list.useQuery({ ws, ...state.input, ...asked }, { placeholderData: keepPreviousData });
  const rows = useHeldRows<IncidentItem>(list, JSON.stringify([state.input, asked]));
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
  const monthOptions = [
    ...new Set([...(months.data ?? []), ...[monthOf(fromMonth), monthOf(toMonth)].flatMap((one) => one ?? [])]),
  ]
    .sort()
    .reverse()
    .map((value) => ({ value, label: month(value) }));

  const columns: Column<IncidentItem>[] = [
    { id: 'title', header: t('column.title'), sortable: true, cell: (row) => <Title row={row} /> },
    { id: 'number', header: t('column.number'), sortable: true, align: 'end', cell: (row) => row.number },
    { id: 'status', header: t('column.status'), cell: (row) => <IncidentStatusTag status={row.status} /> },
    { id: 'risk', header: t('column.risk'), cell: (row) => <RiskTag risk={row.riskLevel} /> },
    { id: 'dueAt', header: t('column.clock'), sortable: true, cell: (row) => <Due clock={row.clock} /> },
    { id: 'assignee', header: t('column.assignee'), cell: (row) => row.assignee?.name ?? '–' },
    {
      id: 'applications',
      header: t('column.applications'),
      cell: (row) => <Some words={row.applications.map(({ name }) => text(name))} />,
    },
    { id: 'cause', header: t('column.cause'), defaultHidden: true, cell: (row) => t(`cause.${row.cause}`) },
    {
      id: 'discoveredAt',
      header: t('column.discoveredAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.discoveredAt} />,
    },
    {
      id: 'createdAt',
      header: t('column.createdAt'),
      sortable: true,
      defaultHidden: true,
      cell: (row) => <RelativeTime value={row.createdAt} />,
    },
    {
      id: 'updatedAt',
      header: t('common:updatedAt'),
      sortable: true,
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
  ];
  const add = canReport && (
    <LinkButton look="main" icon={<Plus aria-hidden />} href={incidentHref('new')}>
      {t('report')}
    </LinkButton>
  );

  const filters: Filter[] = [
    {
      kind: 'one',
      key: 'status',
      label: t('filter.status'),
      options: STATUS_FILTERS.map((value) => ({
        value,
        label: value === 'OPEN' || value === 'WITH_DPO' ? t(`statusGroup.${value}`) : t(`status.${value}`),
      })),
    },
    {
      kind: 'one',
      key: 'risk',
      label: t('filter.risk'),
      options: RISKS.map((value) => ({
        value,
        label: value === 'UNDECIDED' ? t('undecided') : t(`riskLevel.${value}`),
      })),
    },
    {
      kind: 'one',
      key: 'clock',
      label: t('filter.clock'),
      options: CLOCKS.map((value) => ({ value, label: t(`clockFilter.${value as 'RUNNING'}`) })),
    },
    {
      kind: 'one',
      key: 'cause',
      label: t('filter.cause'),
      options: INCIDENT_CAUSES.map((value) => ({ value, label: t(`cause.${value}`) })),
    },
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
    { kind: 'one', key: 'fromMonth', label: t('filter.fromMonth'), options: monthOptions },
    { kind: 'one', key: 'toMonth', label: t('filter.toMonth'), options: monthOptions },
    ...(seesAll
      ? [
          {
            kind: 'one' as const,
            key: 'mine',
            label: t('filter.whose'),
            options: [{ value: 'true', label: t('filter.mine') }],
          },
        ]
      : []),
  ];

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={
          <>
            <ExportButton kind="incidents" input={{ ...asked, query: state.input.query }} />
            {add}
          </>
        }
      />
      <DataTable
        id="incident"
        caption={t('title')}
        columns={columns}
        {...tableQuery(list)}
        data={rows.data}
        pendingCount={rows.pending}
        onShowPending={rows.show}
        state={state}
        searchPlaceholder={t('search')}
        filters={filters.filter(({ key }) => rare(key))}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => incidentHref(row.id)}
        rowActions={(row) => [
          { key: 'open', label: t('common:open'), icon: <Eye aria-hidden />, href: incidentHref(row.id) },
          ...(row.status === 'WAITING'
            ? [{ key: 'edit', label: t('edit'), icon: <Pencil aria-hidden />, href: `${incidentHref(row.id)}?edit=1` }]
            : []),
        ]}
        actions={
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
        emptyState={
          <EmptyState
            icon={<Siren size={24} aria-hidden />}
            title={t('empty.title')}
            body={t('empty.body')}
            action={add}
          />
        }
      />
    </>
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
function useAskedReport(canReport: boolean): void {
  const asked = new URLSearchParams(useSearch()).get('new') === '1';
  const go = useGo();
  useEffect(() => {
    if (asked) go(canReport ? incidentHref('new') : LIST, { replace: true });
  }, [asked, canReport, go]);
}
