import type { IncomingHttpHeaders } from 'node:http';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'pokpong_session';
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

/**
 * The session id that a request carries: from the cookie, else from `Authorization: Bearer`; null when there is none.
 */
export function readSessionToken(headers: IncomingHttpHeaders): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const token = readCookie(headers.cookie, SESSION_COOKIE) ?? bearer ?? null;
  return token !== null && TOKEN.test(token) ? token : null;
}

/** Set-Cookie line of any cookie of ours: never readable by scripts, never sent with another site's posts. */
export function cookieLine(
  name: string,
  value: string,
  options: { path: string; expires: Date; secure: boolean },
): string {
  return [
    `${name}=${value}`,
    `Path=${options.path}`,
    `Expires=${options.expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(options.secure ? ['Secure'] : []),
  ].join('; ');
}

/**
 * The Set-Cookie line that stores the session id, or with null clears it. `secure`: whether the caller came by https.
 */
export function sessionCookie(token: string | null, expiresAt: Date | undefined, secure: boolean): string {
  return cookieLine(SESSION_COOKIE, token ?? '', {
    path: '/',
    expires: token === null ? new Date(0) : (expiresAt ?? new Date(Date.now() + 12 * 3_600_000)),
    secure,
  });
}

/** Whether cookies must be Secure: always, but for http on this very machine. */
export function mustBeSecure(protocol: string, hostname: string): boolean {
  return protocol === 'https' || !['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname);
}
