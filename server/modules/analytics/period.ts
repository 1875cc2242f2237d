import { PERIODS } from '../../../shared/analytics/schema.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';

const DAY = 86_400_000;

/** A period and the one before it, of as many days; all days are Bangkok's, YYYY-MM-DD. */
export interface Period {
  readonly previousFrom: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** The day that is `days` later. Example: `dayAfter('2026-02-28', 1) // '2026-03-01'` */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The period that ends with the day of `now`; by default the first of `PERIODS`. */
export function periodOf(now: Date, length: (typeof PERIODS)[number] = PERIODS[0]): Period {
  const days = Number(length);
  const to = bangkokDay(now);
  return { previousFrom: dayAfter(to, 1 - 2 * days), from: dayAfter(to, 1 - days), to, days };
}
