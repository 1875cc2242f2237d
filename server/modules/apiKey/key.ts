import { randomBytes } from 'node:crypto';
import { hashToken } from '../../platform/auth/tokens.ts';

/** By what a key is recognised, by people and by scanners for secrets. */
const PREFIX = 'ppk_';
/** Letters of a key that are stored, to recognise it by. */
const STORED = PREFIX.length + 6;

export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** A key of 256 bits, what of it is stored to recognise it by, and its hash. */
export function newApiKey(): { key: string; prefix: string; hash: string } {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, prefix: key.slice(0, STORED), hash: hashToken(key) };
}
