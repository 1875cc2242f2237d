import { FLOW_LANES, type FlowEdge, type FlowLane, type FlowNode, laneOf, type Position } from './schema.ts';
import { HOME_COUNTRY } from '../country.ts';
import { BAND, bandOf, lanesOf, NODE, type Places, type Point } from './geometry.ts';

const GAP = { row: 16, column: 28, lane: 60, wideLane: 180, band: 36 } as const;
/** How far a node can be moved beyond the columns of its lane: lanes side by side, and their bands, stay apart. */
const LANE_ROOM = 20;
/** A lane longer than this is set in several columns, so that the whole picture stays about as wide as it is tall. */
const LONG_LANE = 14;
const ASPECT = 2.2;

interface Columns {
  rows: number;
  gap: number;
  of: (count: number) => number;
}

/** How many columns each lane takes, so that the picture has a page's shape. */
function columnsOf(sizes: readonly number[]): Columns {
  const longest = Math.max(1, ...sizes);
  for (let rows = LONG_LANE; ; rows += Math.max(1, Math.round(rows / 12))) {
    const count = (size: number) => Math.max(1, Math.ceil(size / rows));
    const gap = rows >= longest ? GAP.lane : GAP.wideLane;
    const width = sizes.reduce((sum, size) => sum + count(size) * (NODE.width + GAP.column) + gap, 0);
    if (rows >= longest || width <= ASPECT * rows * (NODE.height + GAP.row)) return { rows, gap, of: count };
  }
}

/**
 * Puts every node into its lane, and recipients into the band of their country. `hint` is the height at which an
 * automatic layout would set a node; nodes without one keep the order they come in. Answers top left corners.
 */
export function placeInLanes(
  nodes: readonly FlowNode[],
  hint: ReadonlyMap<string, number> = new Map(),
): Map<string, Point> {
  const places = new Map<string, Point>();
  const lanes = FLOW_LANES.map((lane) => nodes.filter((node) => laneOf(node.kind) === lane));
  const columns = columnsOf(lanes.map(({ length }) => length));
  const single = lanes.every((lane) => lane.length <= columns.rows);
  const heights = single ? withoutGaps(hint) : hint;
  const height = (node: FlowNode) => heights.get(node.key) ?? 0;
  let x = 0;
  const bottoms: { from: number; keys: string[]; bottom: number }[] = [];
  for (const [index, lane] of lanes.entries()) {
    if (lane.length === 0) continue;
    const ordered = lane.toSorted((a, b) => height(a) - height(b));
    const wide = columns.of(lane.length);
    const bottom =
      FLOW_LANES[index] === 'recipient'
        ? placeBands(ordered, wide, x, height, places)
        : single && hint.size > 0
          ? placeAtHints(ordered, x, height, places)
          : placeGrid(ordered, wide, x, 0, places);
    bottoms.push({ from: x, keys: lane.map(({ key }) => key), bottom });
    x += wide * (NODE.width + GAP.column) - GAP.column + columns.gap;
  }
  // Lanes stand centred beside each other; those at hints are already where they belong.
  const tallest = Math.max(0, ...bottoms.map(({ bottom }) => bottom));
  for (const { keys, bottom } of bottoms) {
    const top = Math.min(...keys.map((key) => places.get(key)?.y ?? 0));
    const shift = single && hint.size > 0 ? 0 : (tallest - (bottom - top)) / 2 - top;
    if (shift) for (const key of keys) places.set(key, moved(places.get(key), shift));
  }
  return places;
}

/** The range in which the left edge of a node can be moved within its lane. */
export type LaneRanges = ReadonlyMap<FlowLane, { from: number; to: number }>;

/** The ranges of the lanes of an automatic layout: by where nodes were moved to, each move would widen its lane. */
export const laneRanges = (nodes: readonly FlowNode[], automatic: Places): LaneRanges =>
  new Map(
    lanesOf(nodes, automatic).map(({ lane, x, width }) => [
      lane,
      { from: x - LANE_ROOM, to: x + width - NODE.width + LANE_ROOM },
    ]),
  );

