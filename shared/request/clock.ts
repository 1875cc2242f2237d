import { BANGKOK_OFFSET } from '../constants.ts';

// The clock of a right (PDPA section 30 paragraph 4, and the workspace's own days for the rights without a number in the
// act). A period in days does not count its first day and ends with its last one; the day is Bangkok's.

const DAY = 86_400_000;
const SECOND = 1000;

/** The number of the Bangkok day in which a moment lies, from 1970-01-01. */
const dayOf = (at: number): number => Math.floor((at + BANGKOK_OFFSET) / DAY);

/** Days between the Bangkok dates of two moments; 0 on the same date. */
export const datesBetween = (from: number, to: number): number => dayOf(to) - dayOf(from);

/** The last second of the Bangkok day that is `days` after the day of `start`; milliseconds since 1970. */
export const lastSecondAfter = (start: number, days: number): number =>
  (dayOf(start) + days + 1) * DAY - BANGKOK_OFFSET - SECOND;

/** A due moment `days` later: it always ends a day. */
export const movedBy = (dueAt: number, days: number): number => dueAt + days * DAY;

/** From when the days of a right count. */
export const CLOCK_STARTS = ['verification', 'receipt'] as const;
