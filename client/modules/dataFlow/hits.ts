import type { FlowEdge, FlowNode } from '../../../shared/dataFlow/schema.ts';
import { NODE, type Places, type Point } from '../../../shared/dataFlow/geometry.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';

/** The node under a point of the diagram. */
export const nodeAt = (graph: Graph, places: Places, { x, y }: Point): FlowNode | undefined =>
  graph.nodes.find(({ key }) => {
    const at = places.get(key);
    return at && x >= at.x && x <= at.x + NODE.width && y >= at.y && y <= at.y + NODE.height;
  });

const PIECES = 24;

/** The edge nearest to a point, no farther than `reach`. */
export function edgeAt(
  curves: Float32Array,
  edges: readonly FlowEdge[],
  { x, y }: Point,
  reach: number,
): FlowEdge | undefined {
  let nearest: FlowEdge | undefined;
  let least = reach * reach;
  for (const [index, edge] of edges.entries()) {
    const [x1 = 0, y1 = 0, c1 = 0, d1 = 0, c2 = 0, d2 = 0, x2 = 0, y2 = 0] = curves.subarray(index * 8, index * 8 + 8);
    if (x < x1 - reach || x > x2 + reach || y < Math.min(y1, y2) - reach || y > Math.max(y1, y2) + reach) continue;
    let [px, py] = [x1, y1];
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const [u, v] = [piece / PIECES, 1 - piece / PIECES];
      const [qx, qy] = [
        v * v * v * x1 + 3 * v * v * u * c1 + 3 * v * u * u * c2 + u * u * u * x2,
        v * v * v * y1 + 3 * v * v * u * d1 + 3 * v * u * u * d2 + u * u * u * y2,
      ];
      const distance = toSegment(x, y, px, py, qx, qy);
      if (distance < least) {
        least = distance;
        nearest = edge;
      }
      [px, py] = [qx, qy];
    }
  }
  return nearest;
}

/** Square of the distance from a point to a segment. */
function toSegment(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2;
}
