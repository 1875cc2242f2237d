import { FLOW_KINDS, type FlowEdge } from '../../../shared/dataFlow/schema.ts';
import { type Band, curveOf, NODE, type Places, strokeOf } from '../../../shared/dataFlow/geometry.ts';
import type { Graph, Path } from '../../../shared/dataFlow/graph.ts';

/** The content of a canvas as numbers only, which is cheap to send to a worker. */
export interface Scene {
  /** Eight numbers for each edge: start, two handles, end. */
  curves: Float32Array;
  widths: Float32Array;
  /** Bit 1: sensitive, bit 2: crosses a border. */
  marks: Uint8Array;
  /** Highlighted edges while others are dimmed; empty: none. */
  litEdges: Uint8Array;
  /** Left and top of every painted node. */
  nodes: Float32Array;
  kinds: Uint8Array;
  litNodes: Uint8Array;
  dimmed: boolean;
  bands: readonly Band[];
}

export interface View {
  x: number;
  y: number;
  zoom: number;
}
export interface Colours {
  paper: string;
  surface: string;
  line: string;
  hair: string;
  band: string;
  edge: string;
  sensitive: string;
  crossBorder: string;
  kinds: readonly string[];
}

/** The numbers of a positioned graph; `edges` are those with both ends, in the order of the arrays. */
export function sceneOf(
  graph: Graph,
  places: Places,
  bands: readonly Band[],
  lit: Path | null,
): { scene: Scene; edges: FlowEdge[] } {
  const edges: FlowEdge[] = [];
  const curves = new Float32Array(graph.edges.length * 8);
  const widths = new Float32Array(graph.edges.length);
  const marks = new Uint8Array(graph.edges.length);
  const litEdges = new Uint8Array(graph.edges.length);
  for (const edge of graph.edges) {
    const curve = curveOf(edge, places);
    if (!curve) continue;
    const index = edges.length;
    curves.set(curve, index * 8);
    widths[index] = strokeOf(edge.uses);
    marks[index] = Number(edge.sensitiveUses > 0) + 2 * Number(edge.crossBorder);
    litEdges[index] = Number(lit?.edges.has(edge) ?? false);
    edges.push(edge);
  }
  const nodes = new Float32Array(graph.nodes.length * 2);
  const kinds = new Uint8Array(graph.nodes.length);
  const litNodes = new Uint8Array(graph.nodes.length);
  graph.nodes.forEach((node, index) => {
    const at = places.get(node.key) ?? { x: 0, y: 0 };
    nodes[index * 2] = at.x;
    nodes[index * 2 + 1] = at.y;
    kinds[index] = FLOW_KINDS.indexOf(node.kind);
    litNodes[index] = Number(lit?.nodes.has(node.key) ?? false);
  });
  return {
    edges,
    scene: {
      curves: curves.subarray(0, edges.length * 8),
      widths: widths.subarray(0, edges.length),
      marks: marks.subarray(0, edges.length),
      litEdges: litEdges.subarray(0, edges.length),
      nodes,
      kinds,
      litNodes,
      dimmed: lit !== null,
      bands,
    },
  };
}

type Brush = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

/**
 * Draws bands, edges and, where `withNodes`, nodes as plain boxes. `width` and `height` are of the canvas in device
 * pixels.
 */
