import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 of a secret, hex: the only form in which the database knows session ids and the tokens of mails. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A secret of 256 bits for a link in a mail, and the hash to store. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
