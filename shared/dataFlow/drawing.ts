import { FLOW_LANES, type FlowEdge, type FlowKind, type FlowLane, type FlowNode } from './schema.ts';
import {
  BAND,
  type Band,
  bandsOf,
  boundsOf,
  curveOf,
  HEADING,
  lanesOf,
  NODE,
  type Places,
  strokeOf,
} from './geometry.ts';

/** What is drawn. */
export interface Drawn {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** What the picture says, in its language. */
export interface DrawingWords {
  locale: 'th' | 'en';
  title: string;
  /** Filters and date, each a line. */
  subtitle: readonly string[];
  lanes: Record<FlowLane, string>;
  country: (code: string) => string;
  /** Heading of the band of recipients within the organisation. */
  internal: string;
  uses: (uses: number) => string;
  sensitiveUses: (uses: number) => string;
  legend: { plain: string; sensitive: string; crossBorder: string; both: string };
}

const INK = {
  ink: '#1D1B26',
  muted: '#55515E',
  line: '#8B8478',
  hair: '#D9D3C9',
  paper: '#FFFFFF',
  band: '#F8F6F2',
  edge: '#8D88A0',
  sensitive: '#8A3A06',
  crossBorder: '#1C5A8A',
};
/** The stripe at the left of a node. Its lane's heading says the same in words. */
const STRIPES: Record<FlowKind, string> = {
  subject: '#1C5A8A',
  channel: '#6B6675',
  application: '#3A319B',
  purpose: '#1E6B3C',
  storage: '#8B8478',
  internal: '#3A319B',
  thirdParty: '#A04A0A',
};
const FONT = "'IBM Plex Sans Thai', 'Sarabun', 'Noto Sans Thai', sans-serif";
const MARGIN = 48;
const LEGEND = 64;

/** Text that is safe between tags and in attributes; what XML cannot carry is left out. */
const escape = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const round = (value: number): number => Math.round(value * 10) / 10;

/** Width of a text in ems, nearly: marks above and below take no room. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += /\p{M}/u.test(letter)
      ? 0
      : /[\u0e00-\u0e7f]/.test(letter)
        ? 0.58
        : /[A-Z0-9@%&MWmw]/.test(letter)
          ? 0.66
          : /[\u2e80-\uffdc]/.test(letter)
            ? 1
            : /[ .,:;'|!il()-]/.test(letter)
              ? 0.3
              : 0.54;
  return width;
}

/**
 * At most `most` lines of at most `width` (ems, unless `measure` says otherwise), broken between words; what does not
 * fit ends in an ellipsis, between clusters.
 */
export function wrap(
  text: string,
  width: number,
  most: number,
  locale: 'th' | 'en',
  measure: (text: string) => number = widthOf,
): string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(
    text.replace(/\s+/g, ' ').trim(),
  ))
    // Brackets stay with what they enclose.
    if (/^[)\]}”’]/.test(segment) || /[([{“‘]$/.test(words.at(-1) ?? '')) words.push((words.pop() ?? '') + segment);
    else words.push(segment);
  const clusters = new Intl.Segmenter(locale, { granularity: 'grapheme' });
  // A single word longer than the line is broken within.
  const pieces = words.flatMap((word) =>
    measure(word) <= width ? [word] : [...clusters.segment(word)].map(({ segment }) => segment),
  );
  const lines: string[] = [];
  let line = '';
  for (const [index, piece] of pieces.entries()) {
    if (line && measure(line + piece) > width) {
      if (lines.length === most - 1) {
        const rest = [...clusters.segment(line + pieces.slice(index).join(''))].map(({ segment }) => segment);
        let fitting = '';
        for (const cluster of rest) {
          if (measure(`${fitting}${cluster}…`) > width) break;
          fitting += cluster;
        }
        return [...lines, `${fitting.trimEnd()}…`];
      }
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim()) lines.push(line.trimEnd());
  return lines;
}

const textAt = (x: number, y: number, size: number, fill: string, text: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}"${more}>${escape(text)}</text>`;

function edgeSvg(curve: string, uses: number, sensitive: boolean, crossBorder: boolean): string {
  const width = strokeOf(uses);
  const dash = crossBorder ? ' stroke-dasharray="9 5"' : '';
  const colour = sensitive ? INK.sensitive : crossBorder ? INK.crossBorder : INK.edge;
  if (!sensitive) return `<path d="${curve}" stroke="${colour}" stroke-width="${round(width)}"${dash}/>`;
  return `<path d="${curve}" stroke="${colour}" stroke-width="${round(width + 3.2)}"${dash}/><path d="${curve}" stroke="${INK.paper}" stroke-width="${round(width + 0.4)}"/>`;
}

function nodeSvg(node: FlowNode, x: number, y: number, words: DrawingWords): string {
  const name = words.locale === 'en' && node.name.en ? node.name.en : node.name.th;
  const lines = wrap(name, (NODE.width - 28) / 15, 2, words.locale);
  const facts = [
    words.uses(node.uses),
    ...(node.sensitiveUses > 0 ? [words.sensitiveUses(node.sensitiveUses)] : []),
  ].join(' · ');
  const first = y + (lines.length === 1 ? 38 : 26);
  return [
    `<g><title>${escape(name)}</title><rect x="${round(x)}" y="${round(y)}" width="${NODE.width}" height="${NODE.height}" rx="6" fill="${INK.paper}" stroke="${INK.line}" stroke-width="1"/>`,
    `<rect x="${round(x + 5)}" y="${round(y + 8)}" width="4" height="${NODE.height - 16}" rx="2" fill="${STRIPES[node.kind]}"/>`,
    ...lines.map((line, index) => textAt(x + 18, first + index * 21, 15, INK.ink, line, ' font-weight="600"')),
    textAt(x + 18, y + NODE.height - 13, 13, node.sensitiveUses > 0 ? INK.sensitive : INK.muted, facts),
    '</g>',
  ].join('');
}

function bandSvg({ country, x, y, width, height }: Band, words: DrawingWords): string {
  const name = country === null ? words.internal : words.country(country);
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="8" fill="${INK.band}" stroke="${INK.hair}"/>${textAt(x + BAND.side, y + 22, 13, INK.muted, name, ' font-weight="600"')}`;
}

function legendSvg(x: number, y: number, words: DrawingWords): string {
  const marks = [
    { text: words.legend.plain, sensitive: false, crossBorder: false },
    { text: words.legend.sensitive, sensitive: true, crossBorder: false },
    { text: words.legend.crossBorder, sensitive: false, crossBorder: true },
    { text: words.legend.both, sensitive: true, crossBorder: true },
  ];
  let at = x;
  return marks
    .map(({ text, sensitive, crossBorder }) => {
      const left = at;
      at += 64 + widthOf(text) * 13 + 32;
      return `<g fill="none">${edgeSvg(`M${round(left)} ${round(y)}h52`, 10, sensitive, crossBorder)}</g>${textAt(left + 62, y + 4.5, 13, INK.ink, text)}`;
    })
    .join('');
}

/**
 * The whole diagram as a picture of its own: title, lanes, bands, edges, nodes, legend. Every text is escaped; nothing
 * in it fetches anything. `fontFace` is CSS put in as it is, for pictures that must carry their fonts.
 * Nodes without a place are left out.
 */
export function drawSvg(graph: Drawn, places: Places, words: DrawingWords, fontFace = ''): string {
  const nodes = graph.nodes.filter(({ key }) => places.has(key));
  const bands = bandsOf(nodes, places);
  const around = boundsOf(nodes, places);
  const left = Math.min(around.x, ...bands.map(({ x }) => x));
  const right = Math.max(around.x + around.width, left + 900, ...bands.map(({ x, width }) => x + width));
  const top = Math.min(around.y, ...bands.map(({ y }) => y));
  const bottom = Math.max(around.y + around.height, ...bands.map(({ y, height }) => y + height));
  const head = 40 + words.subtitle.length * 22 + HEADING;
  const [x, y] = [left - MARGIN, top - head - MARGIN];
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + head + 2 * MARGIN + LEGEND];
  const edges = graph.edges.flatMap((edge) => {
    const curve = curveOf(edge, places);
    if (!curve) return [];
    const [x1, y1, c1, d1, c2, d2, x2, y2] = curve.map(round);
    return edgeSvg(
      `M${x1} ${y1}C${c1} ${d1} ${c2} ${d2} ${x2} ${y2}`,
      edge.uses,
      edge.sensitiveUses > 0,
      edge.crossBorder,
    );
  });
  const byLane = new Map(lanesOf(nodes, places).map((lane) => [lane.lane, lane]));
  const headings = FLOW_LANES.flatMap((name) => {
    const lane = byLane.get(name);
    return lane ? [textAt(lane.x, top - 22, 15, INK.muted, words.lanes[name], ' font-weight="600"')] : [];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="${round(x)} ${round(y)} ${round(width)} ${round(height)}" font-family="${FONT}" lang="${words.locale}" role="img">`,
    `<title>${escape(words.title)}</title>`,
    fontFace && `<style>${fontFace}</style>`,
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${INK.paper}"/>`,
    textAt(left, y + MARGIN + 24, 24, INK.ink, words.title, ' font-weight="600"'),
    ...words.subtitle.map((line, index) => textAt(left, y + MARGIN + 50 + index * 22, 14, INK.muted, line)),
    ...headings,
    ...bands.map((band) => bandSvg(band, words)),
    `<g fill="none">${edges.join('')}</g>`,
    ...nodes.map((node) => {
      const at = places.get(node.key) ?? { x: 0, y: 0 };
      return nodeSvg(node, at.x, at.y, words);
    }),
    legendSvg(left, bottom + MARGIN + 16, words),
    '</svg>',
  ].join('');
}
