// Sets of a form's purposes are numbers: bit n of `user_consents.granted` is the purpose with `bit` n
// (consent_purposes). Up to 53 of them, so the numbers stay exact; JavaScript's own bit operators end at 32.

/** The set of these bits. Example: `bitsOf([0, 2]) // 5` */
export const bitsOf = (bits: readonly number[]): number => bits.reduce((sum, bit) => sum + 2 ** bit, 0);

/** What is in any of these sets. Example: `unionOf([1, 5]) // 5` */
export const unionOf = (sets: readonly number[]): number =>
  sets.reduce((union, set) => union + withoutBits(set, bitsIn(union)), 0);

/** What is in both of these sets. Example: `commonOf(5, 6) // 4` */
export const commonOf = (one: number, other: number): number => bitsOf(bitsIn(one).filter((bit) => hasBit(other, bit)));

/** The bits of a set, from the lowest on. */
export const bitsIn = (set: number): number[] =>
  Array.from({ length: 53 }, (_, bit) => bit).filter((bit) => hasBit(set, bit));

/** The set less these bits. Example: `withoutBits(7, [0, 3]) // 6` */
export const withoutBits = (set: number, bits: readonly number[]): number =>
  set - bitsOf(bits.filter((bit) => hasBit(set, bit)));

/** Whether a set contains another. Example: `containsAll(7, 5) // true` */
export const containsAll = (set: number, other: number): boolean => bitsIn(other).every((bit) => hasBit(set, bit));

/** Whether a bit is in the set. */
export const hasBit = (set: number, bit: number): boolean => Math.floor(set / 2 ** bit) % 2 === 1;
