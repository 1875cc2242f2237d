import { describe, expect, it } from 'vitest';
import { datesBetween } from '../../shared/dayCount.ts';
import { isRightOverdue, lastSecondAfter, mostUrgent, movedBy } from '../../shared/request/clock.ts';
import { groundsOf } from '../../shared/request/grounds.ts';
import { REQUEST_STAGES, requestStatusOf, STATUS_OF } from '../../shared/request/stage.ts';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';

const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}+07:00`);
const due = (day: string) => at(`${day} 23:59:59`);

describe('the days of a right', () => {
  it.each([
    ['of the next month', '2026-11-03 09:00:00', 30, '2026-12-03'],
    ['counted from receipt', '2026-11-02 10:15:00', 30, '2026-12-02'],
    ['over a short month', '2027-01-31 18:00:00', 30, '2027-03-02'],
    ['in a leap year', '2028-01-30 08:00:00', 30, '2028-02-29'],
    ['from the last second of a year', '2026-12-31 23:59:59', 30, '2027-01-30'],
    ['from the first second of a year', '2027-01-01 00:00:00', 30, '2027-01-31'],
    ['of an erasure', '2026-11-03 09:00:00', 90, '2027-02-01'],
    ['of an erasure from receipt', '2026-11-02 10:15:00', 90, '2027-01-31'],
    ['that end on a holiday', '2026-11-05 12:00:00', 30, '2026-12-05'],
  ])('%s', (_, start, days, end) => {
    expect(lastSecondAfter(at(start), days)).toBe(due(end));
  });

  it('are extended by the dates between question and answer', () => {
    const first = lastSecondAfter(at('2026-11-03 09:00:00'), 30);
    const pausedDays = datesBetween(at('2026-11-10 15:00:00'), at('2026-11-17 08:00:00'));
    expect(pausedDays).toBe(7);
    expect(movedBy(first, pausedDays)).toBe(due('2026-12-10'));
    expect(datesBetween(at('2026-11-10 09:00:00'), at('2026-11-10 17:00:00'))).toBe(0);
    expect(movedBy(first, 30)).toBe(due('2027-01-02'));
    expect(movedBy(movedBy(first, pausedDays), 30)).toBe(due('2027-01-09'));
  });
});

describe('the date of a right that comes first', () => {
  const clock = (day: string, more: { stoppedAt?: string; endedAt?: string } = {}) => ({
    startedAt: '2026-11-02T03:15:00.000Z',
    dueAt: new Date(due(day)).toISOString(),
    stoppedAt: null,
    endedAt: null,
    outcome: null,
    ...more,
  });
  const legalClock = clock('2026-12-02');

  it('is the one counted from receipt, if ours is later, paused or not there yet', () => {
    const paused = clock('2026-11-20', { stoppedAt: '2026-11-10T03:00:00.000Z' });
    for (const ours of [clock('2027-01-01'), paused, null])
      expect(mostUrgent([{ clock: ours, legalClock }])).toEqual({ clock: legalClock, byReceipt: true });
    const first = clock('2026-11-30');
    const rights = [
      { clock: clock('2026-12-15'), legalClock },
      { clock: first, legalClock },
    ];
    expect(mostUrgent(rights)).toEqual({ clock: first, byReceipt: false });
  });

  it('is ours, if none runs any more', () => {
    const [ours, legal] = ['2027-01-01', '2026-12-02'].map((day) =>
      clock(day, { endedAt: '2026-11-10T03:00:00.000Z' }),
    );
    expect(mostUrgent([{ clock: ours!, legalClock: legal! }])).toEqual({ clock: ours, byReceipt: false });
  });

  it('makes the right overdue by either of them', () => {
    const extended = { clock: clock('2027-01-01'), legalClock };
    expect(isRightOverdue(extended, due('2026-12-02'))).toBe(false);
    expect(isRightOverdue(extended, at('2026-12-03 00:00:00'))).toBe(true);
    expect(isRightOverdue({ clock: clock('2026-11-20'), legalClock }, at('2026-11-21 00:00:00'))).toBe(true);
    const stoppedAt = '2026-11-10T03:00:00.000Z';
    expect(isRightOverdue({ clock: clock('2026-11-20', { stoppedAt }), legalClock }, at('2026-11-21 00:00:00'))).toBe(
      false,
    );
  });
});

describe('the status of a request', () => {
  it.each([
    [['VERIFY'], 'NEW'],
    [['VERIFY', 'ASSIGN'], 'NEW'],
    [['ASSIGN', 'WORK'], 'INPROGRESS'],
    [['WAITING'], 'INPROGRESS'],
    [['APPROVE', 'COMPLETE'], 'PENDING'],
    [['APPROVE', 'WORK'], 'INPROGRESS'],
    [['COMPLETE', 'CLOSED'], 'COMPLETED'],
    [['WITHDRAWN'], 'COMPLETED'],
    [['CLOSED', 'UNVERIFIED'], 'REJECTED'],
    [['CLOSED', 'ASSIGN'], 'INPROGRESS'],
  ] as const)('%s is %s', (stages, status) => {
    expect(requestStatusOf(stages)).toBe(status);
  });

  it('of every stage is one of the specification', () => {
    for (const stage of REQUEST_STAGES) expect(requestStatusOf([stage])).toBe(STATUS_OF[stage]);
  });
});

it('every right has a ground for refusal, and access none for being requested too often', () => {
  for (const code of [...RIGHT_CODES, null]) expect(groundsOf(code).length).toBeGreaterThan(2);
  const refusals = groundsOf('ACCESS').filter(({ closesOnly }) => !closesOnly);
  expect(refusals).toEqual([{ code: 'LAW_AND_HARM', section: '30' }]);
});
