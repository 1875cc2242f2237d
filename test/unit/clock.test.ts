import { describe, expect, test } from 'vitest';
import { basisOf, DEFAULTS, dueOf, incidentClock } from '../../server/modules/incident/clock.ts';
import {
  type ClockFacts,
  dueAfter,
  nextThreshold,
  reachable,
  readClock,
  spanOf,
  thresholdsOf,
} from '../../shared/clock.ts';

// PDPA section 37(4): the authority is notified without delay, where feasible within 72 hours of becoming aware. Hours
// are elapsed hours; Bangkok has kept UTC+7 without summer time since 1920.
const at = (iso: string): number => Date.parse(iso);
const HOUR = 3_600_000;
const facts = (dueAt: number, more: Partial<ClockFacts> = {}): ClockFacts => ({
  startedAt: dueAt - 72 * HOUR,
  dueAt,
  stoppedAt: null,
  endedAt: null,
  outcome: null,
  ...more,
});
const DUE = at('2026-03-04T10:00:00.000+07:00');

describe('when the authority must have been notified', () => {
  test.each([
    ['an ordinary week', '2026-03-02T09:00:00+07:00', 72, '2026-03-05T09:00:00+07:00'],
    ['over a weekend, which counts', '2026-03-06T17:30:00+07:00', 72, '2026-03-09T17:30:00+07:00'],
    ['over Songkran, which counts', '2026-04-12T08:00:00+07:00', 72, '2026-04-15T08:00:00+07:00'],
    ['over the end of a month of 31 days', '2026-01-30T12:00:00+07:00', 72, '2026-02-02T12:00:00+07:00'],
    ['over the end of a month of 30 days', '2026-04-29T12:00:00+07:00', 72, '2026-05-02T12:00:00+07:00'],
    ['over the end of February', '2026-02-27T12:00:00+07:00', 72, '2026-03-02T12:00:00+07:00'],
    ['over a leap day', '2028-02-27T12:00:00+07:00', 72, '2028-03-01T12:00:00+07:00'],
    ['from a leap day', '2028-02-29T23:59:59+07:00', 72, '2028-03-03T23:59:59+07:00'],
    [
      'in a year that is no leap year though divisible by four',
      '2100-02-27T12:00:00+07:00',
      72,
      '2100-03-02T12:00:00+07:00',
    ],
    ['from midnight in Bangkok', '2026-03-02T00:00:00+07:00', 72, '2026-03-05T00:00:00+07:00'],
    ['from a second before midnight in Bangkok', '2026-03-01T23:59:59+07:00', 72, '2026-03-04T23:59:59+07:00'],
    ['from midnight in UTC, seven in the morning in Bangkok', '2026-03-02T00:00:00Z', 72, '2026-03-05T07:00:00+07:00'],
    [
      'over the end of a year, 2569 to 2570 of the Buddhist era',
      '2026-12-30T18:00:00+07:00',
      72,
      '2027-01-02T18:00:00+07:00',
    ],
    ['over a change to summer time elsewhere', '2026-03-28T22:00:00+01:00', 72, '2026-04-01T04:00:00+07:00'],
    ['to the millisecond', '2026-03-02T09:00:00.123+07:00', 72, '2026-03-05T09:00:00.123+07:00'],
    ['by the least a workspace may set', '2026-03-02T09:00:00+07:00', 1, '2026-03-02T10:00:00+07:00'],
    ['by the most a workspace may set', '2026-03-02T09:00:00+07:00', 720, '2026-04-01T09:00:00+07:00'],
  ])('%s', (_, start, hours, due) => {
    expect(dueAfter(at(start), hours)).toBe(at(due));
  });

  const times = { createdAt: '2026-03-03T09:00:00.000Z', discoveredAt: '2026-03-01T09:00:00.000Z' };
  test.each([
    ['from awareness where that came first', times, '2026-03-04T09:00:00.000Z'],
    [
      'from creation where the record came first',
      { createdAt: times.discoveredAt, discoveredAt: times.createdAt },
      '2026-03-04T09:00:00.000Z',
    ],
    [
      'from receipt of a report that nobody has checked',
      { ...times, reporterId: null, acceptedAt: null },
      '2026-03-06T09:00:00.000Z',
    ],
  ])('%s', (_, moments, due) => {
    for (const basis of ['creation', 'awareness'] as const)
      expect(dueOf({ authorityHours: 72, basis }, moments), basis).toBe(at(due));
  });

  test('a workspace without settings has 72 hours from creation and is notified at 24 hours and at one', () => {
    expect(DEFAULTS).toMatchObject({ authorityHours: 72, basis: 'creation', alertHours: [24, 1] });
  });
});

