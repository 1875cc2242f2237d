import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { placeName } from '../../../shared/country.ts';
import type { FlowEdge, FlowNode } from '../../../shared/dataFlow/schema.ts';
import { useCan } from '../../shell/session.tsx';
import { Link, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, type ListState, TwoLines } from '../../ui/table/index.ts';
import { Marks } from './DetailsPanel.tsx';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import { recordOf } from './links.ts';

export const TABLE_SORTS = ['uses', 'sensitiveUses', 'from', 'to'] as const;
export type TableSort = (typeof TABLE_SORTS)[number];

/** The flows of the diagram, row by row: the same answer, searched and sorted here. */
export function FlowsTable({
  graph,
  state,
  waiting,
  isRefreshing,
  error,
  onRetry,
}: {
  graph: Graph | null;
  state: ListState<TableSort>;
  waiting: boolean;
  /** The graph answers earlier filters. */
  isRefreshing: boolean;
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation('dataFlow');
  const { number } = useFormat();
  const { currentPage, pageSize } = state.input;
  const rows = useRows(graph, state.input);
  const end = (key: string) => {
    const node = graph?.node(key);
    return node ? <NodeCell node={node} /> : null;
  };
  const columns: Column<FlowEdge>[] = [
    { id: 'from', header: t('table.from'), cell: ({ from }) => end(from) },
    { id: 'to', wraps: true, priority: 1, header: t('table.to'), cell: ({ to }) => end(to) },
    {
      id: 'marks',
      header: t('table.marks'),
      cell: ({ sensitiveUses, crossBorder }) => <Marks sensitive={sensitiveUses > 0} crossBorder={crossBorder} />,
    },
    { id: 'uses', priority: 1, header: t('usesLabel'), align: 'end', cell: ({ uses }) => number(uses) },
    {
      id: 'sensitiveUses',
      priority: 3,
      header: t('sensitiveUsesLabel'),
      align: 'end',
      cell: ({ sensitiveUses }) => number(sensitiveUses),
    },
  ];
  const data = rows && {
    collection: rows.slice((currentPage - 1) * pageSize, currentPage * pageSize),
    meta: { currentPage, pageSize, totalPage: Math.max(1, Math.ceil(rows.length / pageSize)), totalItems: rows.length },
  };
  return (
    <DataTable
      id="dataFlow"
      caption={t('table.caption')}
      columns={columns}
      data={data ?? undefined}
      isLoading={waiting}
      isRefreshing={isRefreshing}
      error={error}
      onRetry={onRetry}
      state={state}
      searchPlaceholder={t('table.search')}
      rowKey={({ from, to }) => `${from} ${to}`}
      rowName={({ from, to }) => `${graph?.node(from)?.name.th} → ${graph?.node(to)?.name.th}`}
    />
  );
}

/** The flows that match the search, in order; null while there is no answer. */
function useRows(graph: Graph | null, { query, sortBy, sortDirection }: ListState<TableSort>['input']) {
  const { text, locale } = useFormat();
  return useMemo(() => {
    if (!graph) return null;
    const name = (key: string) => {
      const node = graph.node(key);
      return node ? text(node.name) : '';
    };
    const wanted = query.toLowerCase();
    const order = new Intl.Collator(locale);
    const by = (a: FlowEdge, b: FlowEdge) =>
      sortBy === 'uses' || sortBy === 'sensitiveUses'
        ? a[sortBy] - b[sortBy]
        : order.compare(name(a[sortBy]), name(b[sortBy]));
    const sign = sortDirection === 'ASC' ? 1 : -1;
    return graph.edges
      .filter(
        ({ from, to }) =>
          wanted === '' || name(from).toLowerCase().includes(wanted) || name(to).toLowerCase().includes(wanted),
      )
      .toSorted((a, b) => sign * by(a, b) || order.compare(name(a.from), name(b.from)));
  }, [graph, query, sortBy, sortDirection, text, locale]);
}

/** One end of a flow, with a link to its record for those who can open it. */
function NodeCell({ node }: { node: FlowNode }) {
  const { t } = useTranslation('dataFlow');
  const { text, locale } = useFormat();
  const mayOpen = useCan('ropa.read');
  const href = recordOf(node);
  return (
    <TwoLines
      more={
        <>
          {t(`kind.${node.kind}`)}
          {(node.country || node.kind === 'storage') && ` · ${placeName(node.country, locale)}`}
        </>
      }
    >
      {href && mayOpen ? <Link href={href}>{text(node.name)}</Link> : <span>{text(node.name)}</span>}
    </TwoLines>
  );
}