/** The nearest point within the lane of the node. */
export function withinLane(ranges: LaneRanges, { kind }: FlowNode, { x, y }: Point): Point {
  const range = ranges.get(laneOf(kind));
  return { x: range ? Math.min(range.to, Math.max(range.from, x)) : x, y };
}

/**
 * An automatic layout with the nodes where people moved them. Each stays within its lane, since lanes stand elsewhere
 * where other filters, or none, draw more or fewer nodes than when it was moved.
 */
export function withMoves(
  nodes: readonly FlowNode[],
  automatic: Places,
  moves: readonly Position[],
  ranges: LaneRanges = laneRanges(nodes, automatic),
): Places {
  const places = new Map(automatic);
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  for (const move of moves) {
    const node = byKey.get(move.node);
    if (node && automatic.has(node.key)) places.set(node.key, withinLane(ranges, node, move));
  }
  return places;
}

/** A part of a graph by itself: the same order in each lane, without gaps. */
export function placesOfPart(part: { readonly nodes: readonly FlowNode[] }, places: Places): Places {
  const at = (key: string) => places.get(key) ?? { x: 0, y: 0 };
  return placeInLanes(part.nodes.toSorted((a, b) => at(a.key).y - at(b.key).y || at(a.key).x - at(b.key).x));
}

/** Times the order is improved from either side. */
const SWEEPS = 12;

/**
 * A height for each node by those of its neighbours, lane by lane and back: fewer crossings in an instant, where a
 * thorough layout would take long. Deterministic.
 */
export function heightsByNeighbours(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): Map<string, number> {
  const lanes = FLOW_LANES.map((lane) =>
    nodes.filter((node) => laneOf(node.kind) === lane).map(({ key }) => key),
  ).filter(({ length }) => length > 0);
  const laneAt = new Map(lanes.flatMap((keys, index) => keys.map((key): [string, number] => [key, index])));
  const rank = new Map(
    lanes.flatMap((keys) => keys.map((key, index): [string, number] => [key, (index + 0.5) / keys.length])),
  );
  const [before, after] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (map: Map<string, string[]>, key: string, other: string) =>
    void (map.get(key)?.push(other) ?? map.set(key, [other]));
  for (const { from, to } of edges) {
    if (!laneAt.has(from) || !laneAt.has(to)) continue;
    add(after, from, to);
    add(before, to, from);
  }
  const mean = (key: string, neighbours: readonly string[] = []) =>
    neighbours.length === 0
      ? (rank.get(key) ?? 0)
      : neighbours.reduce((sum, other) => sum + (rank.get(other) ?? 0), 0) / neighbours.length;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const forward = sweep % 2 === 0;
    for (const keys of forward ? lanes : lanes.toReversed()) {
      const wanted = new Map(keys.map((key) => [key, mean(key, (forward ? before : after).get(key))]));
      keys.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      keys.forEach((key, index) => rank.set(key, (index + 0.5) / keys.length));
    }
  }
  const tallest = Math.max(0, ...lanes.map(({ length }) => length)) * (NODE.height + GAP.row);
  return new Map([...rank].map(([key, at]) => [key, at * tallest]));
}

const moved = (point: Point | undefined, dy: number): Point => ({ x: point?.x ?? 0, y: (point?.y ?? 0) + dy });

/** The same heights without stretches where no lane has a node. */
function withoutGaps(hint: ReadonlyMap<string, number>): Map<string, number> {
  let [bottom, shift] = [-Infinity, 0];
  return new Map(
    [...hint]
      .toSorted(([, a], [, b]) => a - b)
      .map(([key, y]) => {
        if (bottom > -Infinity && y - shift > bottom + GAP.row) shift = y - bottom - GAP.row;
        bottom = Math.max(bottom, y - shift + NODE.height);
        return [key, y - shift];
      }),
  );
}

