import { type FlowEdge, type FlowNode, laneOf } from '../../../shared/dataFlow.ts';
import type { Places } from '../../../shared/dataFlowLayout.ts';

/** What the screen draws and walks: the answer of the server, indexed. */
export interface Graph {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly node: (key: string) => FlowNode | undefined;
  /** Flows that leave a node, and that come to it; the greatest first. */
  readonly out: (key: string) => readonly FlowEdge[];
  readonly into: (key: string) => readonly FlowEdge[];
}

const NONE: readonly FlowEdge[] = [];

export function indexed({ nodes, edges }: { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] }): Graph {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const from = Map.groupBy(edges, (edge) => edge.from);
  const to = Map.groupBy(edges, (edge) => edge.to);
  return { nodes, edges, node: (key) => byKey.get(key), out: (key) => from.get(key) ?? NONE, into: (key) => to.get(key) ?? NONE };
}

/** What lights up together: nodes, and edges by `edgeKey`. */
export interface Path {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<FlowEdge>;
}

/** What is chosen or pointed at: a node, or one edge. */
export type Choice = { readonly node: string } | { readonly edge: FlowEdge };

export const sameChoice = (a: Choice | null, b: Choice | null): boolean => a === b || (a !== null && b !== null && ('node' in a ? 'node' in b && a.node === b.node : 'edge' in b && a.edge.from === b.edge.from && a.edge.to === b.edge.to));

/** Everything from which data comes to the node (or through the edge), and everything to which it goes on. */
export function pathOf(graph: Graph, pick: Choice): Path {
  const nodes = new Set<string>();
  const edges = new Set<FlowEdge>();
  const walk = (start: string, next: (key: string) => readonly FlowEdge[], end: (edge: FlowEdge) => string) => {
    const waiting = [start];
    const seen = new Set(waiting);
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      nodes.add(key);
      for (const edge of next(key)) {
        edges.add(edge);
        if (!seen.has(end(edge))) {
          seen.add(end(edge));
          waiting.push(end(edge));
        }
      }
    }
  };
  const [upFrom, downFrom] = 'node' in pick ? [pick.node, pick.node] : [pick.edge.from, pick.edge.to];
  if ('edge' in pick) edges.add(pick.edge);
  walk(upFrom, graph.into, (edge) => edge.from);
  walk(downFrom, graph.out, (edge) => edge.to);
  return { nodes, edges };
}

/** The part of a graph that lies on a path. */
export const partOf = (graph: Graph, path: Path): Graph => indexed({ nodes: graph.nodes.filter(({ key }) => path.nodes.has(key)), edges: graph.edges.filter((edge) => path.edges.has(edge)) });

export type Step = 'left' | 'right' | 'up' | 'down';

/** Where an arrow key leads: left and right along the greatest flow, up and down within the lane. */
export function stepFrom(graph: Graph, places: Places, key: string, step: Step): string | undefined {
  if (step === 'right') return graph.out(key)[0]?.to;
  if (step === 'left') return graph.into(key)[0]?.from;
  const node = graph.node(key);
  if (!node) return undefined;
  const at = (one: FlowNode) => places.get(one.key) ?? { x: 0, y: 0 };
  const lane = graph.nodes.filter((other) => laneOf(other.kind) === laneOf(node.kind)).toSorted((a, b) => at(a).y - at(b).y || at(a).x - at(b).x);
  const index = lane.findIndex((other) => other.key === key);
  return lane[index + (step === 'down' ? 1 : -1)]?.key;
}
