import { type FlowNode, laneOf } from '../../../shared/dataFlow/schema.ts';
import type { Choice, Graph } from '../../../shared/dataFlow/graph.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';

export const sameChoice = (a: Choice | null, b: Choice | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    ('node' in a
      ? 'node' in b && a.node === b.node
      : 'edge' in b && a.edge.from === b.edge.from && a.edge.to === b.edge.to));

export type Step = 'left' | 'right' | 'up' | 'down';

/** The target of an arrow key: left and right along the largest flow, up and down within the lane. */
export function stepFrom(graph: Graph, places: Places, key: string, step: Step): string | undefined {
  if (step === 'right') return graph.out(key)[0]?.to;
  if (step === 'left') return graph.into(key)[0]?.from;
  const node = graph.node(key);
  if (!node) return undefined;
  const at = (one: FlowNode) => places.get(one.key) ?? { x: 0, y: 0 };
  const lane = graph.nodes
    .filter((other) => laneOf(other.kind) === laneOf(node.kind))
    .toSorted((a, b) => at(a).y - at(b).y || at(a).x - at(b).x);
  const index = lane.findIndex((other) => other.key === key);
  return lane[index + (step === 'down' ? 1 : -1)]?.key;
}
