/** Years of the Buddhist era, as Thai calendars count them, are this far ahead of common years. */
export const BUDDHIST_ERA = 543;

/** A year of either era as a common year: from 2400 on it is of the Buddhist era, nobody plans for 2400 AD. */
export const commonYear = (year: number): number => (year >= 2400 ? year - BUDDHIST_ERA : year);

/** Where the year stands first, as in dates of spreadsheets, only near years of the Buddhist era are of it. */
export const isBuddhistYear = (year: number): boolean => year >= 2400 && year < 2700;
