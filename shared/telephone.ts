import { thaiDigits } from './thaiDigits.ts';

/** Characters of a telephone number as it is typed, with what stands between its digits. */
export const TELEPHONE_LIMIT = 40;

/** What people put between digits to read a number by. */
const BETWEEN = /[\s().\-\u2013]/g;
/** How people write that an extension follows. */
const EXTENSION = /ext\.?|ต่อ|x/gi;
const PARTS = /^(\+?)(\d{1,15})(?:#\d{1,6})?$/;

/**
 * A telephone number as it is kept: nothing between its digits, `#` in front of an extension.
 * Example: `telephoneOf('02-123-4567 ต่อ 12')` is `'021234567#12'`.
 */
export const telephoneOf = (typed: string): string => thaiDigits(typed).replace(EXTENSION, '#').replace(BETWEEN, '');

/** The same, with 0 in place of Thailand's +66. */
export const nationalNumber = (typed: string): string => telephoneOf(typed).replace(/^\+66/, '0');

/**
 * Whether it is a whole telephone number. One starting with 02 has 9 digits, one starting with 06, 08 or 09 has 10
 * (spec 1 section 5); any other of Thailand has 3 (1669, 191) to 10; one of any country is `+` and its digits (E.164).
 * An extension may follow.
 */
export function isTelephone(typed: string): boolean {
  const [, abroad, digits = ''] = PARTS.exec(telephoneOf(typed)) ?? [];
  if (abroad) return /^[1-9]\d{6}/.test(digits);
  if (digits.startsWith('02')) return digits.length === 9;
  if (/^0[689]/.test(digits)) return digits.length === 10;
  return digits.length >= 3 && digits.length <= 10;
}
