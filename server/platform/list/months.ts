import { bangkokMonth, monthAfter } from '../../../shared/months.ts';
import { appError } from '../errors.ts';

const MONTHS = 12;
/** Ten years: the longest range. */
const MOST_MONTHS = 120;

/**
 * The months of a range (YYYY-MM, in Bangkok), oldest first; by default the twelve up to `to` or the present one.
 * @throws 400 for a range that ends before it starts, or is longer than ten years
 */
export function requestedMonths(
  now: Date,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): [string, ...string[]] {
  const present = bangkokMonth(now);
  const last = to ?? (from && from > present ? from : present);
  const first = from ?? monthAfter(last, 1 - MONTHS);
  if (first > last || monthAfter(first, MOST_MONTHS) <= last)
    throw appError('BAD_REQUEST', { at: 'to', text: 'errors:date' });
  const months: [string, ...string[]] = [first];
  for (let month = monthAfter(first, 1); month <= last; month = monthAfter(month, 1)) months.push(month);
  return months;
}
