import { thaiDigits } from '../../../../shared/thaiDigits.ts';
import { fold } from '../../../../shared/ropa/cellText.ts';

const MONTHS: readonly (readonly string[])[] = [
  ['มกราคม', 'ม.ค.', 'มค', 'jan'],
  ['กุมภาพันธ์', 'ก.พ.', 'กพ', 'feb'],
  ['มีนาคม', 'มี.ค.', 'มีค', 'mar'],
  ['เมษายน', 'เม.ย.', 'เมย', 'apr'],
  ['พฤษภาคม', 'พ.ค.', 'พค', 'may'],
  ['มิถุนายน', 'มิ.ย.', 'มิย', 'jun'],
  ['กรกฎาคม', 'ก.ค.', 'กค', 'jul'],
  ['สิงหาคม', 'ส.ค.', 'สค', 'aug'],
  ['กันยายน', 'ก.ย.', 'กย', 'sep'],
  ['ตุลาคม', 'ต.ค.', 'ตค', 'oct'],
  ['พฤศจิกายน', 'พ.ย.', 'พย', 'nov'],
  ['ธันวาคม', 'ธ.ค.', 'ธค', 'dec'],
];

/** Two digits are of the Buddhist era, as Thai sheets have them. `67` is 2567, which is 2024. */
const yearOf = (year: number): number => (year < 100 ? year + 2500 - 543 : year > 2400 ? year - 543 : year);

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
  const place = numbers
    ? Number(month) - 1
    : MONTHS.findIndex((names) => names.some((name) => month.trim().startsWith(name)));
  const at = new Date(0);
  at.setUTCFullYear(yearOf(Number(year)), place, Number(day));
  return place >= 0 && at.getUTCMonth() === place && at.getUTCDate() === Number(day)
    ? at.toISOString().slice(0, 10)
    : null;
}
