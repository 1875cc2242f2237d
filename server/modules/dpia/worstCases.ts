import type { WorstCase } from '../../../shared/dpia/content.ts';
import { carriedPoint, type RiskPoint, type ScaleWidth } from '../../../shared/dpia/risk.ts';

/** Worst cases whose plans are resolved: their results become measures in force, and no plan is left. */
export const withMeasuresInForce = (worstCases: readonly WorstCase[]): WorstCase[] =>
  worstCases.map(({ treatment, measures, ...worstCase }) => ({
    ...worstCase,
    measures: [...measures, ...(treatment?.measures ?? [])],
    treatment: null,
  }));

/** A worst case on a scale of another width: its levels have to be confirmed. */
export function onScale({ treatment, ...worstCase }: WorstCase, from: ScaleWidth, to: ScaleWidth): WorstCase {
  const point = (one: RiskPoint) => carriedPoint(one, from, to);
  return {
    ...worstCase,
    initial: point(worstCase.initial),
    residual: point(worstCase.residual),
    treatment: treatment && { ...treatment, expected: point(treatment.expected) },
    carried: true,
  };
}
