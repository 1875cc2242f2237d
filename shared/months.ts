import { bangkokDay, startOf } from './bangkok.ts';

/** The month in Bangkok at a point in time, YYYY-MM. */
export const bangkokMonth = (at: Date): string => bangkokDay(at).slice(0, 'YYYY-MM'.length);

/** A month so many later, YYYY-MM. Example: `monthAfter('2026-12', 1) // '2027-01'` */
export function monthAfter(month: string, months: number): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, -'-01T00:00:00.000Z'.length);
}

/** The moment a Bangkok month (YYYY-MM) begins. ISO 8601. */
export const monthStart = (month: string): string => startOf(`${month}-01`);
