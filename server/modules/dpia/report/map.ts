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

/** How the markers of one cell are placed: from the first at `x` and `y`, one every `dx` and `dy`. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly radius: number;
  readonly font: number;
}
const LARGE: Grid = { columns: 5, rows: 2, x: 13, y: 14, dx: 21, dy: 20, radius: 9.5, font: 11 };
/** Where the large ones do not fit. */
const SMALL: Grid = { columns: 7, rows: 3, x: 10, y: 9, dx: 15, dy: 14, radius: 6.5, font: 8 };
const roomOf = ({ columns, rows }: Grid) => columns * rows;

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
 * level with the measures in force, and a line between them. Of a cell with too many markers the end says how many
 * more there are, as a number after a plus sign (`hasMore`).
 */
export function riskMap(
  { width, bands }: DpiaScale,
  risks: readonly MappedRisk[],
  words: MapWords,
): { svg: string; hasMore: boolean } {
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
  const cornerOf = ({ likelihood, impact }: Placed) => ({ x: x(likelihood), y: y(impact) });
  const { places, rest } = placesOf(risks, cornerOf);
  const footText = `↑ ${words.impact}   → ${words.likelihood}`;
  const svg = typeset(
    `<svg xmlns="http://www.w3.org/2000/svg" font-family="Sarabun" width="${all}" height="${foot + FOOT}" viewBox="0 0 ${all} ${foot + FOOT}">${cells.join('')}${axes.join('')}${label(LEFT, foot + 36, footText, '#1D1B26', 13)}${risks.map((risk) => moved(risk, places)).join('')}${rest.join('')}</svg>`,
  );
  return { svg, hasMore: rest.length > 0 };
}

type Tier = 'initial' | 'residual';
type Placed = Readonly<{ likelihood: number; impact: number }>;
interface Place {
  readonly x: number;
  readonly y: number;
  readonly grid: Grid;
}
type Places = ReadonlyMap<string, Place>;

/** Positions of the markers, those of one cell side by side, and the counts of those that do not fit. */
function placesOf(
  risks: readonly MappedRisk[],
  cornerOf: (cell: Placed) => { x: number; y: number },
): { places: Places; rest: string[] } {
  const cells = Map.groupBy(
    (['initial', 'residual'] as const).flatMap((tier) =>
      risks.flatMap((risk) => {
        const { likelihood, impact } = risk[tier];
        return likelihood === null || impact === null ? [] : [{ key: `${tier} ${risk.number}`, likelihood, impact }];
      }),
    ),
    ({ likelihood, impact }) => `${likelihood}.${impact}`,
  );
  const places = new Map<string, Place>();
  const rest: string[] = [];
  for (const markers of cells.values()) {
    const grid = markers.length > roomOf(LARGE) ? SMALL : LARGE;
    const corner = cornerOf(markers[0]!);
    const at = (place: number) => ({
      x: corner.x + grid.x + (place % grid.columns) * grid.dx,
      y: corner.y + grid.y + Math.floor(place / grid.columns) * grid.dy,
    });
    // Their number takes two places.
    const drawn = markers.length > roomOf(grid) ? roomOf(grid) - 2 : markers.length;
    markers.slice(0, drawn).forEach(({ key }, place) => places.set(key, { ...at(place), grid }));
    if (drawn === markers.length) continue;
    const { x, y } = at(drawn);
    rest.push(label(x - grid.radius, y + 3, `+${markers.length - drawn}`, '#1D1B26', grid.font));
  }
  return { places, rest };
}

function moved({ number, initial, residual }: MappedRisk, places: Places): string {
  const [from, to] = [places.get(`initial ${number}`), places.get(`residual ${number}`)];
  const way =
    from && to && scoreOf(initial) !== scoreOf(residual)
      ? `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#3A319B" stroke-opacity="0.45" stroke-dasharray="4 3"/>`
      : '';
  return way + marker(number, 'initial', from) + marker(number, 'residual', to);
}

function marker(number: number, tier: Tier, at: Place | undefined): string {
  if (!at) return '';
  const { radius, font } = at.grid;
  const [ground, text] = tier === 'initial' ? ['#FFFFFF', '#3A319B'] : ['#3A319B', '#FFFFFF'];
  const digits = String(number);
  const shift = (digits.length * 3.5 * font) / LARGE.font;
  return `<circle cx="${at.x}" cy="${at.y}" r="${radius}" fill="${ground}" stroke="#3A319B"/>${label(at.x - shift, at.y + (4 * font) / LARGE.font, digits, text, font)}`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const label = (x: number, y: number, text: string, colour: string, size: number): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}">${text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!)}</text>`;
