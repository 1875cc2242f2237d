import { BANGKOK_OFFSET } from './bangkok.ts';
import { DAY } from './duration.ts';

/** The number of the Bangkok day in which a moment (milliseconds) lies, from 1970-01-01. */
export const dayNumber = (at: number): number => Math.floor((at + BANGKOK_OFFSET) / DAY);

/** Days between the Bangkok dates of two moments (milliseconds); 0 on the same date. */
export const datesBetween = (from: number, to: number): number => dayNumber(to) - dayNumber(from);
