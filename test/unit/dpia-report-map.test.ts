import { expect, it } from 'vitest';
import { riskMap } from '../../server/modules/dpia/report/map.ts';
import { builtInScale } from '../../server/modules/dpiaSettings/content/scales.ts';

const words = { likelihood: 'โอกาส', impact: 'ผลกระทบ', level: () => 'สูง' };
/** The map of so many risks that are at the same point before and after their measures. */
const mapOf = (risks: number) =>
  riskMap(
    builtInScale(5),
    Array.from({ length: risks }, (_, index) => ({
      number: index + 1,
      initial: { likelihood: 3, impact: 4 },
      residual: { likelihood: 3, impact: 4 },
    })),
    words,
  );
const centresOf = (map: string) =>
  [...map.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => `${x} ${y}`);
const restOf = (map: string) => Number(/>\+(\d+)</.exec(map)?.[1] ?? 0);

it.each([1, 5, 6, 10, 11, 100])('the map of a report covers no marker of %i risks at one point', (risks) => {
  const { svg: map, hasMore } = mapOf(risks);
  const centres = centresOf(map);
  expect(new Set(centres).size).toBe(centres.length);
  expect(centres.length + restOf(map)).toBe(2 * risks);
  expect(hasMore).toBe(risks > 10);
});