describe('the status of a clock', () => {
  test.each([
    ['an hour before', facts(DUE), DUE - HOUR, 'running', HOUR],
    ['a second before', facts(DUE), DUE - 1000, 'running', 1000],
    ['a millisecond before', facts(DUE), DUE - 1, 'running', 1],
    ['at the very moment', facts(DUE), DUE, 'running', 0],
    ['a millisecond after', facts(DUE), DUE + 1, 'overdue', -1],
    ['a second after', facts(DUE), DUE + 1000, 'overdue', -1000],
    ['a year after', facts(DUE), DUE + 8760 * HOUR, 'overdue', -8760 * HOUR],
    ['before its start', facts(DUE), DUE - 100 * HOUR, 'running', 100 * HOUR],
    [
      'stopped with ten hours left, looked at later',
      facts(DUE, { stoppedAt: DUE - 10 * HOUR }),
      DUE + HOUR,
      'stopped',
      10 * HOUR,
    ],
    ['stopped when it was overdue', facts(DUE, { stoppedAt: DUE + HOUR }), DUE + 9 * HOUR, 'stopped', -HOUR],
    ['met with two hours left', facts(DUE, { endedAt: DUE - 2 * HOUR, outcome: 'met' }), DUE + HOUR, 'met', 2 * HOUR],
    ['met at the very moment', facts(DUE, { endedAt: DUE, outcome: 'met' }), DUE + HOUR, 'met', 0],
    ['late by a minute', facts(DUE, { endedAt: DUE + 60_000, outcome: 'late' }), DUE + HOUR, 'late', -60_000],
    ['not needed', facts(DUE, { endedAt: DUE - HOUR, outcome: 'notNeeded' }), DUE + HOUR, 'notNeeded', HOUR],
    [
      'ended while it stood',
      facts(DUE, { stoppedAt: DUE - 3 * HOUR, endedAt: DUE - HOUR, outcome: 'notNeeded' }),
      DUE,
      'notNeeded',
      HOUR,
    ],
  ])('%s', (_, clock, now, state, leftMs) => {
    expect(readClock(clock, now)).toEqual({ state, leftMs });
  });

  test.each([
    [0, { negative: false, hours: 0, minutes: 0, seconds: 0 }],
    [999, { negative: false, hours: 0, minutes: 0, seconds: 0 }],
    [-999, { negative: false, hours: 0, minutes: 0, seconds: 0 }],
    [-1000, { negative: true, hours: 0, minutes: 0, seconds: 1 }],
    [72 * HOUR, { negative: false, hours: 72, minutes: 0, seconds: 0 }],
    [72 * HOUR - 1, { negative: false, hours: 71, minutes: 59, seconds: 59 }],
    [720 * HOUR, { negative: false, hours: 720, minutes: 0, seconds: 0 }],
    [-(100 * HOUR + 61_000), { negative: true, hours: 100, minutes: 1, seconds: 1 }],
  ])('%d ms is displayed in hours, minutes and seconds', (ms, span) => {
    expect(spanOf(ms)).toEqual(span);
  });
});

