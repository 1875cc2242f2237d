import type { ErrorBody } from '../../../shared/errors.ts';
import type { PublicConsentForm, UserConsentReceived, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import type { Language } from './types.ts';

/** The product answered no: another try would be answered the same. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, { code = '', message = '' }: Partial<ErrorBody>) {
    super(message || `HTTP ${status}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Nothing was heard, or it cannot now, or the host's own token was not to be had: worth another try, after `afterMs`
 * where the product said so.
 */
export class Unreachable extends Error {
  readonly afterMs: number;
  readonly status: number | undefined;
  readonly code: 'network' | 'token';
  constructor({
    status,
    retryAfter,
    code = 'network',
  }: { status?: number; retryAfter?: string | null; code?: 'network' | 'token' } = {}) {
    super(status ? `HTTP ${status}` : code);
    this.status = status;
    this.code = code;
    this.afterMs = Math.min(Number(retryAfter) || 0, 300) * 1000;
  }
}

const PATIENCE_MS = 12_000;
/** Not now: too early, too many, or a fault that passes. */
const PASSES = new Set([408, 425, 429]);

/**
 * One submission as it goes out and, where it must wait, is kept. The token is not part of it: it is good for a short
 * time only.
 */
export interface SubmissionBody {
  uid: string;
  name: string;
  consentUUID: string;
  consentVersion: number;
  purposeUUIDs: string[];
  action: UserConsentReceived['action'];
  language: Language;
  collectionChannel: 'JS Web Form';
  source: string;
  hasGuardian: boolean;
  guardianInformation: { firstName: string; lastName: string; email: string; telephone: string } | null;
}

/** The calls of the public API. Each throws Refusal or Unreachable. No cookies go along, and no address of the page. */
export function connect(apiUrl: string, workspace: string, language: () => Language) {
  const root = `${apiUrl}/api/v1/${encodeURIComponent(workspace)}`;

  async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const response = await fetch(root + path, {
        mode: 'cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        signal: patience.signal,
        ...init,
        headers: { accept: 'application/json', 'accept-language': language(), ...init.headers },
      });
      if (response.ok) return (await response.json()) as Answer;
      if (response.status >= 500 || PASSES.has(response.status))
        throw new Unreachable({ status: response.status, retryAfter: response.headers.get('retry-after') });
      throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Partial<ErrorBody>);
    } catch (error) {
      throw error instanceof Refusal || error instanceof Unreachable ? error : new Unreachable();
    } finally {
      clearTimeout(timer);
    }
  }
  const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

  return {
    /** The application's form in force. `fresh`: past the caches, after it has changed. */
    form: (application: string, fresh: boolean) =>
      call<PublicConsentForm>(
        `/consent-versions/application/${encodeURIComponent(application)}`,
        fresh ? { cache: 'reload' } : {},
      ),
    /** The present choice of a uid. */
    lookup: ({ consentUUID, version }: PublicConsentForm, body: { uid: string; source?: string; token?: string }) =>
      call<UserConsentStatus>(`/user-consents/consent/${consentUUID}/version/${version}/get-user-consent`, post(body)),
    /** Goes on even when the visitor leaves the page. The same key is never recorded twice. */
    submit: (body: SubmissionBody & { token?: string }, key: string) =>
      call<UserConsentReceived>('/user-consents', { ...post(body, { 'idempotency-key': key }), keepalive: true }),
  };
}
