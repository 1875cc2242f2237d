import type { DpiaScale } from '../../../../shared/dpia/framework.ts';
import { levelOfScore, type RiskLevel, type RiskPoint, scoreOf } from '../../../../shared/dpia/risk.ts';
import { typeset } from '../../dataFlow/picture.ts';

/** Background and text colour of a cell. */
const COLOURS: Readonly<Record<RiskLevel, readonly [ground: string, text: string]>> = {
  LOW: ['#EBF5EF', '#175A31'],
  MEDIUM: ['#E8F1FB', '#144A7C'],
  HIGH: ['#FCF1E8', '#7F3A06'],
  EXTREME: ['#FCEFED', '#94180F'],
};
const [CELL_WIDTH, CELL_HEIGHT, LEFT, TOP, FOOT] = [112, 66, 40, 10, 46] as const;
/** Markers in a row of one cell. */
const ROW = 5;

/** A risk with the number on its marker. */
export interface MappedRisk {
  readonly number: number;
  readonly initial: RiskPoint;
  readonly residual: RiskPoint;
}

interface MapWords {
  readonly likelihood: string;
  readonly impact: string;
  readonly level: (level: RiskLevel) => string;
}

/**
 * Likelihood against impact as a picture: a hollow marker for the inherent level of each risk, a filled one for the
 * level with the measures in force, and a line between them.
 */
export function riskMap({ width, bands }: DpiaScale, risks: readonly MappedRisk[], words: MapWords): string {
  const steps = Array.from({ length: width }, (_, index) => index + 1);
  const x = (likelihood: number) => LEFT + (likelihood - 1) * CELL_WIDTH;
  const y = (impact: number) => TOP + (width - impact) * CELL_HEIGHT;
  const cells = steps.flatMap((impact) =>
    steps.map((likelihood) => {
      const level = levelOfScore(likelihood * impact, bands);
      const [ground, text] = COLOURS[level];
      return `<rect x="${x(likelihood)}" y="${y(impact)}" width="${CELL_WIDTH - 3}" height="${CELL_HEIGHT - 3}" rx="4" fill="${ground}"/>${label(x(likelihood) + 6, y(impact) + CELL_HEIGHT - 9, `${words.level(level)} ${likelihood * impact}`, text, 11)}`;
    }),
  );
  const axes = steps.flatMap((step) => [
    label(LEFT - 14, y(step) + CELL_HEIGHT / 2 + 4, String(step), '#55515E', 13),
    label(x(step) + CELL_WIDTH / 2 - 4, y(0) + 12, String(step), '#55515E', 13),
  ]);
  const [all, foot] = [LEFT + width * CELL_WIDTH, TOP + width * CELL_HEIGHT];
  const places = placesOf(risks, x, y);
  return typeset(
    `<svg xmlns="http://www.w3.org/2000/svg" font-family="Sarabun" width="${all}" height="${foot + FOOT}" viewBox="0 0 ${all} ${foot + FOOT}">${cells.join('')}${axes.join('')}${label(LEFT, foot + 36, `↑ ${words.impact}   → ${words.likelihood}`, '#1D1B26', 13)}${risks.map((risk) => moved(risk, places)).join('')}</svg>`,
  );
}

type Tier = 'initial' | 'residual';
type Places = ReadonlyMap<string, { x: number; y: number }>;

/** Positions of the markers: those of one cell side by side. */
function placesOf(risks: readonly MappedRisk[], x: (level: number) => number, y: (level: number) => number): Places {
  const counts = new Map<string, number>();
  const places = new Map<string, { x: number; y: number }>();
  for (const tier of ['initial', 'residual'] as const)
    for (const risk of risks) {
      const { likelihood, impact } = risk[tier];
      if (likelihood === null || impact === null) continue;
      const cell = `${likelihood}.${impact}`;
      const place = counts.get(cell) ?? 0;
      counts.set(cell, place + 1);
      places.set(`${tier} ${risk.number}`, {
        x: x(likelihood) + 13 + (place % ROW) * 21,
        y: y(impact) + 14 + (Math.floor(place / ROW) % 2) * 20,
      });
    }
  return places;
}

function moved({ number, initial, residual }: MappedRisk, places: Places): string {
  const [from, to] = [places.get(`initial ${number}`), places.get(`residual ${number}`)];
  const way =
    from && to && scoreOf(initial) !== scoreOf(residual)
      ? `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#3A319B" stroke-opacity="0.45" stroke-dasharray="4 3"/>`
      : '';
  return way + marker(number, 'initial', from) + marker(number, 'residual', to);
}

function marker(number: number, tier: Tier, at: { x: number; y: number } | undefined): string {
  if (!at) return '';
  const [ground, text] = tier === 'initial' ? ['#FFFFFF', '#3A319B'] : ['#3A319B', '#FFFFFF'];
  const shift = number > 9 ? 7 : 3.5;
  return `<circle cx="${at.x}" cy="${at.y}" r="9.5" fill="${ground}" stroke="#3A319B"/>${label(at.x - shift, at.y + 4, String(number), text, 11)}`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const label = (x: number, y: number, text: string, colour: string, size: number): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}">${text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!)}</text>`;
