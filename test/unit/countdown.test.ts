import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { measureOffset, offsetOf } from '../../client/clock/offset.ts';
import { currentMinute, isAhead } from '../../client/clock/typedMoment.ts';
import { digitsOf, readingOf } from '../../client/clock/useClock.ts';
import { formatRelative, today } from '../../client/format.ts';
import { follow } from '../../client/live/follow.ts';
import { setOffset } from '../../client/serverNow.ts';
import { listen, restartTicks } from '../../client/ui/ticker.ts';
import type { Clock } from '../../shared/clock.ts';

const DUE = Date.parse('2026-11-24T03:04:05.250Z');
const clockOf = (changes: Partial<Clock> = {}): Clock => ({
  startedAt: '2026-11-21T03:04:05.250Z',
  dueAt: new Date(DUE).toISOString(),
  stoppedAt: null,
  endedAt: null,
  outcome: null,
  ...changes,
});

describe('the offset to the server’s clock', () => {
  test('assumes the response was created half way, and returns its uncertainty', () => {
    expect(offsetOf({ sent: 1000, received: 1040, server: 5000 })).toEqual({ offsetMs: 3980, uncertaintyMs: 20 });
  });

  /** A server whose clock is ahead by `ahead`, with a connection whose round trips take `trips`. */
  const lineOf = (ahead: number, trips: readonly (readonly [number, number] | null)[]) => {
    let now = 1_000_000;
    let round = 0;
    return {
      requests: () => round,
      clock: () => now,
      ask: async () => {
        const trip = trips[round++];
        if (!trip) throw new Error('away');
        now += trip[0];
        const reported = now + ahead;
        now += trip[1];
        return reported;
      },
    };
  };

  test('the fastest of several responses counts, and its error is never more than half its round trip', async () => {
    const line = lineOf(90_000, [
      [400, 20],
      [25, 35],
      [10, 300],
      [50, 60],
    ]);
    const offset = await measureOffset(line.ask, line.clock);
    expect(Math.abs(offset! - 90_000)).toBeLessThanOrEqual(30);
    expect(line.requests()).toBe(4);
  });
  test('a response that cannot be improved ends the measurement', async () => {
    const line = lineOf(-3_600_000, [[2, 2]]);
    expect(await measureOffset(line.ask, line.clock)).toBe(-3_600_000);
    expect(line.requests()).toBe(1);
  });
  test('a server that becomes unavailable in the middle leaves its last result; an unavailable one returns nothing', async () => {
    const half = lineOf(500, [[30, 30], null]);
    expect(await measureOffset(half.ask, half.clock)).toBe(500);
    const away = lineOf(500, [null]);
    expect(await measureOffset(away.ask, away.clock)).toBeNull();
  });
});

describe('a computer whose clock is ten minutes slow', () => {
  const SERVER = '2026-11-21T17:03:00.000Z';
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    setOffset(0);
  });

  test('displays and accepts times by the server’s clock once the page is live, without any countdown', async () => {
    vi.useFakeTimers({ now: Date.parse(SERVER) - 10 * 60_000 });
    vi.stubGlobal('document', { hidden: false, addEventListener() {}, removeEventListener() {} });
    const client = {
      shell: { now: { query: async () => ({ now: SERVER }) } },
      notification: { live: { subscribe: () => ({ unsubscribe() {} }) } },
    } as unknown as Parameters<typeof follow>[0]['client'];
    const ticks: number[] = [];
    const stop = listen(60_000, (now) => ticks.push(now));
    const queryClient = new QueryClient();
    const unfollow = follow({ client, queryClient, ws: 'ws', onState() {}, onEvent() {} });
    await vi.waitFor(() => expect(ticks).toEqual([Date.parse(SERVER)]));
    expect(formatRelative('2026-11-21T17:01:00.000Z', 'en')).toBe('2 minutes ago');
    // Midnight in Bangkok is at 17:00 UTC.
    expect(today()).toBe('2026-11-22');
    expect(isAhead('2026-11-21T17:02:00.000Z')).toBe(false);
    expect(currentMinute()).toBe(SERVER);
    unfollow();
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a ticker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 10_300 });
  });
  afterEach(() => {
    vi.useRealTimers();
    setOffset(0);
  });

  test('ticks on the second of the server’s clock, and immediately when that clock is set', () => {
    setOffset(600);
    const ticks: number[] = [];
    const stop = listen(1000, (now) => ticks.push(now));
    vi.advanceTimersByTime(99);
    expect(ticks).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ticks).toEqual([11_000]);
    vi.advanceTimersByTime(1000);
    expect(ticks).toEqual([11_000, 12_000]);
    setOffset(60_850);
    restartTicks();
    expect(ticks.at(-1)).toBe(72_250);
    vi.advanceTimersByTime(750);
    expect(ticks.at(-1)).toBe(73_000);
    stop();
    vi.advanceTimersByTime(5000);
    expect(ticks).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the display of a countdown', () => {
  const at = (ms: number, changes: Partial<Clock> = {}) => readingOf(clockOf(changes), DUE + ms);
  test.each([
    ['as it starts', -72 * 3_600_000, 'running', '72:00:00', false],
    ['a second later', -72 * 3_600_000 + 1000, 'running', '71:59:59', false],
    ['with a day left', -24 * 3_600_000, 'running', '24:00:00', false],
    ['with less than a day left', -24 * 3_600_000 + 1, 'running', '23:59:59', true],
    ['a second before', -1000, 'running', '00:00:01', true],
    ['the very moment it is due', 0, 'running', '00:00:00', true],
    ['right after', 1, 'overdue', '00:00:00', true],
    ['a minute after', 61_000, 'overdue', '00:01:01', true],
    ['a month after', 30 * 24 * 3_600_000, 'overdue', '720:00:00', true],
  ] as const)('%s', (_, ms, state, digits, presses) => {
    const reading = at(ms);
    expect([reading.state, digitsOf(reading, true), reading.presses]).toEqual([state, digits, presses]);
  });
  test('two screens within the same second of the server display the same', () => {
    const cut = (now: number) => Math.floor(now / 1000) * 1000;
    const start = cut(DUE) - 5000;
    for (const apart of [0, 1, 249, 250, 251, 999])
      expect(digitsOf(readingOf(clockOf(), cut(start + apart)), true)).toBe(
        digitsOf(readingOf(clockOf(), start), true),
      );
  });
  test('a paused or ended clock displays the same at any time', () => {
    const before = { stoppedAt: new Date(DUE - 50 * 3_600_000).toISOString() };
    for (const ms of [-40 * 3_600_000, 90 * 3_600_000]) {
      const stopped = at(ms, before);
      expect([stopped.state, digitsOf(stopped), stopped.presses]).toEqual(['stopped', '50:00', false]);
      const late = at(ms, { endedAt: new Date(DUE + 3_720_000).toISOString(), outcome: 'late' });
      expect([late.state, digitsOf(late), late.presses]).toEqual(['late', '01:02', false]);
      expect(at(ms, { endedAt: new Date(DUE - 1).toISOString(), outcome: 'met' }).state).toBe('met');
      expect(at(ms, { endedAt: new Date(DUE - 1).toISOString(), outcome: 'notNeeded' }).state).toBe('notNeeded');
    }
  });
});
