import { expect, test } from 'vitest';
import { columnsOf, scaleOf } from '../../client/modules/userConsent/days.ts';
import { dayAfter } from '../../shared/bangkok.ts';

const daysFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ day: dayAfter(from, index), ALL: 1, ACCEPT: 2, NONE: 3, changed: 1 }));

test('a month of answers has a column per day', () => {
  const { unit, columns } = columnsOf({
    from: '2026-11-01',
    to: '2026-11-30',
    step: 'day',
    days: daysFrom('2026-11-01', 30),
  });
  expect(unit).toBe('day');
  expect(columns).toHaveLength(30);
  expect(columns[0]).toEqual({ from: '2026-11-01', to: '2026-11-01', ALL: 1, ACCEPT: 2, NONE: 3, changed: 1 });
});

test('a year has a column per week, and no answer is lost or counted twice', () => {
  const { unit, columns } = columnsOf({
    from: '2026-01-01',
    to: '2026-12-31',
    step: 'day',
    days: daysFrom('2026-01-01', 365),
  });
  expect(unit).toBe('week');
  expect(columns).toHaveLength(53);
  expect(columns[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', ALL: 7, ACCEPT: 14, NONE: 21, changed: 7 });
  expect(columns.at(-1)).toEqual({ from: '2026-12-31', to: '2026-12-31', ALL: 1, ACCEPT: 2, NONE: 3, changed: 1 });
  expect(columns.reduce((sum, { NONE }) => sum + NONE, 0)).toBe(3 * 365);
  for (const [index, column] of columns.entries())
    if (index > 0) expect(column.from).toBe(dayAfter(columns[index - 1]!.to, 1));
});

test('data returned by month has a column per month, the first and last as far as the range goes', () => {
  const days = ['2024-12-15', '2025-01-01', '2025-02-01'].map((day) => ({
    day,
    ALL: 1,
    ACCEPT: 0,
    NONE: 0,
    changed: 0,
  }));
  const { unit, columns } = columnsOf({ from: '2024-12-15', to: '2025-02-10', step: 'month', days });
  expect(unit).toBe('month');
  expect(columns.map(({ from, to }) => [from, to])).toEqual([
    ['2024-12-15', '2024-12-31'],
    ['2025-01-01', '2025-01-31'],
    ['2025-02-01', '2025-02-10'],
  ]);
});

test.each([0, 1, 3, 7, 10, 11, 26, 99, 101, 173, 251, 999, 12_345_678])(
  'the axis of %d ends at or above it, in at most five integer steps',
  (highest) => {
    const { top, lines } = scaleOf(highest);
    expect(top).toBeGreaterThanOrEqual(Math.max(1, highest));
    expect(top).toBe(lines.at(-1));
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines.every(Number.isInteger)).toBe(true);
  },
);
