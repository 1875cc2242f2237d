import { BANGKOK_OFFSET } from '../bangkok.ts';
import { DAY } from '../duration.ts';

export const FREQUENCIES = ['Daily', 'Weekly', 'Monthly'] as const;

/** When a schedule runs, in Bangkok. */
export type Timing = { hour: number } & (
  | { frequency: 'Daily'; day: null }
  /** 1 Monday to 7 Sunday (ISO 8601). */
  | { frequency: 'Weekly'; day: number }
  /** Of the month; in a month that is shorter its last day. */
  | { frequency: 'Monthly'; day: number }
);

/** The first run after a moment, never that moment itself. Bangkok has had no other offset since 1920. */
export function nextRun(timing: Timing, after: Date): Date {
  const local = new Date(after.getTime() + BANGKOK_OFFSET);
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const at = (day: number, ofMonth = month) => Date.UTC(year, ofMonth, day, timing.hour) - BANGKOK_OFFSET;
  // As many days as a month has are those before the first of the next.
  const ofMonth = (index: number, day: number) =>
    at(Math.min(day, new Date(Date.UTC(year, index + 1, 0)).getUTCDate()), index);
  const following = (run: number, next: number) => new Date(run > after.getTime() ? run : next);
  if (timing.frequency === 'Monthly') return following(ofMonth(month, timing.day), ofMonth(month + 1, timing.day));
  if (timing.frequency === 'Daily') return following(at(date), at(date) + DAY);
  const run = at(date) + ((timing.day - local.getUTCDay() + 7) % 7) * DAY;
  return following(run, run + 7 * DAY);
}

/** The next runs after a moment, in order. */
export function nextRuns(timing: Timing, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  while (runs.length < count) runs.push(nextRun(timing, runs.at(-1) ?? after));
  return runs;
}
