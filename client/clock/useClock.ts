import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, readClock, spanOf } from '../../shared/clock.ts';
import type { Clock, ClockState } from '../../shared/clock.ts';
import { DAY } from '../../shared/duration.ts';
import { setTitleClock } from '../ui/pageTitle.ts';
import { useServerNow } from './serverTime.ts';

/** Time left from which a deadline counts as urgent. */
const SOON_MS = DAY;

export interface Reading {
  readonly state: ClockState;
  /** Less than 24 hours are left, or it is overdue. */
  readonly presses: boolean;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** The display of a deadline at `now` (epoch ms of the server). */
export function readingOf(clock: Clock, now: number): Reading {
  const { state, leftMs } = readClock(factsOf(clock), now);
  const { hours, minutes, seconds } = spanOf(leftMs);
  return { state, presses: state === 'overdue' || (state === 'running' && leftMs < SOON_MS), hours, minutes, seconds };
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Hours and minutes, optionally with seconds.
 * @example digitsOf({ hours: 71, minutes: 5, seconds: 9 }, true) // "71:05:09"
 */
export const digitsOf = (
  { hours, minutes, seconds }: Pick<Reading, 'hours' | 'minutes' | 'seconds'>,
  withSeconds = false,
): string => `${two(hours)}:${two(minutes)}${withSeconds ? `:${two(seconds)}` : ''}`;

/** The current display of a deadline, updated each second of the server while it is open. */
export function useClock(clock: Clock): Reading {
  const runs = clock.endedAt === null && clock.stoppedAt === null;
  const now = useServerNow(runs ? 1000 : null);
  return useMemo(() => readingOf(clock, now), [clock, now]);
}

const NEVER: Clock = {
  startedAt: '1970-01-01T00:00:00.000Z',
  dueAt: '1970-01-01T00:00:00.000Z',
  stoppedAt: null,
  endedAt: '1970-01-01T00:00:00.000Z',
  outcome: 'notNeeded',
};

/**
 * Displays the time left before the title of the browser tab while the deadline is open, by the minute.
 * @example useClockTitle(incident?.clock ?? null)
 */
export function useClockTitle(clock: Clock | null): void {
  const { t } = useTranslation('clock');
  const reading = useClock(clock ?? NEVER);
  const { state } = reading;
  const text = state === 'running' || state === 'overdue' ? t(`tab.${state}`, { time: digitsOf(reading) }) : '';
  useEffect(() => setTitleClock(text), [text]);
  useEffect(() => () => setTitleClock(''), []);
}
