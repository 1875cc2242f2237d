export const RETENTION_UNITS = ['day', 'month', 'year'] as const;
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

/** What a period counts from. `other`: what its words say, and nothing else. */
export const RETENTION_START_EVENTS = [
  'collection',
  'contractEnd',
  'lastTransaction',
  'lastContact',
  'employmentEnd',
  'membershipEnd',
  'consentWithdrawal',
  'accountingPeriodEnd',
  'caseEnd',
  'purposeEnd',
  'other',
] as const;
export type RetentionStartEvent = (typeof RETENTION_START_EVENTS)[number];

/** The event that a period counts from, and words of its own; versions published before these have neither. */
export interface RetentionStart {
  startEvent?: RetentionStartEvent | null;
  startNote?: string;
}

type StartKey = 'retention:from' | 'retention:eventWithNote' | `retention:start.${RetentionStartEvent}`;
type StartTexts = (key: StartKey, values: { period: string; event: string; note: string }) => string;

/** The event in words: `the end of the contract (hire)`; empty where none is stated. `t` gives texts of locales. */
export function startText({ startEvent, startNote = '' }: RetentionStart, t: StartTexts): string {
  if (!startEvent) return '';
  if (startEvent === 'other' && startNote) return startNote;
  const values = { period: '', event: '', note: startNote };
  const event = t(`retention:start.${startEvent}`, values);
  return startNote ? t('retention:eventWithNote', { ...values, event }) : event;
}

/** A period in words with what it counts from: `5 years from the end of the contract`. */
export function withStart(period: string, start: RetentionStart, t: StartTexts): string {
  const event = startText(start, t);
  return period && event ? t('retention:from', { period, event, note: '' }) : period;
}

/** A period as text. Example: `durationText('en', 1, 'year')` is `1 year`, in Thai `1 ปี`. */
export const durationText = (locale: 'th' | 'en', amount: number, unit: RetentionUnit): string =>
  new Intl.NumberFormat(locale === 'th' ? 'th-TH-u-nu-latn' : 'en-GB', {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(amount);

/** Days that a year counts. */
export const YEAR_DAYS = 365;
/** Kept for good. */
export const FOR_GOOD = -1;
/** A line of a data mapping that keeps its data as long as its purpose says. */
export const AS_PURPOSE = 0;

/** Ranges of retention that pivots and filters tell apart: more than `from` days, up to and with `to`. */
export const RETENTION_BANDS = {
  upTo1Year: { from: 0, to: 365 },
  upTo5Years: { from: 365, to: 1825 },
  upTo10Years: { from: 1825, to: 3650 },
  over10Years: { from: 3650, to: null },
  forGood: null,
  notSet: null,
} as const;
export type RetentionBand = keyof typeof RETENTION_BANDS;
export const RETENTION_BAND_KEYS = Object.keys(RETENTION_BANDS) as RetentionBand[];

interface Period {
  readonly indefinite: boolean;
  readonly amount: number | null;
  readonly unit: RetentionUnit | null;
}

/**
 * Days of a retention, `FOR_GOOD`, or null when it is not set. A month counts a twelfth of a year, as in the database
 * (migration 346).
 */
export function daysOf(period: Period): number | null {
  if (period.indefinite) return FOR_GOOD;
  const months = monthsOf(period);
  if (months !== null) return Math.floor((months * YEAR_DAYS) / 12);
  return period.unit === null ? null : period.amount;
}

/** Months of a period that is stated in months or years; null of any other: its days are what it has. */
export const monthsOf = ({ indefinite, amount, unit }: Period): number | null =>
  indefinite || amount === null || unit === null || unit === 'day' ? null : unit === 'year' ? 12 * amount : amount;

/** A period to compare, in days and, where it is stated in months or years, in months. */
export interface ComparedPeriod {
  readonly days: number;
  readonly months: number | null;
}

/** Whether one period is longer than another: by months where both are stated in months or years, otherwise by days. */
export const isLonger = (one: ComparedPeriod, other: ComparedPeriod): boolean =>
  one.months !== null && other.months !== null ? one.months > other.months : one.days > other.days;

/** Days that a month counted until 1 December 2026. */
const FORMER_MONTH_DAYS = 30;
/**
 * The months that a number of days stands for where only that was kept: 365 were counted for a year, 30 for a month.
 */
export const monthsOfDays = (days: number): number | null =>
  days % YEAR_DAYS === 0 ? (days / YEAR_DAYS) * 12 : days % FORMER_MONTH_DAYS === 0 ? days / FORMER_MONTH_DAYS : null;

/** The band of a number of days; null is one that nobody has set. */
export function bandOf(days: number | null): RetentionBand {
  if (days === null || days === AS_PURPOSE) return 'notSet';
  if (days === FOR_GOOD) return 'forGood';
  if (days <= 365) return 'upTo1Year';
  if (days <= 1825) return 'upTo5Years';
  return days <= 3650 ? 'upTo10Years' : 'over10Years';
}
