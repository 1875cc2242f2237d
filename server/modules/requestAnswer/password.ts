import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for another one, said on the telephone or written down. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 4;

/**
 * A password for an archive. 16 of 31 signs are 79 bits: whoever has the archive can try as often as they like, and the
 * format makes each try cheap (1,000 rounds of PBKDF2).
 * @example K7QM-3XRP-94WD-HTZ2
 */
export const newPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');
