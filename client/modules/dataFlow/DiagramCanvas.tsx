import { type MouseEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactFlow, { useReactFlow, useStoreApi } from 'reactflow';
import { bandsOf, lanesOf, type Places } from '../../../shared/dataFlow/geometry.ts';
import { announce, Box, Text, useFormat, Waiting } from '../../ui/index.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { coloursOf } from './colours.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import type { DiagramProps } from './DiagramView.tsx';
import { EdgeLayer } from './EdgeLayer.tsx';
import { BandNode, diagramCss, FlowNode, NodesContext, useNodeWords } from './FlowNode.tsx';
import { type Graph, partOf, pathOf, type Choice } from '../../../shared/dataFlow/graph.ts';
import { sameChoice, type Step, stepFrom } from './graph.ts';
import { edgeAt, nodeAt } from './hits.ts';
import { LaneHeadings } from './LaneHeadings.tsx';
import { Legend } from './Legend.tsx';
import { createLight, LightContext, useLitPath } from './light.ts';
import { MiniMap } from './MiniMap.tsx';
import { sceneOf } from './scene.ts';
import { Toolbar } from './Toolbar.tsx';
import { useArrangement } from './useArrangement.ts';
import { useDark } from './useDark.ts';
import { useElements } from './useElements.ts';
import { useGraph } from './useGraph.ts';
import { placesOfPart, usePlaces } from './usePlaces.ts';
import { useVisibleNodes } from './useVisibleNodes.ts';
import { useView } from './useView.ts';

const nodeTypes = { flow: FlowNode, band: BandNode };
const STEPS: Record<string, Step> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
/** Pointing lights a path after this long, so that crossing the picture does not flash. */
const DWELL_MS = 70;

/** What the diagram shows and does; React draws only what changes seldom, the rest follows the view by itself. */
export function DiagramCanvas({ data, question, focus, onFocus, mayArrange, onPlaces }: DiagramProps) {
  const { t } = useTranslation('dataFlow');
  const fullGraph = useGraph(data);
  const laid = usePlaces(fullGraph, question, data.positions);
  const focused = focus !== null && laid.laidOut.node(focus) ? focus : null;
  const part = useMemo(() => {
    if (!laid.places) return null;
    if (focused === null) return { graph: laid.laidOut, places: laid.places };
    const graph = partOf(laid.laidOut, pathOf(laid.laidOut, { node: focused }));
    return { graph, places: placesOfPart(graph, laid.places) };
  }, [laid.laidOut, laid.places, focused]);
  useEffect(() => {
    if (part) onPlaces(part.places);
  }, [part, onPlaces]);

  if (!part) {
    return (
      <Waiting>
        <Box
          role="status"
          position="absolute"
          inset="0"
          display="grid"
          placeContent="center"
          gap="3"
          justifyItems="center"
        >
          <Skeleton width="220px" height="12px" />
          <Text textStyle="dense" color="muted">
            {t('layingOut')}
          </Text>
        </Box>
      </Waiting>
    );
  }
  const fitOn = `${laid.question} ${focused ?? ''}`;
  return (
    <Drawing
      graph={part.graph}
      places={part.places}
      fitOn={fitOn}
      focused={focused}
      onFocus={onFocus}
      grown={laid.grown}
      tidy={laid.tidy}
      mayArrange={mayArrange && focused === null}
      positions={data.positions}
    />
  );
}

interface DrawingProps {
  graph: Graph;
  places: Places;
  /** The picture is fitted into view when this changes, and at no other time. */
  fitOn: string;
  focused: string | null;
  onFocus: (node: string | null) => void;
  grown: boolean;
  tidy: () => void;
  mayArrange: boolean;
  positions: DiagramProps['data']['positions'];
}

function Drawing({
  graph,
  places: settled,
  fitOn,
  focused,
  onFocus,
  grown,
  tidy,
  mayArrange,
  positions,
}: DrawingProps) {
  const { t } = useTranslation('dataFlow');
  const { text } = useFormat();
  const dark = useDark();
  const colours = useMemo(() => coloursOf(dark), [dark]);
  const store = useStoreApi();
  const flow = useReactFlow();
  const box = useRef<HTMLDivElement>(null);
  const words = useNodeWords(graph);
  const [light] = useState(createLight);
  const lit = useLitPath(light);
  const [pick, setPick] = useState<Choice | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [arranging, setArranging] = useState(false);
  const wanted = useRef<string | null>(null);
  const arrangement = useArrangement({ settled, positions, graph });
  const { places } = arrangement;
  const bands = useMemo(() => bandsOf(graph.nodes, places), [graph, places]);
  const lanes = useMemo(() => lanesOf(graph.nodes, places), [graph, places]);
  const { scene, edges } = useMemo(() => sceneOf(graph, places, bands, lit), [graph, places, bands, lit]);
  const visible = useVisibleNodes(graph.nodes, places);
  const at = current !== null && graph.node(current) ? current : (graph.nodes[0]?.key ?? null);
  const chosen = pick && 'node' in pick ? pick.node : null;

  // What is chosen may be gone meanwhile.
  const picked =
    pick && ('node' in pick ? graph.node(pick.node) : graph.out(pick.edge.from).find(({ to }) => to === pick.edge.to))
      ? pick
      : null;
  const rest = useRef<Choice | null>(null);
  rest.current = picked;
  const litFor = useRef<{ graph: Graph; pick: Choice } | null>(null);
  const lightUp = useCallback(
    (target: Choice | null) => {
      const next = target ?? rest.current;
      if (next && litFor.current?.graph === graph && sameChoice(litFor.current.pick, next) && light.get()) return;
      litFor.current = next && { graph, pick: next };
      light.set(next && pathOf(graph, next));
    },
    [graph, light],
  );
  useEffect(() => lightUp(null), [picked, lightUp]);
  const dwell = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointed = useRef<string | null>(null);
  const movedAt = useRef(0);
  useEffect(
    () =>
      store.subscribe(
        (now, before) => void (now.transform !== before.transform && (movedAt.current = performance.now())),
      ),
    [store],
  );
  const pointAt = (key: string | null) => {
    // What slides past under the pointer is not pointed at.
    if (pointed.current === key || performance.now() - movedAt.current < 2 * DWELL_MS) return;
    pointed.current = key;
    clearTimeout(dwell.current);
    dwell.current = setTimeout(() => lightUp(key === null ? null : { node: key }), DWELL_MS);
  };
  useEffect(() => () => clearTimeout(dwell.current), []);

  const { duration, fit, reveal } = useView({ graph, places, focused, fitOn, box });
  const goTo = (key: string, focusIt = true) => {
    setCurrent(key);
    reveal(key);
    lightUp({ node: key });
    if (!focusIt) return;
    wanted.current = key;
    const node = graph.node(key);
    if (node) announce(`${words.name(node)} ${words.more(node)}`);
  };
  // A node may be drawn only once the view has come to it.
  useEffect(() => {
    const element =
      wanted.current === null
        ? null
        : box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(wanted.current)}"]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });
  const choose = (next: Choice) => {
    setPick(next);
    if ('node' in next) setCurrent(next.node);
  };
  const jump = (key: string) => {
    goTo(key);
    setPick({ node: key });
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    if (target !== event.currentTarget && !target.dataset.node) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      if (at === null) return;
      const next = target.dataset.node ? stepFrom(graph, places, at, step) : at;
      if (next) goTo(next);
    } else if ((event.key === 'Enter' || event.key === ' ') && at !== null) {
      event.preventDefault();
      choose({ node: at });
    } else if (event.key === 'Escape') {
      if (picked) setPick(null);
      else if (focused !== null) onFocus(null);
      else lightUp(null);
    } else if (event.key.toLowerCase() === 'f' && at !== null) onFocus(focused === null ? at : null);
    else if (event.key === '+' || event.key === '=') flow.zoomIn({ duration });
    else if (event.key === '-') flow.zoomOut({ duration });
    else if (event.key === '0') fit();
  };

  const pointOf = (event: { clientX: number; clientY: number }) =>
    flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  const onPaneClick = (event: MouseEvent) => {
    const point = pointOf(event);
    const node = visible.painted ? nodeAt(graph, places, point) : undefined;
    if (node) return choose({ node: node.key });
    const edge = edgeAt(scene.curves, edges, point, 7 / flow.getZoom());
    if (edge) choose({ edge });
    else setPick(null);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!visible.painted || event.buttons !== 0) return;
    const node = nodeAt(graph, places, pointOf(event));
    pointAt(node?.key ?? null);
    if (box.current) box.current.title = node ? text(node.name) : '';
  };

  const nodes = useElements(visible.nodes, places, bands);
  const context = useMemo(() => ({ current: at, chosen, words }), [at, chosen, words]);
  return (
    <LightContext value={light}>
      <NodesContext value={context}>
        <Toolbar
          graph={graph}
          frame={box}
          onFind={jump}
          onZoom={(inward) => (inward ? flow.zoomIn({ duration }) : flow.zoomOut({ duration }))}
          onFit={() => fit()}
          focused={focused}
          onFocus={onFocus}
          grown={grown}
          tidy={tidy}
          mayArrange={mayArrange}
          arranging={arranging}
          onArranging={setArranging}
          arrangement={arrangement}
        />
        <Box position="relative" flex="1" minHeight="0" overflow="hidden">
          <Box
            ref={box}
            position="absolute"
            inset="0"
            css={diagramCss}
            role="application"
            aria-label={t('canvas')}
            aria-roledescription={t('view.diagram')}
            tabIndex={visible.painted ? 0 : -1}
            onKeyDown={onKeyDown}
            onPointerMove={onPointerMove}
            onPointerLeave={() => pointAt(null)}
            data-diagram=""
            data-painted={visible.painted || undefined}
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <EdgeLayer scene={scene} colours={colours} withNodes={visible.painted} />
            <ReactFlow
              nodes={nodes}
              edges={NO_EDGES}
              nodeTypes={nodeTypes}
              minZoom={0.02}
              maxZoom={2}
              nodesDraggable={mayArrange && arranging}
              nodesConnectable={false}
              nodesFocusable={false}
              elementsSelectable={false}
              disableKeyboardA11y
              zoomOnDoubleClick={false}
              proOptions={{ hideAttribution: true }}
              onNodesChange={(changes) => {
                for (const change of changes)
                  if (change.type === 'position' && change.position) arrangement.drag(change.id, change.position);
              }}
              onNodeDragStop={() => arrangement.drop()}
              onNodeClick={(_event, node) => node.type === 'flow' && choose({ node: node.id })}
              onNodeDoubleClick={(_event, node) =>
                node.type === 'flow' && onFocus(focused === node.id ? null : node.id)
              }
              onNodeMouseEnter={(_event, node) => node.type === 'flow' && pointAt(node.id)}
              onNodeMouseLeave={() => pointAt(null)}
              onPaneClick={onPaneClick}
            />
            <LaneHeadings lanes={lanes} />
          </Box>
          {!picked && <MiniMap nodes={graph.nodes} places={places} colours={colours} />}
          {picked && (
            <DetailsPanel
              graph={graph}
              pick={picked}
              focused={focused}
              onPick={(next) => ('node' in next ? jump(next.node) : choose(next))}
              onFocus={onFocus}
              onClose={() => {
                setPick(null);
                if (at) wanted.current = at;
              }}
            />
          )}
        </Box>
        <Legend graph={graph} />
      </NodesContext>
    </LightContext>
  );
}

const NO_EDGES: never[] = [];
