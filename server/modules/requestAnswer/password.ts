import { randomInt } from 'node:crypto';

/** Letters and digits that are not confused with others, by telephone or in writing. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 4;

/**
 * A password for an archive. 16 of 31 characters are 79 bits: an attacker with the archive can try without limit, and
 * the format makes each attempt cheap (1,000 rounds of PBKDF2).
 * @example K7QM-3XRP-94WD-HTZ2
 */
export const newPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');
