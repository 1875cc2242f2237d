import { z } from 'zod';
import { LIMITED } from './text.ts';

/**
 * The origin that an address names alone, as browsers send it (hosts of other letters in punycode); null where it names
 * more, or a pattern such as `https://*.example.com`, which no browser ever sends.
 */
function originOf(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const { protocol, origin: sent, hostname, username, password, pathname, search, hash } = new URL(value);
  const isAlone = username === '' && password === '' && pathname === '/' && search === '' && hash === '';
  return /^https?:$/.test(protocol) && isAlone && !hostname.includes('*') && !/[?#@]/.test(value) ? sent : null;
}

/** A site that may embed one of our forms. */
export const origin = z
  .string()
  .trim()
  .max(300, LIMITED)
  .refine((value) => originOf(value) !== null, { error: 'errors:siteOrigin', abort: true })
  .overwrite((value) => originOf(value) ?? value);
