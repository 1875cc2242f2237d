import type { FlowEdge, FlowNode } from './schema.ts';

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

/** The graph with its flows found by their ends. */
export function indexed({ nodes, edges }: { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] }): Graph {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const from = Map.groupBy(edges, (edge) => edge.from);
  const to = Map.groupBy(edges, (edge) => edge.to);
  return {
    nodes,
    edges,
    node: (key) => byKey.get(key),
    out: (key) => from.get(key) ?? NONE,
    into: (key) => to.get(key) ?? NONE,
  };
}

/** What lights up together: nodes by their keys, and edges. */
export interface Path {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<FlowEdge>;
}

/** What is chosen or pointed at: a node, or one edge. */
export type Choice = { readonly node: string } | { readonly edge: FlowEdge };

/** Everything from which data comes to the node (or through the edge), and everything to which it goes on. */
export function pathOf(graph: Graph, pick: Choice): Path {
  const nodes = new Set<string>();
  const edges = new Set<FlowEdge>();
  const walk = (start: string, next: (key: string) => readonly FlowEdge[], end: (edge: FlowEdge) => string) => {
    const waiting = [start];
    const visited = new Set(waiting);
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      nodes.add(key);
      for (const edge of next(key)) {
        edges.add(edge);
        if (!visited.has(end(edge))) {
          visited.add(end(edge));
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
export const partOf = (graph: Graph, path: Path): Graph =>
  indexed({
    nodes: graph.nodes.filter(({ key }) => path.nodes.has(key)),
    edges: graph.edges.filter((edge) => path.edges.has(edge)),
  });
