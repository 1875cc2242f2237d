import { BUDDHIST_ERA, isBuddhistYear } from '../../../shared/buddhistEra.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import { BANGKOK_OFFSET } from '../../../shared/bangkok.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/duration.ts';
import type { DateOrder } from '../../../shared/import/schema.ts';
import { monthOf } from './monthNames.ts';

/**
 * A moment of the file. `span`: how long it may stand for, milliseconds — a second where the file has seconds alone.
 */
export interface Moment {
  at: Date;
  span: number;
}
/** Why a text is no moment: a key among the problems of the import's module. */
export type MomentProblem = 'noDate' | 'date' | 'shortYear' | 'time';

/** Serial numbers of Excel count from here; 1 January 1990 is 32,874, the year 2100 ends at 73,415. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const SERIALS = [32_874, 73_415] as const;

/** No moment is written in more letters; the patterns below would take long over those who fill cells to the brim. */
const LONGEST = 100;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/i;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})(?:[T ,]+(.+))?$/i;
const NAMED =
  /^(?:วันที่\s*)?(\d{1,2})[\s-]*([\p{L}\p{M}.]+?)[\s,-]*(?:พ\.?ศ\.?|ค\.?ศ\.?)?\s*(\d{2}|\d{4})(?:[ ,]+(?:เวลา\s*)?(.+))?$/u;
const NAME_FIRST = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:[ ,]+(.+))?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const TIME =
  /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*(a\.?m\.?|p\.?m\.?|น\.?|น\.)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;

interface Clock {
  ms: number;
  span: number;
  /** Ahead of UTC, milliseconds; undefined where the text names none. */
  zone?: number;
}

function clockOf(text: string): Clock | null {
  // A cell of Excel that holds a time alone, unformatted.
  if (/^0?\.\d+$/.test(text)) return { ms: Math.round(Number(text) * DAY_SECONDS) * 1000, span: 1000 };
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hours = '', minutes = '', seconds, fraction, half = '', zone] = found;
  const noon = /^[ap]/i.exec(half)?.[0]?.toLowerCase();
  let hour = Number(hours);
  if (noon && (hour < 1 || hour > 12)) return null;
  if (noon) hour = (hour % 12) + (noon === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  const milliseconds = fraction ? Number(fraction.padEnd(3, '0').slice(0, 3)) : 0;
  const ms = hour * HOUR + Number(minutes) * MINUTE + Number(seconds ?? 0) * 1000 + milliseconds;
  return { ms, span: seconds && !fraction ? 1000 : 1, ...(zone && { zone: zoneOf(zone) }) };
}
const DAY_SECONDS = 86_400;

function zoneOf(text: string): number {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (!found) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * HOUR + Number(found[3]) * MINUTE);
}

/** Midnight of a day as if its clock were UTC; its year is of either era. */
function dayOf(year: number, month: number, day: number): number | null {
  const common = isBuddhistYear(year) ? year - BUDDHIST_ERA : year;
  const ms = Date.UTC(common, month - 1, day);
  const date = new Date(ms);
  return common >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : null;
}

/** The parts of a date, with what follows it. */
function partsOf(text: string, order: DateOrder): { day: number; rest: string } | MomentProblem {
  const from = (
    year: string,
    month: number | undefined,
    day: string,
    rest = '',
  ): { day: number; rest: string } | MomentProblem => {
    if (month === undefined) return 'date';
    if (year.length === 2) return 'shortYear';
    const ms = dayOf(Number(year), month, Number(day));
    return ms === null ? 'date' : { day: ms, rest };
  };
  let found = YEAR_FIRST.exec(text);
  if (found) return from(found[1]!, Number(found[2]), found[3]!, found[4]);
  found = YEAR_LAST.exec(text);
  if (found)
    return order === 'dmy'
      ? from(found[3]!, Number(found[2]), found[1]!, found[4])
      : from(found[3]!, Number(found[1]), found[2]!, found[4]);
  found = COMPACT.exec(text);
  if (found) return from(found[1]!, Number(found[2]), found[3]!);
  found = NAMED.exec(text);
  if (found) return from(found[3]!, monthOf(found[2]!), found[1]!, found[4]);
  found = NAME_FIRST.exec(text);
  if (found) return from(found[3]!, monthOf(found[1]!), found[2]!, found[4]);
  return 'date';
}

/**
 * The moment that a cell, and one beside it for the time, tell: ISO 8601, dates of numbers (in `order` where the year
 * is last) and of names in Thai and English, years of both eras, Thai digits, serial numbers of Excel, seconds and
 * milliseconds since 1970. Without a zone it is Bangkok's; without a time the day's beginning there. Example:
 * `momentOf('21/11/2569 14.05 น.', '', 'dmy')` is 2026-11-21T07:05:00Z.
 */
export function momentOf(dateText: string, timeText: string, order: DateOrder): Moment | MomentProblem {
  if (dateText.length > LONGEST) return 'date';
  if (timeText.length > LONGEST) return 'time';
  const text = thaiDigits(dateText.normalize('NFC').trim().replace(/\s+/g, ' '));
  const beside = thaiDigits(timeText.normalize('NFC').trim());
  if (text === '') return 'noDate';
  let day: number;
  let clock: Clock = { ms: 0, span: 1 };
  if (/^\d{13}$/.test(text)) return { at: new Date(Number(text)), span: 1 };
  if (/^\d{10}$/.test(text)) return { at: new Date(Number(text) * 1000), span: 1000 };
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (serial >= SERIALS[0] && serial < SERIALS[1]) {
    const dayCount = Math.floor(serial);
    day = EPOCH_1900 + dayCount * DAY;
    clock = { ms: Math.round((serial - dayCount) * DAY_SECONDS) * 1000, span: serial === dayCount ? 1 : 1000 };
  } else {
    const parts = partsOf(text, order);
    if (typeof parts === 'string') return parts;
    ({ day } = parts);
    if (parts.rest) {
      const time = clockOf(parts.rest.trim());
      if (!time) return 'time';
      clock = time;
    }
  }
  if (beside !== '') {
    // A spreadsheet may write the whole moment into the column of the time.
    const time = clockOf(beside.replace(/^(\d{4}-\d{2}-\d{2}|1899-12-3\d)[T ]/, ''));
    if (!time) return 'time';
    clock = time;
  }
  // Files tell the clock of Bangkok unless they name another.
  return { at: new Date(day + clock.ms - (clock.zone ?? BANGKOK_OFFSET)), span: clock.span };
}

/** How dates of numbers alone stand in these cells, where they tell: a number above 12 is no month. */
export function orderIn(cells: readonly string[]): DateOrder {
  const found = cells
    .map((cell) => (cell.length > LONGEST ? null : YEAR_LAST.exec(thaiDigits(cell.trim()))))
    .filter((match) => match !== null);
  const daysFirst = found.some((match) => Number(match[1]) > 12);
  return !daysFirst && found.some((match) => Number(match[2]) > 12) ? 'mdy' : 'dmy';
}
