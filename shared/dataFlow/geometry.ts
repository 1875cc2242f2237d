import { FLOW_LANES, type FlowEdge, type FlowLane, type FlowNode, laneOf } from './schema.ts';

/** Size of a node, in the units of the diagram: pixels at full size. */
export const NODE = { width: 200, height: 84 } as const;
/** A band stands around its recipients by this much, and above them by the height of its heading. */
export const BAND = { side: 14, head: 34, foot: 14 } as const;
/** Lane headings stand this far above the topmost node. */
export const HEADING = 64;

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Places = ReadonlyMap<string, Point>;
export interface Lane {
  lane: FlowLane;
  x: number;
  width: number;
}
export interface Band {
  /** Country, or `null` for recipients within the organisation. */
  country: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Which band a recipient stands in. */
export const bandOf = (node: FlowNode): string => (node.kind === 'internal' ? '' : (node.country ?? ''));

/** Left edge and width of each lane that has nodes, from where they stand. */
export function lanesOf(nodes: readonly FlowNode[], places: Places): Lane[] {
  return FLOW_LANES.flatMap((lane) => {
    const xs = nodes.filter((node) => laneOf(node.kind) === lane).flatMap(({ key }) => places.get(key)?.x ?? []);
    if (xs.length === 0) return [];
    const x = xs.reduce((least, one) => Math.min(least, one), Infinity);
    return [{ lane, x, width: xs.reduce((most, one) => Math.max(most, one), -Infinity) - x + NODE.width }];
  });
}

/** The bands of countries around their recipients: one for each run of them from top to bottom. */
export function bandsOf(nodes: readonly FlowNode[], places: Places): Band[] {
  const at = (node: FlowNode) => places.get(node.key) ?? { x: 0, y: 0 };
  const runs: FlowNode[][] = [];
  for (const node of nodes
    .filter(({ key, kind }) => laneOf(kind) === 'recipient' && places.has(key))
    .toSorted((a, b) => at(a).y - at(b).y || (bandOf(a) < bandOf(b) ? -1 : 1))) {
    const run = runs.at(-1);
    if (run?.[0] && bandOf(run[0]) === bandOf(node)) run.push(node);
    else runs.push([node]);
  }
  return runs.map((members) => {
    const { x, y, width, height } = boundsOf(members, places);
    return {
      country: members[0]?.country ?? null,
      x: x - BAND.side,
      y: y - BAND.head,
      width: width + 2 * BAND.side,
      height: height + BAND.head + BAND.foot,
    };
  });
}

/** The least rectangle around these nodes. */
export function boundsOf(
  nodes: readonly { key: string }[],
  places: Places,
): { x: number; y: number; width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { key } of nodes) {
    const at = places.get(key);
    if (!at) continue;
    left = Math.min(left, at.x);
    top = Math.min(top, at.y);
    right = Math.max(right, at.x + NODE.width);
    bottom = Math.max(bottom, at.y + NODE.height);
  }
  return left === Infinity
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** A smooth curve from the right side of one node to the left side of another: start, two handles, end. */
export type Curve = readonly [number, number, number, number, number, number, number, number];
export function curveOf(edge: FlowEdge, places: Places): Curve | null {
  const from = places.get(edge.from);
  const to = places.get(edge.to);
  if (!from || !to) return null;
  const [x1, y1, x2, y2] = [from.x + NODE.width, from.y + NODE.height / 2, to.x, to.y + NODE.height / 2];
  const bend = Math.max(36, Math.abs(x2 - x1) * 0.45);
  return [x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2];
}

/** Width of an edge by what it carries: ten times the uses are a good half pixel more. */
export const strokeOf = (uses: number): number => Math.min(3.5, 1.25 + 0.55 * Math.log10(Math.max(1, uses)));
