import { DAY, HOUR, SECOND } from './duration.ts';

/** Bangkok's time ahead of UTC all year, milliseconds. */
export const BANGKOK_OFFSET = 7 * HOUR;

/** The day in Bangkok at a point in time, YYYY-MM-DD. */
export const bangkokDay = (at: Date): string => new Date(at.getTime() + BANGKOK_OFFSET).toISOString().slice(0, 10);

/** The day (YYYY-MM-DD) so many later. Example: `dayAfter('2026-02-28', 1) // '2026-03-01'` */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The moment a Bangkok day begins: its midnight, less 7 hours. ISO 8601. */
export const startOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - BANGKOK_OFFSET).toISOString();

/** The moment a Bangkok day is over: the beginning of the next one. */
export const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + DAY).toISOString();

/** The last second of a Bangkok day: the moment at which what is due on that day is due. ISO 8601. */
export const lastSecondOf = (day: string): string => new Date(Date.parse(startOf(day)) + DAY - SECOND).toISOString();

/**
 * The newest day that is over and that nothing is still being written into: an hour's grace for open transactions and
 * clocks apart.
 */
export const lastClosedDay = (now: Date): string => bangkokDay(new Date(now.getTime() - HOUR - DAY));