/** One column, each node as near to its hint as those above it leave room for. */
function placeAtHints(
  nodes: readonly FlowNode[],
  x: number,
  height: (node: FlowNode) => number,
  places: Map<string, Point>,
): number {
  let next = -Infinity;
  for (const node of nodes) {
    const y = Math.max(height(node), next);
    places.set(node.key, { x, y });
    next = y + NODE.height + GAP.row;
  }
  return next - GAP.row;
}

/** Row by row, so that neighbours of the order stand at about one height. */
function placeGrid(
  nodes: readonly FlowNode[],
  wide: number,
  x: number,
  top: number,
  places: Map<string, Point>,
): number {
  nodes.forEach((node, index) =>
    places.set(node.key, {
      x: x + (index % wide) * (NODE.width + GAP.column),
      y: top + Math.floor(index / wide) * (NODE.height + GAP.row),
    }),
  );
  return top + Math.ceil(nodes.length / wide) * (NODE.height + GAP.row) - GAP.row;
}

/** Recipients country by country: within the organisation, at home, then abroad. */
function placeBands(
  nodes: readonly FlowNode[],
  wide: number,
  x: number,
  height: (node: FlowNode) => number,
  places: Map<string, Point>,
): number {
  const bands = [...Map.groupBy(nodes, bandOf)].map(([country, members]) => ({
    country,
    members,
    middle: members.reduce((sum, node) => sum + height(node), 0) / members.length,
  }));
  const rank = (country: string) => (country === '' ? 0 : country === HOME_COUNTRY ? 1 : 2);
  bands.sort((a, b) => rank(a.country) - rank(b.country) || a.middle - b.middle || (a.country < b.country ? -1 : 1));
  const tall = (count: number) => Math.ceil(count / wide) * (NODE.height + GAP.row) - GAP.row + BAND.head + BAND.foot;
  const total = bands.reduce((sum, { members }) => sum + tall(members.length) + GAP.band, -GAP.band);
  const middle = nodes.reduce((sum, node) => sum + height(node), 0) / nodes.length + NODE.height / 2;
  let top = middle - total / 2;
  for (const { members } of bands) {
    placeGrid(members, wide, x, top + BAND.head, places);
    top += tall(members.length) + GAP.band;
  }
  return top - GAP.band;
}

/**
 * The places of a graph that changed under the eyes: what is shown stays, a new node stands beneath the last of its
 * lane, or of its band where there is room. Nothing else moves.
 */
export function keepPlaces(nodes: readonly FlowNode[], current: Places): Map<string, Point> {
  const places = new Map<string, Point>();
  const lanes = new Map<FlowLane, Point[]>(FLOW_LANES.map((lane) => [lane, []]));
  const bands = new Map<string, Point>();
  const put = (node: FlowNode, at: Point) => {
    places.set(node.key, at);
    lanes.get(laneOf(node.kind))?.push(at);
    const last = bands.get(bandOf(node));
    if (laneOf(node.kind) === 'recipient' && (!last || at.y > last.y)) bands.set(bandOf(node), at);
  };
  for (const node of nodes) {
    const at = current.get(node.key);
    if (at) put(node, at);
  }
  if (places.size === 0) return placeInLanes(nodes);
  const fresh = placeInLanes(nodes);
  for (const node of nodes) {
    if (places.has(node.key)) continue;
    const lane = lanes.get(laneOf(node.kind)) ?? [];
    const last = bands.get(bandOf(node));
    const under = last && laneOf(node.kind) === 'recipient' && { x: last.x, y: last.y + NODE.height + GAP.row };
    const room =
      under &&
      lane.every(
        (at) =>
          Math.abs(at.x - under.x) >= NODE.width ||
          Math.abs(at.y - under.y) >= NODE.height + BAND.head + BAND.foot ||
          at === last,
      );
    const apart = laneOf(node.kind) === 'recipient' ? BAND.foot + GAP.band + BAND.head : GAP.row;
    const end =
      lane.length > 0
        ? { x: Math.min(...lane.map((at) => at.x)), y: Math.max(...lane.map((at) => at.y)) + NODE.height + apart }
        : (fresh.get(node.key) ?? { x: 0, y: 0 });
    put(node, room ? under : end);
  }
  return places;
}
