import { thaiDigits } from '../../../../shared/thaiDigits.ts';
import type { SheetRetention } from '../../../../shared/ropa/cells.ts';

const FOR_GOOD = ['ถาวร', 'ตลอดไป', 'ไม่กำหนด', 'ไม่มีกำหนด', 'ไม่จำกัด', 'indefinite', 'permanent', 'forever', 'no limit'];
/** Units by their names: how many of which of our units each is. */
const UNITS: Readonly<Record<string, readonly [times: number, unit: 'day' | 'month' | 'year']>> = {
  ปี: [1, 'year'],
  year: [1, 'year'],
  yr: [1, 'year'],
  เดือน: [1, 'month'],
  month: [1, 'month'],
  สัปดาห์: [7, 'day'],
  week: [7, 'day'],
  วัน: [1, 'day'],
  day: [1, 'day'],
};
const THAI = ['ศูนย์', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า'];
const ENGLISH = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const ENGLISH_TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
/** Numbers below 100 by their names in both languages. */
const NAMED = new Map(
  Array.from({ length: 100 }, (_, number) => number).flatMap((number) =>
    [thaiName(number), ...englishNames(number)].map((name) => [name, number] as const),
  ),
);
const NUMBER = `\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,5}|${[...NAMED.keys()].join('|')}`;
const PERIOD = new RegExp(`(${NUMBER}) ?(${Object.keys(UNITS).join('|')})`, 'g');
/** What directly precedes a number and is part of it: `1.` of `1.5`, `5-` of `5-10`, `หนึ่งร้อย`, `hundred and `. */
const UNREAD = new RegExp(
  `(?:\\d[,–-]?|\\.|${[...THAI, 'สิบ', 'เอ็ด', 'ร้อย', 'พัน', 'หมื่น', 'แสน'].join('|')}|` +
    `\\b(?:${[...ENGLISH, ...ENGLISH_TENS, 'hundred', 'thousand'].join('|')})(?: and)?[ -]?)$`,
);
/** Its longest length. */
const UNREAD_LENGTH = 20;
/** The longest text that is read: a sentence. */
const TEXT = 500;
const LONGEST = 36_500;

function thaiName(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  if (tens === 0) return THAI[ones]!;
  return `${tens === 1 ? '' : tens === 2 ? 'ยี่' : THAI[tens]}สิบ${ones === 0 ? '' : ones === 1 ? 'เอ็ด' : THAI[ones]}`;
}
function englishNames(number: number): string[] {
  const simple = ENGLISH[number];
  if (simple !== undefined) return [simple];
  const [tens, ones] = [ENGLISH_TENS[Math.floor(number / 10) - 2]!, number % 10];
  return ones === 0 ? [tens] : [`${tens} ${ENGLISH[ones]}`, `${tens}-${ENGLISH[ones]}`];
}
const numberOf = (text: string): number => NAMED.get(text) ?? Number(text.replaceAll(',', ''));

export interface RetentionText {
  retention: SheetRetention;
  /** The start of the period, in the words of the text. */
  from: string;
  /** Whether the text has nothing but the period and its start. */
  isAll: boolean;
}

/** Text after a period: `นับจากวันสั่งซื้อ` means from `วันสั่งซื้อ`. */
const FROM = /^(?:(?:โดย)?(?:เริ่ม)?นับ(?:ตั้งแต่|จาก|แต่)|หลังจาก|ภายหลัง|ตั้งแต่|หลัง|from|after|since|starting from)\s?/;

/**
 * The retention period in a sentence: `5 ปี นับจากวันสั่งซื้อ`, `ถาวร`, `1 ปี 6 เดือน`. Consecutive periods are added;
 * otherwise the longest counts. Null where the sentence has none, or a number that is not read in full.
 */
export function retentionIn(sentence: string): RetentionText | null {
  const text = thaiDigits(sentence.slice(0, TEXT).normalize('NFC')).replace(/\s+/g, ' ').trim().toLowerCase();
  const periods = [...text.matchAll(PERIOD)].map((found) => {
    const [times, unit] = UNITS[found[2]!]!;
    return { amount: numberOf(found[1]!) * times, unit, start: found.index, end: found.index + found[0].length };
  });
  if (periods.some(({ start }) => UNREAD.test(text.slice(Math.max(0, start - UNREAD_LENGTH), start)))) return null;
  const [first, second] = periods;
  if (!first) {
    const forGood = FOR_GOOD.some((word) => text.includes(word));
    return forGood ? { retention: { indefinite: true, amount: null, unit: null }, from: '', isAll: true } : null;
  }
  const last = periods.at(-1)!;
  const after = text.slice(last.end).replace(/^s\b/, '').trim();
  const from = FROM.exec(after);
  const together =
    second !== undefined && first.unit === 'year' && second.unit === 'month' && second.start - first.end <= 3;
  const { amount, unit } = together
    ? { amount: first.amount * 12 + second.amount, unit: 'month' as const }
    : periods.reduce((longest, one) => (daysIn(one) > daysIn(longest) ? one : longest));
  if (amount < 1 || amount > LONGEST) return null;
  return {
    retention: { indefinite: false, amount, unit },
    from: from ? after.slice(from[0].length).trim() : '',
    isAll: first.start === 0 && (periods.length === 1 || together) && (after === '' || from !== null),
  };
}

const daysIn = ({ amount, unit }: { amount: number; unit: 'day' | 'month' | 'year' }) =>
  amount * { day: 1, month: 30, year: 365 }[unit];
