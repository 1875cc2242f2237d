import ELK from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { FLOW_LANES, laneOf } from '../../../shared/dataFlow/schema.ts';
import { NODE } from '../../../shared/dataFlow/geometry.ts';
import { heightsByNeighbours } from '../../../shared/dataFlow/layout.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';

/**
 * For a larger graph the worker would take many seconds (2,000 nodes and 5,500 edges: 5 to 19 s on two cores), and it
 * has several columns anyway.
 */
const THOROUGH = { nodes: 400, edges: 1000 };
/** Layouts in the cache, the newest: returning to a filter draws immediately. */
const REMEMBERED = 8;
const remembered = new Map<string, Promise<ReadonlyMap<string, number>>>();
let elk: InstanceType<typeof ELK> | undefined;

const nameOf = ({ nodes, edges }: Graph): string =>
  `${nodes.map(({ key }) => key).join()} ${edges.map(({ from, to }) => `${from}>${to}`).join()}`;

/**
 * The vertical position of each node with the fewest crossings, computed in a worker. shared/dataFlow/layout.ts
 * positions the lanes.
 */
export function heightsOf(graph: Graph): Promise<ReadonlyMap<string, number>> {
  const name = nameOf(graph);
  const known = remembered.get(name);
  if (known) return known;
  const computed = layOut(graph);
  remembered.set(name, computed);
  computed.catch(() => remembered.delete(name));
  for (const oldest of remembered.keys()) {
    if (remembered.size <= REMEMBERED) break;
    remembered.delete(oldest);
  }
  return computed;
}

async function layOut(graph: Graph): Promise<ReadonlyMap<string, number>> {
  if (graph.nodes.length > THOROUGH.nodes || graph.edges.length > THOROUGH.edges)
    return heightsByNeighbours(graph.nodes, graph.edges);
  elk ??= new ELK({ workerUrl });
  const answer = await elk.layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.partitioning.activate': 'true',
      'elk.spacing.nodeNode': '16',
      'elk.layered.spacing.nodeNodeBetweenLayers': '60',
      'elk.edgeRouting': 'POLYLINE',
      'elk.layered.considerModelOrder.strategy': 'NONE',
      'elk.randomSeed': '1',
      // The partitions already define the layers.
      'elk.layered.layering.strategy': 'LONGEST_PATH',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    },
    children: graph.nodes.map(({ key, kind }) => ({
      id: key,
      width: NODE.width,
      height: NODE.height,
      layoutOptions: { 'elk.partitioning.partition': String(FLOW_LANES.indexOf(laneOf(kind))) },
    })),
    edges: graph.edges.map(({ from, to }, index) => ({ id: String(index), sources: [from], targets: [to] })),
  });
  return new Map((answer.children ?? []).map(({ id, y }) => [id, y ?? 0]));
}
