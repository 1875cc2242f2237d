import type { ConsentSummary } from '../../../shared/userConsent/schema.ts';
import { dayAfter } from '../../../shared/bangkok.ts';
import { daysInRange } from '../../format.ts';

/** The number of days from which a column is a week; the server returns longer ranges by month. */
const MOST_DAYS = 120;

export type Unit = 'day' | 'week' | 'month';

/** Answers by choice, and how many of them differ from the subject's previous choice. */
export type AnswerCounts = ConsentSummary['total'];

export interface Column extends AnswerCounts {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** The upper end of an axis from zero, and its lines. */
export interface Scale {
  top: number;
  lines: number[];
}

/** The sum of all answers. */
export const answersOf = ({ ALL, ACCEPT, NONE }: AnswerCounts): number => ALL + ACCEPT + NONE;

const sumOf = (one: AnswerCounts, other: AnswerCounts): AnswerCounts => ({
  ALL: one.ALL + other.ALL,
  ACCEPT: one.ACCEPT + other.ACCEPT,
  NONE: one.NONE + other.NONE,
  changed: one.changed + other.changed,
});

/** The sum of the counts of several columns. */
export const totalOf = (columns: readonly Column[]): AnswerCounts =>
  columns.reduce<AnswerCounts>(sumOf, { ALL: 0, ACCEPT: 0, NONE: 0, changed: 0 });

/**
 * Columns of a chart from the first day to the last, each a day, a week or a month, including those without answers.
 */
export function columnsOf({ from, to, step, days }: Pick<ConsentSummary, 'from' | 'to' | 'step' | 'days'>): {
  unit: Unit;
  columns: Column[];
} {
  const unit = step === 'month' ? 'month' : daysInRange(from, to) > MOST_DAYS ? 'week' : 'day';
  const size = unit === 'week' ? 7 : 1;
  const columns: Column[] = [];
  days.forEach(({ day, ...counts }, index) => {
    const next = days[index + 1]?.day;
    const last = next ? dayAfter(next, -1) : to;
    const open = columns.at(-1);
    if (!open || index % size === 0) return columns.push({ from: day, to: last, ...counts });
    Object.assign(open, { to: last, ...sumOf(open, counts) });
  });
  return { unit, columns };
}

/**
 * The upper end of an axis from zero and its lines: round integers, five at most. Example: `scaleOf(173) // { top: 200,
 * lines: [50, 100, 150, 200] }`
 */
export function scaleOf(highest: number): Scale {
  const most = Math.max(1, highest);
  const power = 10 ** Math.floor(Math.log10(most));
  const step =
    [0.2, 0.25, 0.5, 1, 2, 2.5]
      .map((factor) => factor * power)
      .find((one) => Number.isInteger(one) && Math.ceil(most / one) <= 5) ?? 5 * power;
  const count = Math.ceil(most / step);
  return { top: step * count, lines: Array.from({ length: count }, (_, index) => step * (index + 1)) };
}
