import { PERIODS } from '../../../shared/analytics/schema.ts';
import { bangkokDay, dayAfter } from '../../../shared/bangkok.ts';

/** A period and the one before it, of as many days; all days are Bangkok's, YYYY-MM-DD. */
export interface Period {
  readonly previousFrom: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** The period that ends with the day of `now`; by default the first of `PERIODS`. */
export function periodOf(now: Date, length: (typeof PERIODS)[number] = PERIODS[0]): Period {
  const days = Number(length);
  const to = bangkokDay(now);
  return { previousFrom: dayAfter(to, 1 - 2 * days), from: dayAfter(to, 1 - days), to, days };
}
