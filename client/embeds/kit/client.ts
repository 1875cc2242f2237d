import type { ErrorBody } from '../../../shared/errors.ts';
import type { Language } from './language.ts';

/** The product refused: repeating the call is useless. */
export class Refusal extends Error {
  // Only declared: a class field would add a helper to every embed.
  declare readonly status: number;
  declare readonly code: string;
  constructor(status: number, { code, message = '', issues }: Partial<ErrorBody>) {
    // An error of a field is more specific.
    super(issues?.[0]?.reason || message || `HTTP ${status}`);
    this.status = status;
    this.code = code ?? '';
  }
}

/**
 * No answer, a temporary failure, or the host's own token was not available: can be repeated, after `afterMs` where the
 * product stated it.
 */
export class Unreachable extends Error {
  declare readonly afterMs: number;
  declare readonly status: number | undefined;
  declare readonly code: 'network' | 'token';
  constructor(code: 'network' | 'token' = 'network', status?: number, retryAfter?: string | null) {
    super(status ? `HTTP ${status}` : code);
    this.status = status;
    this.code = code;
    this.afterMs = Math.min(Number(retryAfter) || 0, 300) * 1000;
  }
}

/**
 * The host's own token for a visitor; undefined without one, or where it is empty: they are not signed in.
 * @throws Unreachable where it is not available
 */
export async function tokenOf({
  token,
}: {
  token?: string | (() => string | Promise<string>);
}): Promise<string | undefined> {
  try {
    return (typeof token === 'function' ? await token() : token) || undefined;
  } catch {
    throw new Unreachable('token');
  }
}

const TIMEOUT_MS = 12_000;
/** Temporary: too early, too many calls, or a passing fault. */
const TEMPORARY = [408, 425, 429];

/**
 * Calls of the public API of a workspace. Without cookies, and without the address of the page.
 * @returns a function that throws Refusal or Unreachable
 */
export function publicClient(apiUrl: string, workspace: string, language: () => Language) {
  const root = `${apiUrl}/api/v1/${encodeURIComponent(workspace)}`;
  return async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
    const timeout = new AbortController();
    // After the answer it has no effect.
    setTimeout(() => timeout.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(root + path, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        signal: timeout.signal,
        ...init,
        headers: { accept: 'application/json', 'accept-language': language(), ...init.headers },
      });
      if (response.ok) return (await response.json()) as Answer;
      if (response.status >= 500 || TEMPORARY.includes(response.status))
        throw new Unreachable('network', response.status, response.headers.get('retry-after'));
      throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Partial<ErrorBody>);
    } catch (error) {
      throw error instanceof Refusal || error instanceof Unreachable ? error : new Unreachable();
    }
  };
}

/** A call that sends JSON. */
export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
