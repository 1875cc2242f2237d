import { BUDDHIST_ERA, commonYear } from '../../../../shared/buddhistEra.ts';
import { thaiDigits } from '../../../../shared/thaiDigits.ts';
import { fold } from '../../../../shared/ropa/cellText.ts';
import { monthOf } from '../../../platform/imports/monthNames.ts';

/** Two digits are of the Buddhist era, as Thai sheets have them. `67` is 2567, which is 2024. */
const yearOf = (year: number): number => (year < 100 ? year + 2500 - BUDDHIST_ERA : commonYear(year));

/**
 * A day in common notations, as YYYY-MM-DD: `12/03/67`, `5-6-2568`, `1 ก.พ. 2567`, `1 February 2024`; the day first.
 * Null for any other text.
 */
export function dayIn(text: string): string | null {
  const normalized = fold(thaiDigits(text.slice(0, 40)));
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(normalized);
  const words = /^(\d{1,2}) ?([^\d]{2,20}?) ?(?:พ\.ศ\. ?)?(\d{4}|\d{2})$/.exec(normalized);
  const [, day, month, year] = numbers ?? words ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  // A comma or words may follow the name of the month: `1 January, 2024`, `1 ตุลาคมปี 2567`.
  const number = numbers ? Number(month) : monthOf(month.trim().split(/[\s,]|ปี/)[0]!);
  if (number === undefined) return null;
  const at = new Date(0);
  at.setUTCFullYear(yearOf(Number(year)), number - 1, Number(day));
  return at.getUTCMonth() === number - 1 && at.getUTCDate() === Number(day) ? at.toISOString().slice(0, 10) : null;
}
