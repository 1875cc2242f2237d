import type { PublicConsentForm, UserConsentStatus } from '../../../shared/userConsent/schema.ts';
import type { SubmissionBody } from './api.ts';
import type { ConsentState } from './types.ts';

/** The state that the product acknowledged. A choice that has ended is no answer any more. */
export type Known = Omit<UserConsentStatus, 'expiresAt' | 'knownBy' | 'handle'>;

/** A choice that the product has not acknowledged yet. */
export interface Waiting {
  /**
   * Idempotency-Key of every attempt, also of a later choice until the product has acknowledged one: so it records only
   * one of them.
   */
  key: string;
  /** The key under which it is sent once an earlier choice turns out to be recorded under the other one. */
  own?: string;
  /** When it was chosen, in milliseconds. */
  at: number;
  body: SubmissionBody;
  /** Choices before it under the same key; one of them may have been recorded. */
  earlier?: SubmissionBody[] | null;
  /** A token identified whose it is: without theirs it is not sent. */
  byToken?: boolean;
}

/** No answer. */
export const NO_STATE: ConsentState = {
  action: 'NO_ANSWER',
  purposes: [],
  version: null,
  basis: null,
  at: null,
  askAgain: false,
  pending: false,
};

/** What is known of a visitor who has never answered. */
export const NOBODY: Known = {
  action: 'NO_ANSWER',
  purposeUUIDs: [],
  consentVersion: null,
  at: null,
  askAgain: false,
};

/**
 * Whether a waiting choice is too old to be sent: after not quite six days, since the product stores keys for a week
 * and would record an older one twice. One that grants nothing is sent after decades too: recorded twice it does no
 * harm.
 */
export const isStale = ({ at, body }: Waiting): boolean =>
  !(Math.abs(Date.now() - at) < (body.action === 'NONE' ? 9e11 : 5e8));

/** Whether the browser sends Global Privacy Control. */
export const sendsGpc = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/**
 * The allowed purposes, from the acknowledged state and a choice that waits to be sent. A waiting choice withdraws
 * immediately and grants nothing: allowed is only what both allow.
 * @param known the product's answer; null: there is none, so nothing is allowed
 * @param gpc the browser sends Global Privacy Control: without an explicit choice it means NONE
 */
export function stateOf(known: Known | null, waiting: Waiting | null, gpc: boolean): ConsentState {
  const acknowledged = known && known.action !== 'NO_ANSWER' ? known : NOBODY;
  let { action, purposeUUIDs: purposes, consentVersion: version, at, askAgain } = acknowledged;
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
  const isAnswered = action !== 'NO_ANSWER';
  return {
    action: gpc && !isAnswered ? 'NONE' : action,
    purposes: [...purposes],
    version,
    basis: isAnswered ? 'choice' : gpc ? 'gpc' : null,
    at,
    askAgain,
    pending: waiting !== null,
  };
}

/** Whether everything that the form asks for is allowed. */
export const allowsAll = (form: PublicConsentForm, { purposes }: ConsentState): boolean =>
  form.purposes.every(({ uuid }) => purposes.includes(uuid));

/** What of a state matters to a page: equal texts for equal states. */
export const essenceOf = ({ action, basis, version, purposes }: ConsentState): string =>
  JSON.stringify([action, basis, version, [...purposes].sort()]);
