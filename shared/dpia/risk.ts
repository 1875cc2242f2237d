import { z } from 'zod';

/** Levels of risk from the lowest (spec 2 section 4). */
export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'EXTREME'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
/** What each counts for in sums and charts; a risk that nobody has judged counts for nothing (spec 2 section 4). */
export const RISK_WEIGHT: Readonly<Record<RiskLevel, number>> = { LOW: 1, MEDIUM: 2, HIGH: 3, EXTREME: 4 };

/** How wide a scale may be: as many levels of likelihood as of impact. */
export const SCALE_WIDTHS = [3, 4, 5] as const;
export type ScaleWidth = (typeof SCALE_WIDTHS)[number];

/** Highest score of LOW, of MEDIUM and of HIGH; what is above is EXTREME. */
export type Bands = readonly [number, number, number];

/** The parts of the highest score at which the bands end. */
const BAND_ENDS = [0.16, 0.36, 0.6] as const;
/** The bands that a scale begins with: 4, 9 and 15 where it is 5 wide. */
export const defaultBands = (width: ScaleWidth): Bands => {
  // Hundredths: 25 × 0.36 is a little less than 9 in binary fractions.
  const [low, medium, high] = BAND_ENDS.map((part) => Math.floor((width * width * Math.round(part * 100)) / 100));
  return [low!, medium!, high!];
};

/** A risk on a scale: its level of likelihood and its level of impact, each from 1; null while nobody has judged it. */
export const riskPoint = z.object({
  likelihood: z.number().int().min(1).max(5).nullable().default(null),
  impact: z.number().int().min(1).max(5).nullable().default(null),
});
export type RiskPoint = z.output<typeof riskPoint>;

/** Likelihood times impact; null while one of them is not judged. */
export const scoreOf = ({ likelihood, impact }: RiskPoint): number | null =>
  likelihood === null || impact === null ? null : likelihood * impact;

/** The band in which a score falls. */
export const levelOfScore = (score: number, bands: Bands): RiskLevel =>
  RISK_LEVELS[bands.filter((end) => score > end).length]!;

/** The level of a risk; null while it is not judged. */
export function riskLevel(point: RiskPoint, bands: Bands): RiskLevel | null {
  const score = scoreOf(point);
  return score === null ? null : levelOfScore(score, bands);
}

/** The highest of several levels; those that nobody has judged do not count. Null where none is judged. */
export const highestRisk = (levels: readonly (RiskLevel | null)[]): RiskLevel | null =>
  levels.reduce<RiskLevel | null>(
    (highest, level) =>
      level !== null && (highest === null || RISK_WEIGHT[level] > RISK_WEIGHT[highest]) ? level : highest,
    null,
  );

/** The point with the highest score, of several the one with the highest impact; undefined where none is judged. */
export const highestPoint = (points: readonly RiskPoint[]): RiskPoint | undefined =>
  points
    .filter((point) => scoreOf(point) !== null)
    .reduce<RiskPoint | undefined>((highest, point) => {
      if (!highest) return point;
      const more = scoreOf(point)! - scoreOf(highest)!;
      return more > 0 || (more === 0 && point.impact! > highest.impact!) ? point : highest;
    }, undefined);

/** Whether a residual risk needs a treatment plan (spec 2 section 5). */
export const needsPlan = (level: RiskLevel | null): boolean => level === 'HIGH' || level === 'EXTREME';

/**
 * Whether the risk found after a treatment plan is above the one that was expected; where none was expected, whether it
 * still needs a plan.
 */
export const exceedsExpected = (found: RiskLevel, expected: RiskLevel | null): boolean =>
  expected === null ? needsPlan(found) : RISK_WEIGHT[found] > RISK_WEIGHT[expected];

/**
 * A level of one scale on another of another width: rounded up, so that no risk falls a band (docs/decisions/080). A
 * level that no scale of its width has counts as the highest.
 */
const carriedLevel = (level: number, from: ScaleWidth, to: ScaleWidth): number =>
  Math.ceil((Math.min(level, from) * to) / from);
/** A risk carried onto a scale of another width. */
export const carriedPoint = (point: RiskPoint, from: ScaleWidth, to: ScaleWidth): RiskPoint => ({
  likelihood: point.likelihood === null ? null : carriedLevel(point.likelihood, from, to),
  impact: point.impact === null ? null : carriedLevel(point.impact, from, to),
});

/** A cell of a map: width of its scale, level of likelihood and level of impact. Example: `5.3.4` */
export type RiskCell = `${ScaleWidth}.${number}.${number}`;
export const riskCell = (width: ScaleWidth, likelihood: number, impact: number): RiskCell =>
  `${width}.${likelihood}.${impact}`;
/** The parts of a cell, as `riskCell` takes them. */
export function cellParts(cell: string): readonly [width: number, likelihood: number, impact: number] {
  const [width, likelihood, impact] = cell.split('.').map(Number);
  return [width!, likelihood!, impact!];
}
const steps = (width: ScaleWidth): number[] => Array.from({ length: width }, (_, place) => place + 1);
/** Every cell of every scale. */
export const RISK_CELLS = SCALE_WIDTHS.flatMap((width) =>
  steps(width).flatMap((likelihood) => steps(width).map((impact) => riskCell(width, likelihood, impact))),
) as [RiskCell, ...RiskCell[]];