export function paint(
  brush: Brush,
  scene: Scene,
  view: View,
  {
    width,
    height,
    scale,
    withNodes,
    colours,
  }: { width: number; height: number; scale: number; withNodes: boolean; colours: Colours },
): void {
  brush.setTransform(1, 0, 0, 1, 0, 0);
  brush.clearRect(0, 0, width, height);
  const zoom = view.zoom * scale;
  brush.setTransform(zoom, 0, 0, zoom, view.x * scale, view.y * scale);
  const visibleBox = {
    left: -view.x / view.zoom,
    top: -view.y / view.zoom,
    right: (width / scale - view.x) / view.zoom,
    bottom: (height / scale - view.y) / view.zoom,
  };
  paintBands(brush, scene, view, colours);
  paintEdges(brush, scene, view, visibleBox, colours);
  if (withNodes) paintNodes(brush, scene, view, visibleBox, colours);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function paintBands(brush: Brush, { bands }: Scene, view: View, colours: Colours): void {
  brush.globalAlpha = 1;
  brush.lineWidth = 1 / view.zoom;
  for (const { x, y, width, height } of bands) {
    brush.beginPath();
    brush.roundRect(x, y, width, height, 8);
    brush.fillStyle = colours.band;
    brush.fill();
    brush.strokeStyle = colours.hair;
    brush.stroke();
  }
}

/** More edges than this are drawn as hairlines, which a canvas draws several times faster. */
const CROWD = 600;
/** Below this zoom a crowd of edges is only a texture: fainter, so that it does not dominate. */
const FAR = 0.3;

/**
 * Each edge separately, grouped by style: one path of thousands of edges takes a canvas ten times as long, since it has
 * to compute all intersections.
 */
function paintEdges(brush: Brush, scene: Scene, view: View, visibleBox: Box, colours: Colours): void {
  const { curves, widths, marks, litEdges, dimmed } = scene;
  const looks = new Map<number, number[]>();
  for (let index = 0; index < marks.length; index += 1) {
    const at = index * 8;
    const [x1, y1, x2, y2] = [curves[at] ?? 0, curves[at + 1] ?? 0, curves[at + 6] ?? 0, curves[at + 7] ?? 0];
    if (
      Math.max(x1, x2) < visibleBox.left ||
      Math.min(x1, x2) > visibleBox.right ||
      Math.max(y1, y2) < visibleBox.top ||
      Math.min(y1, y2) > visibleBox.bottom
    )
      continue;
    const look =
      (litEdges[index] ?? 0) * 64 + (marks[index] ?? 0) * 16 + Math.min(3, Math.floor((widths[index] ?? 1) - 0.75));
    const alike = looks.get(look);
    if (alike) alike.push(at);
    else looks.set(look, [at]);
  }
  const crowded = marks.length > CROWD;
  // Dimmed ones first, highlighted ones over them.
  for (const [look, alike] of [...looks].toSorted(([a], [b]) => a - b)) {
    const [lit, mark, step] = [look >= 64, (look % 64) >> 4, look % 16];
    const [sensitive, crossBorder] = [(mark & 1) === 1, (mark & 2) === 2];
    brush.globalAlpha = lit ? 1 : dimmed ? 0.12 : crowded ? (view.zoom < FAR ? 0.25 : 0.5) : 0.9;
    brush.strokeStyle = sensitive ? colours.sensitive : crossBorder ? colours.crossBorder : colours.edge;
    brush.setLineDash(crossBorder ? [Math.max(9, 5 / view.zoom), Math.max(5, 3.5 / view.zoom)] : []);
    if (crowded && !lit) {
      brush.lineWidth = 0.9 / view.zoom;
      for (const at of alike) hairline(brush, curves, at, crossBorder, sensitive ? 1.1 / view.zoom : 0);
      continue;
    }
    // Never thinner than visible, however small the picture.
    const width = Math.max(1.25 + step * 0.75, 1 / view.zoom);
    brush.lineWidth = sensitive ? Math.max(width + 3.2, 3.6 / view.zoom) : width;
    for (const at of alike) stroke(brush, curves, at);
    if (!sensitive) continue;
    brush.globalAlpha = 1;
    brush.setLineDash([]);
    brush.strokeStyle = colours.paper;
    brush.lineWidth = Math.max(width + 0.4, 1.6 / view.zoom);
    for (const at of alike) stroke(brush, curves, at);
  }
  brush.setLineDash([]);
  brush.globalAlpha = 1;
}

function stroke(brush: Brush, curves: Float32Array, at: number, dx = 0, dy = 0): void {
  brush.beginPath();
  brush.moveTo((curves[at] ?? 0) + dx, (curves[at + 1] ?? 0) + dy);
  brush.bezierCurveTo(
    (curves[at + 2] ?? 0) + dx,
    (curves[at + 3] ?? 0) + dy,
    (curves[at + 4] ?? 0) + dx,
    (curves[at + 5] ?? 0) + dy,
    (curves[at + 6] ?? 0) + dx,
    (curves[at + 7] ?? 0) + dy,
  );
  brush.stroke();
}

const PIECES = 12;

/**
 * One thin line, or with `apart` two parallel ones. Dashes along straight pieces cost a fifth of dashes along a curve.
 */
function hairline(brush: Brush, curves: Float32Array, at: number, dashed: boolean, apart: number): void {
  // Parallel where the edge is level and where it is steep.
  const across = (curves[at + 7] ?? 0) > (curves[at + 1] ?? 0) ? -apart : apart;
  for (const side of apart === 0 ? [0] : [-1, 1]) {
    const [dx, dy] = [side * across, side * apart];
    if (!dashed) {
      stroke(brush, curves, at, dx, dy);
      continue;
    }
    const [x1 = 0, y1 = 0, c1 = 0, d1 = 0, c2 = 0, d2 = 0, x2 = 0, y2 = 0] = curves.subarray(at, at + 8);
    brush.beginPath();
    brush.moveTo(x1 + dx, y1 + dy);
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const [u, v] = [piece / PIECES, 1 - piece / PIECES];
      brush.lineTo(
        v * v * v * x1 + 3 * v * v * u * c1 + 3 * v * u * u * c2 + u * u * u * x2 + dx,
        v * v * v * y1 + 3 * v * v * u * d1 + 3 * v * u * u * d2 + u * u * u * y2 + dy,
      );
    }
    brush.stroke();
  }
}

function paintNodes(
  brush: Brush,
  { nodes, kinds, litNodes, dimmed }: Scene,
  view: View,
  visibleBox: Box,
  colours: Colours,
): void {
  brush.lineWidth = Math.max(1, 0.75 / view.zoom);
  for (let index = 0; index < kinds.length; index += 1) {
    const [x, y] = [nodes[index * 2] ?? 0, nodes[index * 2 + 1] ?? 0];
    if (
      x > visibleBox.right ||
      x + NODE.width < visibleBox.left ||
      y > visibleBox.bottom ||
      y + NODE.height < visibleBox.top
    )
      continue;
    brush.globalAlpha = dimmed && !litNodes[index] ? 0.25 : 1;
    brush.fillStyle = colours.surface;
    brush.fillRect(x, y, NODE.width, NODE.height);
    brush.strokeStyle = colours.line;
    brush.strokeRect(x, y, NODE.width, NODE.height);
    brush.fillStyle = colours.kinds[kinds[index] ?? 0] ?? colours.line;
    brush.fillRect(x, y, Math.max(8, 2.5 / view.zoom), NODE.height);
    // Placeholder lines for text that is unreadable at this size.
    brush.fillStyle = colours.hair;
    brush.fillRect(x + 26, y + 20, NODE.width * 0.7, 10);
    brush.fillRect(x + 26, y + 44, NODE.width * 0.4, 10);
  }
  brush.globalAlpha = 1;
}
