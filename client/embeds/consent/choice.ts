import type { PublicConsentForm, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import type { SubmissionBody } from './api.ts';
import type { ConsentState } from './types.ts';

/** What the product acknowledged. What has ended is no answer any more. */
export type Known = Omit<UserConsentStatus, 'expiresAt' | 'knownBy' | 'handle'>;

/** A choice that the product has not acknowledged yet. */
export interface Waiting {
  /** Idempotency-Key of every try. */
  key: string;
  /** When it was chosen, in milliseconds. */
  at: number;
  body: SubmissionBody;
}

/** Nothing was answered. */
export const NO_STATE: ConsentState = {
  action: 'NO_ANSWER',
  purposes: [],
  version: null,
  basis: null,
  at: null,
  askAgain: false,
  pending: false,
};

/** The product knows keys for a week; what is older could be recorded twice. */
const KEPT_MS = 6 * 24 * 60 * 60 * 1000;
export const isStale = ({ at }: Waiting, now = Date.now()): boolean => !(Math.abs(now - at) < KEPT_MS);

/** Whether the browser sends Global Privacy Control. */
export const sendsGpc = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/**
 * What is allowed, out of what the product acknowledged and what waits to be sent. A choice that waits takes away at
 * once and gives nothing: allowed is only what both allow.
 * @param known as the product answered; null: it did not, so nothing is allowed
 * @param gpc the browser sends Global Privacy Control: without an explicit choice it means NONE
 */
export function stateOf(known: Known | null, waiting: Waiting | null, gpc: boolean): ConsentState {
  const acknowledged = known && known.action !== 'NO_ANSWER' ? known : null;
  let purposes = acknowledged?.purposeUUIDs ?? [];
  let action: ConsentState['action'] = acknowledged?.action ?? 'NO_ANSWER';
  let { consentVersion: version = null, at = null, askAgain = false } = acknowledged ?? {};
  if (waiting) {
    const { body } = waiting;
    const before = purposes.length;
    purposes = purposes.filter((purpose) => body.purposeUUIDs.includes(purpose));
    if (body.action === 'NONE') {
      action = 'NONE';
      version = body.consentVersion;
      at = new Date(waiting.at).toISOString();
      askAgain = false;
    } else if (purposes.length !== before) action = purposes.length > 0 ? 'ACCEPT' : 'NO_ANSWER';
  }
  const state: ConsentState = {
    action,
    purposes: [...purposes],
    version,
    basis: action === 'NO_ANSWER' ? null : 'choice',
    at,
    askAgain,
    pending: waiting !== null,
  };
  return action === 'NO_ANSWER' && gpc ? { ...state, action: 'NONE', purposes: [], basis: 'gpc' } : state;
}

/** Whether everything that the form asks for is allowed. */
export const allowsAll = (form: PublicConsentForm, { purposes }: ConsentState): boolean =>
  form.purposes.every(({ uuid }) => purposes.includes(uuid));

/** The same as far as a page is concerned. */
export const isSame = (one: ConsentState, other: ConsentState): boolean =>
  one.action === other.action &&
  one.basis === other.basis &&
  one.version === other.version &&
  [...one.purposes].sort().join() === [...other.purposes].sort().join();
