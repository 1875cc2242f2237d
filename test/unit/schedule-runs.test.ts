import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRun, nextRuns, type Timing } from '../../shared/schedule/runs.ts';

const daily = (hour: number): Timing => ({ frequency: 'Daily', hour, day: null });
const weekly = (day: number, hour: number): Timing => ({ frequency: 'Weekly', hour, day });
const monthly = (day: number, hour: number): Timing => ({ frequency: 'Monthly', hour, day });
/** A moment in Bangkok time. */
const bangkok = (text: string) => new Date(`${text}:00+07:00`);

describe('the next run', () => {
  it.each<[string, Timing, string, string]>([
    ['later today', daily(6), '2026-11-23T05:59', '2026-11-23T06:00'],
    ['not the moment itself', daily(6), '2026-11-23T06:00', '2026-11-24T06:00'],
    ['midnight, which is the day before in UTC', daily(0), '2026-11-23T00:01', '2026-11-24T00:00'],
    [
      'an hour of the next day in Bangkok that is the same day in UTC',
      daily(5),
      '2026-11-23T23:30',
      '2026-11-24T05:00',
    ],
    ['over the end of a year', daily(23), '2026-12-31T23:00', '2027-01-01T23:00'],
    ['over the leap day', daily(1), '2028-02-28T02:00', '2028-02-29T01:00'],
    ['the day of the week, today', weekly(1, 9), '2026-11-23T08:59', '2026-11-23T09:00'],
    ['the day of the week, in a week', weekly(1, 9), '2026-11-23T09:00', '2026-11-30T09:00'],
    ['Sunday is the seventh', weekly(7, 9), '2026-11-23T09:00', '2026-11-29T09:00'],
    ['a week over the end of a year', weekly(5, 0), '2026-12-31T12:00', '2027-01-01T00:00'],
    ['the day of the month', monthly(15, 7), '2026-11-15T06:59', '2026-11-15T07:00'],
    ['the day of the next month', monthly(15, 7), '2026-11-15T07:00', '2026-12-15T07:00'],
    ['the last day of a month of 30', monthly(31, 7), '2026-11-01T00:00', '2026-11-30T07:00'],
    ['from a shorter month to a longer', monthly(31, 7), '2026-11-30T07:00', '2026-12-31T07:00'],
    ['February', monthly(30, 7), '2027-01-30T07:00', '2027-02-28T07:00'],
    ['February of a leap year', monthly(31, 7), '2028-01-31T07:00', '2028-02-29T07:00'],
    ['over the end of a year by month', monthly(31, 23), '2026-12-31T23:00', '2027-01-31T23:00'],
    ['the first, at midnight', monthly(1, 0), '2026-12-31T23:59', '2027-01-01T00:00'],
  ])('is %s', (_, timing, after, run) => {
    expect(nextRun(timing, bangkok(after))).toEqual(bangkok(run));
  });

  it('skips no month and is exactly one in each, whatever the day', () => {
    for (let day = 1; day <= 31; day += 1) {
      const months = nextRuns(monthly(day, 0), bangkok('2026-12-31T23:59'), 24).map((run) =>
        new Date(run.getTime() + 7 * 3_600_000).toISOString().slice(0, 7),
      );
      expect(new Set(months).size, String(day)).toBe(24);
      expect([months[0], months.at(-1)]).toEqual(['2027-01', '2028-12']);
    }
  });

  it('is after the moment, at the full hour, and the first match', () => {
    const timing = fc.oneof(
      fc.integer({ min: 0, max: 23 }).map(daily),
      fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 23 })).map(([day, hour]) => weekly(day, hour)),
      fc
        .tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 23 }))
        .map(([day, hour]) => monthly(day, hour)),
    );
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(timing, moment, (when, after) => {
        const run = nextRun(when, after);
        expect(run.getTime()).toBeGreaterThan(after.getTime());
        expect(run.getTime() % 3_600_000).toBe(0);
        // A moment before the run results in that run again: there is none in between.
        expect(nextRun(when, new Date(Math.max(after.getTime(), run.getTime() - 1)))).toEqual(run);
      }),
    );
  });
});
