import { z } from 'zod';
import { HOUR, SECOND } from './duration.ts';

/** What a clock may stand at, as it is shown. */
const CLOCK_STATES = ['running', 'overdue', 'stopped', 'met', 'late', 'notNeeded'] as const;
export type ClockState = (typeof CLOCK_STATES)[number];

/** What a deadline rests on: moments in milliseconds since 1970. */
export interface ClockFacts {
  readonly startedAt: number;
  readonly dueAt: number;
  readonly stoppedAt: number | null;
  readonly endedAt: number | null;
  readonly outcome: 'met' | 'late' | 'notNeeded' | null;
}

/** A clock as the API tells it: moments as ISO 8601, UTC. Its state follows by `readClock` and the server's time. */
export const clock = z.object({
  startedAt: z.string(),
  dueAt: z.string(),
  stoppedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  outcome: z.enum(['met', 'late', 'notNeeded']).nullable(),
});
export type Clock = z.infer<typeof clock>;

const text = z.object({ th: z.string(), en: z.string() });
const runningClock = z.object({
  id: z.string(),
  /** The module whose record it is. */
  module: z.string(),
  title: z.string(),
  /** What of the record has the clock, where it has several. */
  part: text.nullable(),
  clock,
  /** What time left is counted in. */
  unit: z.enum(['hours', 'days']),
  /** Another way to count, due later. */
  other: z.object({ name: text, dueAt: z.string() }).nullable(),
  /** Null where the caller may not open it. */
  address: z.string().nullable(),
});
/** Running clocks of all modules that the caller may see: those due first, how many there are, how many overdue. */
export const runningClocks = z.object({
  total: z.number().int(),
  overdue: z.number().int(),
  collection: z.array(runningClock),
  /** Where all of a module's are listed, in one list or several. `more`: those that are not in `collection`. */
  lists: z.array(
    z.object({
      module: z.string(),
      total: z.number().int(),
      more: z.number().int(),
      address: z.string().nullable(),
    }),
  ),
});
export type RunningClocks = z.infer<typeof runningClocks>;

/** The facts of a clock that came over the wire. */
export const factsOf = (source: Clock): ClockFacts => ({
  startedAt: Date.parse(source.startedAt),
  dueAt: Date.parse(source.dueAt),
  stoppedAt: source.stoppedAt === null ? null : Date.parse(source.stoppedAt),
  endedAt: source.endedAt === null ? null : Date.parse(source.endedAt),
  outcome: source.outcome,
});

/**
 * `hours` after `startedAt`, to the millisecond. Hours of the act are elapsed hours: no night, weekend or month end
 * changes them.
 */
export const dueAfter = (startedAt: number, hours: number): number => startedAt + hours * HOUR;

/**
 * How a clock stands at `now`, and its milliseconds left (below zero: overdue), frozen where it stands or has ended.
 * The very moment it is due is not yet overdue.
 */
export function readClock(
  { dueAt, stoppedAt, endedAt, outcome }: ClockFacts,
  now: number,
): { state: ClockState; leftMs: number } {
  if (endedAt !== null) return { state: outcome ?? 'met', leftMs: dueAt - endedAt };
  if (stoppedAt !== null) return { state: 'stopped', leftMs: dueAt - stoppedAt };
  return { state: now > dueAt ? 'overdue' : 'running', leftMs: dueAt - now };
}

/**
 * Hours, minutes and seconds of a span. Time left is rounded down to the second, so is time overdue. Example:
 * `spanOf(-61_000) // { negative: true, hours: 0, minutes: 1, seconds: 1 }`
 */
export function spanOf(ms: number): { negative: boolean; hours: number; minutes: number; seconds: number } {
  const total = Math.floor(Math.abs(ms) / SECOND);
  return {
    negative: ms < 0 && total > 0,
    hours: Math.floor(total / 3600),
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/**
 * Moments at which somebody is notified, soonest first; the last is when it is overdue: the first moment after `dueAt`.
 */
export function thresholdsOf(dueAt: number, alertHours: readonly number[]): { at: number; hours: number }[] {
  const before = [...new Set(alertHours)].filter((hours) => hours > 0).sort((a, b) => b - a);
  return [...before.map((hours) => ({ at: dueAt - hours * HOUR, hours })), { at: dueAt + SECOND, hours: 0 }];
}

/** Of `alertHours` those that a clock comes to: one longer than the clock itself lies before its start. */
export const reachable = (startedAt: number, dueAt: number, alertHours: readonly number[]): number[] =>
  alertHours.filter((hours) => dueAt - hours * HOUR >= startedAt);

/**
 * The threshold to tell at `now`: the newest that has passed after `firedUntil`, and when the one after it comes.
 * Earlier ones that nobody told are past telling.
 */
export function nextThreshold(
  dueAt: number,
  alertHours: readonly number[],
  firedUntil: number | null,
  now: number,
): { due: { at: number; hours: number } | null; nextAt: number | null } {
  const all = thresholdsOf(dueAt, alertHours);
  const due = all.filter(({ at }) => at <= now && (firedUntil === null || at > firedUntil)).at(-1) ?? null;
  return { due, nextAt: all.find(({ at }) => at > now)?.at ?? null };
}
