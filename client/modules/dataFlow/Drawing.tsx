import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import ReactFlow, { type ReactFlowProps } from 'reactflow';
import type { Graph, Path } from '../../../shared/dataFlow/graph.ts';
import { bandsOf, lanesOf, type Places } from '../../../shared/dataFlow/geometry.ts';
import type { LaneRanges } from '../../../shared/dataFlow/layout.ts';
import { Box } from '../../ui/index.ts';
import { useColours } from './colours.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import type { DiagramProps } from './DiagramView.tsx';
import { EdgeLayer } from './EdgeLayer.tsx';
import { BandNode, diagramCss, FlowNode, NodesContext, useNodeWords } from './FlowNode.tsx';
import { LaneHeadings } from './LaneHeadings.tsx';
import { Legend } from './Legend.tsx';
import { LightContext } from './light.ts';
import { MiniMap } from './MiniMap.tsx';
import { sceneOf } from './scene.ts';
import { Toolbar } from './Toolbar.tsx';
import { useArrangement } from './useArrangement.ts';
import { useElements } from './useElements.ts';
import { useNavigation } from './useNavigation.ts';
import { useLighting } from './useLighting.ts';
import { usePointer } from './usePointer.ts';
import { useSelection } from './useSelection.ts';
import { useVisibleNodes } from './useVisibleNodes.ts';
import { useView } from './useView.ts';

/**
 * Reactflow pans, zooms and drags. Everything else is off: edges are on a canvas, and keys are handled in
 * useNavigation.
 */
const FLOW_OPTIONS = {
  nodeTypes: { flow: FlowNode, band: BandNode },
  edges: [],
  minZoom: 0.02,
  maxZoom: 2,
  nodesConnectable: false,
  nodesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
} satisfies ReactFlowProps;

interface DrawingProps extends Pick<DiagramProps, 'onFocus' | 'mayArrange'> {
  graph: Graph;
  /** The positions of the nodes, except for one that is being dragged. */
  settled: Places;
  ranges: LaneRanges;
  positions: DiagramProps['data']['positions'];
  /** The picture is fitted into view only when this changes. */
  fitOn: string;
  focused: string | null;
  /** Lays the picture out again; null while nothing was added to it. */
  onTidy: (() => void) | null;
}

/** What is painted, from the positions. */
function usePicture(graph: Graph, places: Places, lit: Path | null) {
  const bands = useMemo(() => bandsOf(graph.nodes, places), [graph, places]);
  const lanes = useMemo(() => lanesOf(graph.nodes, places), [graph, places]);
  return { bands, lanes, ...useMemo(() => sceneOf(graph, places, bands, lit), [graph, places, bands, lit]) };
}

/** The positioned diagram with all its interaction; React only renders what changes rarely. */
export function Drawing({ graph, fitOn, focused, onFocus, onTidy, mayArrange, ...arranged }: DrawingProps) {
  const { t } = useTranslation('dataFlow');
  const colours = useColours();
  const box = useRef<HTMLDivElement>(null);
  const words = useNodeWords(graph);
  const selection = useSelection(graph);
  const { picked, current, choose } = selection;
  const arrangement = useArrangement({ ...arranged, graph, current });
  const { places, nudge } = arrangement;
  const { nodes: present, painted } = useVisibleNodes(graph.nodes, places);
  const chosen = picked && 'node' in picked ? picked.node : null;
  const lighting = useLighting(graph, picked);
  const { light, lit, pointAt } = lighting;
  const { bands, lanes, scene, edges } = usePicture(graph, places, lit);
  const view = useView({ graph, places, focused, chosen, fitOn, box });
  const navigation = useNavigation({ graph, places, box, words, selection, lighting, view, focused, onFocus, nudge });
  const pointer = usePointer({ graph, places, scene, edges, painted, box }, { choose, pointAt, focused, onFocus });
  const nodes = useElements(present, places, bands);
  const context = useMemo(() => ({ current, chosen, words }), [current, chosen, words]);
  return (
    <LightContext value={light}>
      <NodesContext value={context}>
        <Toolbar
          graph={graph}
          frame={box}
          view={view}
          onFind={navigation.jumpTo}
          focused={focused}
          onFocus={onFocus}
          current={current}
          arrangement={mayArrange ? arrangement : null}
          onTidy={onTidy}
        />
        <Box position="relative" display="flex" flex="1" minHeight="0" overflow="hidden">
          <Box
            ref={box}
            position="relative"
            flex="1"
            minWidth="0"
            css={diagramCss}
            role="application"
            aria-label={t('canvas')}
            aria-roledescription={t('view.diagram')}
            tabIndex={painted ? 0 : -1}
            onKeyDown={navigation.onKeyDown}
            onKeyUp={arrangement.drop}
            {...pointer.ofBox}
            data-diagram=""
            data-painted={painted || undefined}
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <EdgeLayer scene={scene} colours={colours} withNodes={painted} />
            <ReactFlow
              {...FLOW_OPTIONS}
              nodes={nodes}
              nodesDraggable={mayArrange && arrangement.arranging}
              onNodesChange={arrangement.drag}
              onNodeDragStop={arrangement.drop}
              {...pointer.ofFlow}
            />
            <LaneHeadings lanes={lanes} />
          </Box>
          {picked && (
            <DetailsPanel
              graph={graph}
              pick={picked}
              focused={focused}
              onPick={(next) => ('node' in next ? navigation.jumpTo(next.node) : choose(next))}
              onFocus={onFocus}
              onClose={navigation.leave}
            />
          )}
        </Box>
        <Legend graph={graph}>
          <MiniMap nodes={graph.nodes} places={places} colours={colours} />
        </Legend>
      </NodesContext>
    </LightContext>
  );
}
