import { describe, expect, it } from 'vitest';
import { builtInScale } from '../../server/modules/dpiaSettings/content/scales.ts';
import { CRITERIA, requirementOf } from '../../shared/dpia/decision.ts';
import { DATA_RISK_LEVELS, dpiaScale } from '../../shared/dpia/framework.ts';
import {
  carriedPoint,
  defaultBands,
  highestRisk,
  needsPlan,
  RISK_WEIGHT,
  type RiskLevel,
  riskLevel,
  SCALE_WIDTHS,
  scoreOf,
} from '../../shared/dpia/risk.ts';

/** Rows by impact from 1, columns by likelihood from 1. */
const MAPS = {
  3: ['LMM', 'MHE', 'MEE'],
  4: ['LLMM', 'LMHH', 'MHHE', 'MHEE'],
  5: ['LLLLM', 'LLMMH', 'LMMHH', 'LMHEE', 'MHHEE'],
} as const;
const LETTER: Readonly<Record<string, RiskLevel>> = { L: 'LOW', M: 'MEDIUM', H: 'HIGH', E: 'EXTREME' };

const pointsOf = (width: number) =>
  Array.from({ length: width * width }, (_, index) => ({
    likelihood: (index % width) + 1,
    impact: Math.floor(index / width) + 1,
  }));

describe('a scale', () => {
  it.each(SCALE_WIDTHS)('of width %i assigns every point to its band', (width) => {
    const bands = defaultBands(width);
    const map = MAPS[width].map((row) => [...row].map((letter) => LETTER[letter]));
    for (const point of pointsOf(width)) {
      expect(scoreOf(point)).toBe(point.likelihood * point.impact);
      expect([point, riskLevel(point, bands)]).toEqual([point, map[point.impact - 1]![point.likelihood - 1]]);
    }
  });

  it('ends its bands as decided', () => {
    expect(SCALE_WIDTHS.map(defaultBands)).toEqual([
      [1, 3, 5],
      [2, 5, 9],
      [4, 9, 15],
    ]);
  });

  it.each(SCALE_WIDTHS)('of width %i is built in with words in both languages', (width) => {
    expect(dpiaScale.parse(builtInScale(width))).toEqual(builtInScale(width));
  });

  it('has no level for a risk while one side is missing', () => {
    const bands = defaultBands(5);
    expect(riskLevel({ likelihood: null, impact: 5 }, bands)).toBeNull();
    expect(riskLevel({ likelihood: 5, impact: null }, bands)).toBeNull();
  });
});

describe('a point converted to another scale', () => {
  const pairs = SCALE_WIDTHS.flatMap((from) => SCALE_WIDTHS.map((to) => [from, to] as const));
  it.each(pairs)('from %i to %i moves to no lower band and remains on the scale', (from, to) => {
    for (const point of pointsOf(from)) {
      const carried = carriedPoint(point, from, to);
      expect(carried.likelihood).toBeLessThanOrEqual(to);
      expect(carried.impact).toBeLessThanOrEqual(to);
      const [before, after] = [riskLevel(point, defaultBands(from))!, riskLevel(carried, defaultBands(to))!];
      expect([point, RISK_WEIGHT[after] >= RISK_WEIGHT[before]]).toEqual([point, true]);
      if (from === to) expect(carried).toEqual(point);
    }
  });
});

describe('an assessment', () => {
  it('has the risk of its worst case', () => {
    expect(highestRisk([])).toBeNull();
    expect(highestRisk([null])).toBeNull();
    expect(highestRisk(['LOW', null, 'HIGH', 'MEDIUM'])).toBe('HIGH');
    expect((['LOW', 'MEDIUM', 'HIGH', 'EXTREME'] as const).map(needsPlan)).toEqual([false, false, true, true]);
  });

  it('is required in 1516 of the 1536 combinations of criteria and level', () => {
    const sets = Array.from({ length: 2 ** CRITERIA.length }, (_, set) => set.toString(2).replaceAll('0', '').length);
    const answers = sets.flatMap((met) => DATA_RISK_LEVELS.map((level) => requirementOf('CURRENT', met, level)));
    expect(answers.filter((answer) => answer === 'YES')).toHaveLength(1516);
    expect(answers.filter((answer) => answer === 'NO')).toHaveLength(20);
    expect([requirementOf('CURRENT', 1, null), requirementOf('CURRENT', 2, null)]).toEqual(['UNDECIDED', 'YES']);
    expect([requirementOf('OLDER', 1, null), requirementOf('OLDER', 2, null)]).toEqual(['NO', 'YES']);
  });
});