describe('which notifications are sent when', () => {
  const alerts = [24, 1];
  const day = DUE - 24 * HOUR;
  const hour = DUE - HOUR;
  const over = DUE + 1000;
  test.each([
    ['long before', null, DUE - 72 * HOUR, null, day],
    ['a second before 24 hours are left', null, day - 1000, null, day],
    ['a millisecond before 24 hours are left', null, day - 1, null, day],
    ['as 24 hours are left', null, day, 24, hour],
    ['a second later', null, day + 1000, 24, hour],
    ['after that was notified', day, day + 1000, null, hour],
    ['as one hour is left', day, hour, 1, over],
    ['as one hour is left, and 24 was not notified by any node', null, hour, 1, over],
    ['at the due moment, which is not overdue', hour, DUE, null, over],
    ['a millisecond before it is notified as overdue', hour, over - 1, null, over],
    ['overdue', hour, over, 0, null],
    ['a week overdue, and nothing was notified by any node', null, over + 168 * HOUR, 0, null],
    ['after everything was notified', over, over + HOUR, null, null],
  ])('%s', (_, firedUntil, now, hours, nextAt) => {
    const next = nextThreshold(DUE, alerts, firedUntil, now);
    expect([next.due?.hours ?? null, next.nextAt]).toEqual([hours, nextAt]);
  });

  test('in whatever order the hours were set, each is notified once', () => {
    expect(thresholdsOf(DUE, [1, 24, 24, 48]).map(({ hours }) => hours)).toEqual([48, 24, 1, 0]);
    expect(thresholdsOf(DUE, []).map(({ hours }) => hours)).toEqual([0]);
  });

  test.each([
    ['hours equal to those of the clock are its first moment', 72, [72, 1], [72, 1]],
    ['more hours than the clock has are never reached', 1, [24, 1], [1]],
    ['a clock of 720 hours comes to them all', 720, [720, 168, 24, 1], [720, 168, 24, 1]],
  ])('%s', (_, hours, set, reached) => {
    expect(reachable(DUE - hours * HOUR, DUE, set)).toEqual(reached);
  });
});

describe('both start times', () => {
  const clock = {
    startedAt: '2026-03-03T09:00:00.000Z',
    dueAt: '2026-03-06T09:00:00.000Z',
    stoppedAt: null,
    endedAt: null,
    outcome: null,
  };
  test('the earlier one leads and the other is displayed beside it with its name', () => {
    const times = { createdAt: '2026-03-05T09:00:00.000Z', discoveredAt: '2026-03-03T09:00:00.000Z' };
    expect(incidentClock(clock, times, { basis: 'creation' })).toEqual({
      ...clock,
      basis: 'awareness',
      other: { basis: 'creation', startedAt: '2026-03-05T09:00:00.000Z', dueAt: '2026-03-08T09:00:00.000Z' },
    });
  });
  test('a workspace that counts from awareness ignores a later record, and displays an earlier one', () => {
    const later = { createdAt: '2026-03-05T09:00:00.000Z', discoveredAt: '2026-03-03T09:00:00.000Z' };
    expect(incidentClock(clock, later, { basis: 'awareness' })).toEqual({ ...clock, basis: 'awareness', other: null });
    const earlier = { createdAt: '2026-03-03T09:00:00.000Z', discoveredAt: '2026-03-04T09:00:00.000Z' };
    expect(incidentClock(clock, earlier, { basis: 'awareness' })).toMatchObject({
      basis: 'creation',
      other: { basis: 'awareness', dueAt: '2026-03-07T09:00:00.000Z' },
    });
  });
  test('there is a single one if both are the same moment', () => {
    const times = { createdAt: clock.startedAt, discoveredAt: '2026-03-03T16:00:00.000+07:00' };
    expect(incidentClock(clock, times, { basis: 'awareness' })).toEqual({
      ...clock,
      basis: 'awareness',
      other: null,
    });
  });
  test('a clock that ended under an earlier setting is described by that setting', () => {
    const times = { createdAt: clock.startedAt, discoveredAt: '2026-03-01T09:00:00.000Z' };
    expect(basisOf(clock, times, { basis: 'awareness' })).toBe('creation');
    const ended = { ...clock, endedAt: clock.dueAt, outcome: 'met' as const };
    expect(incidentClock(ended, times, { basis: 'awareness' })).toMatchObject({
      basis: 'creation',
      dueAt: clock.dueAt,
      other: { basis: 'awareness', dueAt: '2026-03-04T09:00:00.000Z' },
    });
  });
});
