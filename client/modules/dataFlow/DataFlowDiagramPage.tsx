import { keepPreviousData } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  EmptyState,
  ErrorState,
  Flex,
  lazyScreen,
  LinkButton,
  PageHeader,
  Skeleton,
  useFormat,
  Waiting,
} from '../../ui/index.ts';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import { FlowsTable } from './FlowsTable.tsx';
import { partOf, pathOf } from '../../../shared/dataFlow/graph.ts';
import { PictureMenu } from './PictureMenu.tsx';
import { useFilters } from './useFilters.ts';
import { useGraph } from './useGraph.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

const DiagramView = lazyScreen(() => import('./DiagramView.tsx'));

/** From whom personal data comes, and where it goes: as a diagram, and as a table of the same flows. */
export default function DataFlowDiagramPage() {
  const { t } = useTranslation(['dataFlow', 'ui']);
  const { ws } = useSession();
  const { number } = useFormat();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const mayMap = useCan('ropa.write');
  const mayArrange = useCan('dataSharing.write');
  const { state, filters, bar, filterLabels, narrowed } = useFilters();
  const [places, setPlaces] = useState<Places>(() => new Map());
  const answer = trpc.dataFlow.get.useQuery({ ws, ...filters }, { placeholderData: keepPreviousData });
  // While another question is on its way the older answer stays, with the filters it belongs to.
  const [answeredFilters, setAnsweredFilters] = useState(filters);
  if (!answer.isPlaceholderData && answeredFilters !== filters) setAnsweredFilters(filters);
  const { data } = answer;
  const graph = useGraph(data);

  const params = new URLSearchParams(search);
  const table = params.get('view') === 'table';
  const focus = params.get('focus');
  const onFocus = useCallback(
    (node: string | null) => {
      const next = new URLSearchParams(search);
      if (node === null) next.delete('focus');
      else next.set('focus', node);
      navigate(`${path}?${next}`);
    },
    [search, path, navigate],
  );
  const viewHref = (view: string | null) => {
    const next = new URLSearchParams(search);
    next.delete('currentPage');
    if (view) next.set('view', view);
    else next.delete('view');
    return `${path}?${next}`;
  };
  // What the diagram shows is what is downloaded: in focus, the path alone.
  const drawn = useMemo(
    () => (focus !== null && graph.node(focus) ? partOf(graph, pathOf(graph, { node: focus })) : graph),
    [graph, focus],
  );
  const input = useMemo(
    () => ({
      ...filters,
      focus: focus ?? undefined,
      positions: [...places].map(([node, { x, y }]) => ({ node, x: Math.round(x), y: Math.round(y) })),
    }),
    [filters, focus, places],
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
              {!table && <PictureMenu graph={drawn} places={places} filters={filterLabels} />}
              <ExportButton kind="data-flow-diagram" input={input} />
            </>
          )
        }
      />
      {empty && !narrowed ? (
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
            <Box
              data-frame=""
              position="relative"
              display="flex"
              flexDirection="column"
              overflow="hidden"
              height={{ base: 'calc(100dvh - 140px)', md: 'calc(100dvh - 326px)' }}
              minHeight="480px"
              bg="canvas"
              borderWidth="1px"
              borderRadius="card"
              aria-busy={answer.isPlaceholderData || undefined}
            >
              {answer.error && !data ? (
                <ErrorState onRetry={() => void answer.refetch()} retrying={answer.isFetching} />
              ) : empty ? (
                <EmptyState
                  title={t('empty.narrowTitle')}
                  body={t('empty.narrowBody')}
                  action={
                    <Button icon={<X aria-hidden />} onClick={state.clear}>
                      {t('filter.clear')}
                    </Button>
                  }
                />
              ) : (
                <Suspense
                  fallback={
                    <Waiting>
                      <Skeleton width="full" height="full" />
                    </Waiting>
                  }
                >
                  {data ? (
                    <DiagramView
                      data={data}
                      question={JSON.stringify(answeredFilters)}
                      focus={focus}
                      onFocus={onFocus}
                      mayArrange={mayArrange}
                      onPlaces={setPlaces}
                    />
                  ) : (
                    <Waiting>
                      <Skeleton width="full" height="full" />
                    </Waiting>
                  )}
                </Suspense>
              )}
            </Box>
          )}
        </>
      )}
    </>
  );
}
