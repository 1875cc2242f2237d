import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import type { DataFlowGraph, FlowFilters } from '../../../shared/dataFlow/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, EmptyState, Flex, LinkButton, PageHeader, useFormat } from '../../ui/index.ts';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import { Diagram } from './Diagram.tsx';
import { FlowsTable } from './FlowsTable.tsx';
import { partOf, pathOf } from '../../../shared/dataFlow/graph.ts';
import { PictureMenu } from './PictureMenu.tsx';
import { useDiagramAddress } from './useDiagramAddress.ts';
import { useFilters } from './useFilters.ts';
import { useGraph } from './useGraph.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

/** Sources and destinations of personal data: as a diagram, and as a table of the same flows. */
export default function DataFlowDiagramPage() {
  const { t } = useTranslation('dataFlow');
  const { state, filters, bar, filterLabels, narrowed, onRetry } = useFilters();
  const { table, focus, setFocus, viewHref } = useDiagramAddress();
  const [places, setPlaces] = useState<Places>(() => new Map());
  const { answer, graph, question, labels, asOf } = useAnswer(filters, filterLabels);
  const { data } = answer;

  // What is displayed is downloaded: of a diagram in focus, only the path. The table contains all flows.
  const focused = !table && focus !== null ? graph.node(focus)?.key : undefined;
  const drawn = useMemo(() => (focused ? partOf(graph, pathOf(graph, { node: focused })) : graph), [graph, focused]);
  const input = useMemo(
    () => ({
      ...filters,
      focus: focused,
      // Those last displayed, which may have been of a part: the table has none.
      positions: table ? [] : [...places].map(([node, { x, y }]) => ({ node, x: Math.round(x), y: Math.round(y) })),
    }),
    [filters, focused, table, places],
  );
  const cut = useCut(data, focused !== undefined);
  const empty = data !== undefined && data.nodes.length === 0;

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={
          data !== undefined &&
          !(empty && !narrowed) && (
            <>
              <ViewSwitch table={table} hrefOf={viewHref} />
              {!table && <PictureMenu graph={drawn} places={places} filters={labels} {...{ focused, cut, asOf }} />}
              <ExportButton kind="data-flow-diagram" input={input} />
            </>
          )
        }
      />
      {empty && !narrowed ? (
        <NoFlows />
      ) : (
        <>
          <Flex mb="3" gap="2" wrap="wrap" align="center" justify="space-between">
            <FilterBar state={state} filters={bar} searchable={false} />
          </Flex>
          {onRetry && <OptionsFailed onRetry={onRetry} />}
          {cut && (
            <Box mb="3">
              <Banner tone="warn">{cut}</Banner>
            </Box>
          )}
          {table ? (
            <FlowsTable
              graph={data ? graph : null}
              state={state}
              waiting={answer.isFetching}
              isRefreshing={answer.isPlaceholderData}
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          ) : (
            <Diagram
              query={answer}
              question={question}
              focus={focus}
              onFocus={setFocus}
              onPlaces={setPlaces}
              onClear={state.clear}
            />
          )}
        </>
      )}
    </>
  );
}

/** The graph of the filters; while other ones are answered it is the former, with its filters and its time. */
function useAnswer(filters: FlowFilters, filterLabels: readonly string[]) {
  const { ws } = useSession();
  const answer = trpc.dataFlow.get.useQuery({ ws, ...filters }, { placeholderData: keepPreviousData });
  const [answeredFilters, setAnsweredFilters] = useState(filters);
  if (!answer.isPlaceholderData && answeredFilters !== filters) setAnsweredFilters(filters);
  const answered = useRef({ labels: filterLabels, asOf: answer.dataUpdatedAt });
  if (!answer.isPlaceholderData) answered.current = { labels: filterLabels, asOf: answer.dataUpdatedAt };
  const graph = useGraph(answer.data);
  return { answer, graph, question: JSON.stringify(answeredFilters), ...answered.current };
}

/** That not all flows are drawn, in words. */
function useCut(data: DataFlowGraph | undefined, focused: boolean): string | undefined {
  const { t } = useTranslation('dataFlow');
  const { number } = useFormat();
  if (!data?.meta.truncated) return undefined;
  return t(focused ? 'truncatedPath' : 'truncated', {
    edges: number(data.edges.length),
    total: number(data.meta.totalEdges),
  });
}

/** In place of the names of applications, purposes and categories to narrow by. */
function OptionsFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Box mb="3">
      <Banner
        tone="warn"
        role="alert"
        action={
          <Button size="sm" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {t('form.optionsFailed')}
      </Banner>
    </Box>
  );
}

/** The empty state without any mapping. */
function NoFlows() {
  const { t } = useTranslation('dataFlow');
  const mayMap = useCan('ropa.write');
  return (
    <EmptyState
      title={t('empty.title')}
      body={mayMap ? t('empty.body') : t('empty.bodyReader')}
      action={
        mayMap && (
          <LinkButton look="main" href={pageAddress('applications')}>
            {t('empty.action')}
          </LinkButton>
        )
      }
    />
  );
}
