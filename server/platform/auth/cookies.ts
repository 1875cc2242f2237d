import type { IncomingHttpHeaders } from 'node:http';
import { HOUR } from '../../../shared/duration.ts';

/** Name of the session cookie where it cannot be Secure: on the machine of whoever develops. */
export const SESSION_COOKIE = 'pokpong_session';
/**
 * A cookie of this name is taken by browsers only if it is Secure, for all paths and for this very host: no
 * neighbouring subdomain and nobody on plain http can put one of their own in its place.
 */
export const hostCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
// A session id is 40 letters; anything much longer is not looked up.
const TOKEN = /^[\w.~+/=-]{20,200}$/;

/** The value of a cookie in a Cookie header (RFC 6265 section 4.2), or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name)
      return pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1');
  }
  return null;
}

/** By what a request says who it comes from. */
export interface Credential {
  /** A session id, if it looks like one. */
  readonly token: string | null;
  /** A browser sends the cookie by itself, whatever page asks for it to; a token only whoever has it. */
  readonly from: 'token' | 'cookie';
}

/**
 * What a request carries: `Authorization: Bearer`, else the session cookie. One or the other: with a token, however
 * wrong, the cookie does not count.
 */
export function credentialOf(headers: IncomingHttpHeaders, secure: boolean): Credential {
  const bearer = /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
  const value = bearer ?? readCookie(headers.cookie, hostCookie(SESSION_COOKIE, secure));
  return {
    token: value !== null && TOKEN.test(value) ? value : null,
    from: bearer === undefined ? 'cookie' : 'token',
  };
}

/** Set-Cookie line of any cookie of ours: never readable by scripts, never sent with another site's posts. */
export function cookieLine(name: string, value: string, options: { expires: Date; secure: boolean }): string {
  return [
    `${hostCookie(name, options.secure)}=${value}`,
    'Path=/',
    `Expires=${options.expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(options.secure ? ['Secure'] : []),
  ].join('; ');
}

/** The Set-Cookie line that stores the session id, or with null clears it. */
export function sessionCookie(token: string | null, expiresAt: Date | undefined, secure: boolean): string {
  return cookieLine(SESSION_COOKIE, token ?? '', {
    expires: token === null ? new Date(0) : (expiresAt ?? new Date(Date.now() + 12 * HOUR)),
    secure,
  });
}

/**
 * Whether cookies must be Secure: as the product's address says. Without one: always, but for http on this very
 * machine.
 */
export function mustBeSecure(
  { protocol, hostname }: { protocol: string; hostname: string },
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:');
  return protocol === 'https' || !['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname);
}
