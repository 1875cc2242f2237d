import { DPIA_LIMITS, type WorstCase } from '../../../shared/dpia/content.ts';

/** Worst cases whose plans are resolved: what was done by them belongs to the measures in force, and no plan is left. */
export const withMeasuresInForce = (worstCases: readonly WorstCase[]): WorstCase[] =>
  worstCases.map(({ treatment, measures, ...worstCase }) => ({
    ...worstCase,
    measures: [...measures, ...(treatment?.measures ?? [])].slice(0, DPIA_LIMITS.lines),
    treatment: null,
  }));
