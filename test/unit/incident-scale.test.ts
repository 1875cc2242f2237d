import { describe, expect, test } from 'vitest';
import { grouped, placeOf, ticksOf } from '../../client/modules/incidentDashboard/scale.ts';

describe('the scale of the timeline', () => {
  test.each([
    [72, [0, 24, 48, 72, 168, 720]],
    [48, [0, 12, 24, 36, 48, 168, 720]],
    [24, [0, 6, 12, 18, 24, 168, 720]],
    [1, [0, 1, 168]],
    [100, [0, 48, 100, 720]],
    [720, [0, 240, 480, 720]],
  ])('of %i hours labels them, and usual intervals', (limit, ticks) => {
    expect(ticksOf(limit, 5)).toEqual(ticks);
  });

  test('labels no two moments at the same position, on however narrow a line', () => {
    for (const limit of [1, 2, 5, 24, 48, 72, 96, 500, 720]) {
      for (const gap of [5, 10, 20, 30]) {
        const ticks = ticksOf(limit, gap);
        expect(ticks, `${limit} ${gap}`).toContain(limit);
        const places = ticks.map((hours) => placeOf(hours, limit));
        for (const [index, place] of places.entries())
          if (index > 0)
            expect(place - places[index - 1]!, `${limit} by ${gap}: ${ticks.join()}`).toBeGreaterThanOrEqual(gap);
      }
    }
  });

  test('is monotonic from before discovery to weeks later', () => {
    for (const limit of [1, 72, 720]) {
      const places = [-100, -10, 0, limit / 2, limit, limit * 1.01, limit * 3, 100_000].map((hours) =>
        placeOf(hours, limit),
      );
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBe(0);
      expect(places.at(-1)).toBe(100);
    }
  });
});

describe('moments at the same position', () => {
  const at = (places: number[], gap: number) =>
    grouped(places, (place) => place, gap).map(({ at: middle, items }) => [middle, items.length]);
  test('are combined, at their middle, with their number', () => {
    expect(at([1, 2, 3, 50], 1.5)).toEqual([
      [2, 3],
      [50, 1],
    ]);
    expect(at([1, 2], 0)).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(at([5, 5], 2)).toEqual([[5, 2]]);
    expect(at([], 2)).toEqual([]);
  });
});
