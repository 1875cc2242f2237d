import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, EmptyState, Flex, LinkButton, PageHeader, useFormat } from '../../ui/index.ts';
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
  const { ws } = useSession();
  const { number } = useFormat();
  const { state, filters, bar, filterLabels, narrowed } = useFilters();
  const { table, focus, setFocus, viewHref } = useDiagramAddress();
  const [places, setPlaces] = useState<Places>(() => new Map());
  const answer = trpc.dataFlow.get.useQuery({ ws, ...filters }, { placeholderData: keepPreviousData });
  // While another query is loading the older answer stays, with its filters.
  const [answeredFilters, setAnsweredFilters] = useState(filters);
  if (!answer.isPlaceholderData && answeredFilters !== filters) setAnsweredFilters(filters);
  const answeredLabels = useRef(filterLabels);
  if (!answer.isPlaceholderData) answeredLabels.current = filterLabels;
  const { data } = answer;
  const graph = useGraph(data);

  // What is displayed is downloaded: of a diagram in focus, only the path. The table contains all flows.
  const focused = !table && focus !== null ? graph.node(focus)?.key : undefined;
  const drawn = useMemo(() => (focused ? partOf(graph, pathOf(graph, { node: focused })) : graph), [graph, focused]);
  const input = useMemo(
    () => ({
      ...filters,
      focus: focused,
      positions: [...places].map(([node, { x, y }]) => ({ node, x: Math.round(x), y: Math.round(y) })),
    }),
    [filters, focused, places],
  );
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
              {!table && <PictureMenu graph={drawn} places={places} filters={answeredLabels.current} />}
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
          {data?.meta.truncated && (
            <Box mb="3">
              <Banner tone="warn">
                {t('truncated', { edges: number(data.edges.length), total: number(data.meta.totalEdges) })}
              </Banner>
            </Box>
          )}
          {table ? (
            <FlowsTable
              graph={data ? graph : null}
              state={state}
              waiting={answer.isFetching}
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          ) : (
            <Diagram
              query={answer}
              question={JSON.stringify(answeredFilters)}
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
