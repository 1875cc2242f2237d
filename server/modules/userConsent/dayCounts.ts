import {
  type ConsentAction,
  type ConsentSummary,
  SUMMARY_BY_DAY,
  SUMMARY_DAYS,
} from '../../../shared/userConsent/schema.ts';
import { bangkokDay, dayAfter } from '../../../shared/bangkok.ts';
import { DAY } from '../../../shared/duration.ts';
import { appError } from '../../platform/errors.ts';

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;
const later = (a: string, b: string): string => (a > b ? a : b);

export type Counts = ConsentSummary['total'];
export const none = (): Counts => ({ ALL: 0, ACCEPT: 0, NONE: 0, changed: 0 });
export function add(to: Counts, { action, changed }: { action: ConsentAction; changed: boolean }, count: number): void {
  to[action] += count;
  if (changed) to.changed += count;
}

/** Days in Bangkok, both included, and the unit of one count of the answer. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly step: ConsentSummary['step'];
}

/**
 * The last 30 days by default.
 * @throws AppError 400 for a range that ends before it starts, or of more than ten years
 */
export function dayRangeOf(now: Date, input: { from?: string | undefined; to?: string | undefined }): DayRange {
  const to = input.to ?? (input.from ? later(bangkokDay(now), input.from) : bangkokDay(now));
  const from = input.from ?? dayAfter(to, -29);
  const length = daysBetween(from, to);
  if (length < 1) throw appError('BAD_REQUEST', { at: 'to', text: 'userConsent:endsBeforeBegins' });
  if (length > SUMMARY_DAYS) throw appError('BAD_REQUEST', { at: 'from', text: 'userConsent:rangeTooLong' });
  return { from, to, step: length > SUMMARY_BY_DAY ? 'month' : 'day' };
}

/** Counters for each day (or month) of the range, starting at zero. */
export function countsIn({ from, to, step }: DayRange): {
  readonly of: (day: string) => Counts;
  readonly days: () => ConsentSummary['days'];
} {
  const keyOf = (day: string) => (step === 'day' ? day : day.slice(0, 7));
  const byDay = new Map<string, Counts & { day: string }>();
  // Counted, not compared: the day after 9999-12-31 is written with a sign, which sorts before all others.
  for (let place = 0; place < daysBetween(from, to); place += 1) {
    const day = dayAfter(from, place);
    if (!byDay.has(keyOf(day))) byDay.set(keyOf(day), { day, ...none() });
  }
  return { of: (day) => byDay.get(keyOf(day))!, days: () => [...byDay.values()] };
}
