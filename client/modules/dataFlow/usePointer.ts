import type { MouseEvent, PointerEvent, RefObject } from 'react';
import { type ReactFlowProps, useReactFlow } from 'reactflow';
import type { FlowEdge } from '../../../shared/dataFlow/schema.ts';
import type { Choice, Graph } from '../../../shared/dataFlow/graph.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { useFormat } from '../../ui/index.ts';
import { edgeAt, nodeAt } from './hits.ts';
import type { Scene } from './scene.ts';

interface Picture {
  graph: Graph;
  places: Places;
  scene: Scene;
  /** In the order of the scene. */
  edges: readonly FlowEdge[];
  /** Nodes are on the canvas too, and have no events of their own. */
  painted: boolean;
  box: RefObject<HTMLDivElement | null>;
}
interface Targets {
  choose: (choice: Choice | null) => void;
  pointAt: (key: string | null) => void;
  focused: string | null;
  onFocus: (node: string | null) => void;
}

/** Handlers of pointer and clicks, for the box around the diagram and for reactflow in it. */
export function usePointer(
  { graph, places, scene, edges, painted, box }: Picture,
  { choose, pointAt, focused, onFocus }: Targets,
) {
  const { text } = useFormat();
  const flow = useReactFlow();
  const pointOf = (event: { clientX: number; clientY: number }) =>
    flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  return {
    ofBox: {
      onPointerMove: (event: PointerEvent) => {
        if (!painted || event.buttons !== 0) return;
        const node = nodeAt(graph, places, pointOf(event));
        pointAt(node?.key ?? null);
        if (box.current) box.current.title = node ? text(node.name) : '';
      },
      onPointerLeave: () => pointAt(null),
    },
    ofFlow: {
      onNodeClick: (_event, node) => node.type === 'flow' && choose({ node: node.id }),
      onNodeDoubleClick: (_event, node) => node.type === 'flow' && onFocus(focused === node.id ? null : node.id),
      onNodeMouseEnter: (_event, node) => node.type === 'flow' && pointAt(node.id),
      onNodeMouseLeave: () => pointAt(null),
      onPaneClick: (event: MouseEvent) => {
        const point = pointOf(event);
        const node = painted ? nodeAt(graph, places, point) : undefined;
        if (node) return choose({ node: node.key });
        const edge = edgeAt(scene.curves, edges, point, 7 / flow.getZoom());
        choose(edge ? { edge } : null);
      },
    } satisfies ReactFlowProps,
  };
}
