import { type AppError, appError } from '../../../platform/errors.ts';
import { hasEnded, versionInForce } from '../../../../shared/consent/inForce.ts';
import type { ConsentAction, UserConsentSubmission } from '../../../../shared/userConsent/schema.ts';
import { containsAll, hasBit, withoutBits } from '../../../../shared/purpose/bits.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import { HOUR } from '../../../../shared/duration.ts';
import { pageClosed } from '../../../platform/publicPage/closed.ts';
import type { LiveForm, LiveVersion } from './forms.ts';

const CHANNELS = { 'JS Web Form': 'web', 'Custom API': 'api', 'Mobile App': 'mobile' } as const;

// Formatting a day is expensive: it is the same for an hour and more.
let day = { from: 0, until: 0, name: '' };
function today(now: Date): string {
  const at = now.getTime();
  if (at < day.from || at >= day.until) {
    const from = Math.floor(at / HOUR) * HOUR;
    day = { from, until: from + HOUR, name: bangkokDay(now) };
  }
  return day.name;
}

/** Whether the form can be answered on this day in Bangkok. */
const isEffective = ({ current }: LiveForm, now: Date): boolean => {
  if (!current.effectiveFrom && !current.effectiveTo) return true;
  return versionInForce([current], today(now)) !== undefined;
};

/**
 * The part of a choice that is still valid: a choice ends with the version that it answers, and does not cover a
 * purpose that has been reworded since. A refusal does neither. It is ALL while it covers every purpose of the version
 * in force: a caller may act upon that without looking at the purposes.
 */
export function standingOf(
  form: LiveForm,
  { version, action, granted }: { version: number; action: ConsentAction; granted: number },
  now: Date,
): { action: ConsentAction | 'NO_ANSWER'; granted: number; answered: LiveVersion | undefined } {
  const answered = form.versions.get(version);
  if (action === 'NONE' || !answered) return { action, granted, answered };
  const standing = hasEnded(answered, today(now)) ? 0 : withoutBits(granted, answered.reworded);
  if (standing === 0) return { action: 'NO_ANSWER', granted: 0, answered };
  const isAll = action === 'ALL' && (answered === form.current || containsAll(standing, form.current.all));
  return { action: isAll ? 'ALL' : 'ACCEPT', granted: standing, answered };
}

/**
 * What the form takes now: everything (live); only withdrawals, since its workspace deactivated it or does not use
 * consent, or its version in force has ended; or nothing yet.
 */
export function stateOf(form: LiveForm, now: Date): 'live' | 'deactivated' | 'ended' | 'upcoming' {
  if (!form.active || !form.enabled) return 'deactivated';
  if (isEffective(form, now)) return 'live';
  return hasEnded(form.current, today(now)) ? 'ended' : 'upcoming';
}

/**
 * The form, if its workspace is open; where that does not use consent, it takes withdrawals alone.
 * @throws 404 `consent.notFound` when the workspace has no such form; 409 `workspace.closed`
 */
export function requireForm(form: LiveForm | null): LiveForm {
  if (!form) throw appError('consent.notFound', { text: 'userConsent:ingest.notFound' });
  if (form.closed) throw pageClosed();
  return form;
}

/** The same, if its workspace uses consent. @throws 404 `consent.notFound` where it does not, and as `requireForm` */
export const requireUsedForm = (form: LiveForm | null): LiveForm => requireForm(form?.enabled ? form : null);

/** @throws 404 `consent.notFound` for a version that was never in force; `written` as in the address */
export function requireVersion({ versions, current }: LiveForm, written: string): void {
  const version = /^[1-9]\d{0,6}$/.test(written) ? Number(written) : 0;
  if (!versions.has(version) || version > current.version)
    throw appError('consent.notFound', { text: 'userConsent:ingest.notFound' });
}

/** A choice in bits, and its kind. */
export interface Choice {
  readonly answered: LiveVersion;
  readonly action: ConsentAction;
  readonly granted: number;
}

/**
 * A submission in bits of the version that it answers. All purposes chosen one by one count as ALL.
 * @throws 400 at the invalid field
 */
export function choiceOf(form: LiveForm, submission: UserConsentSubmission): Choice {
  const answered = form.versions.get(submission.consentVersion);
  if (!answered || submission.consentVersion > form.current.version)
    throw appError('consent.versionUnknown', { at: 'consentVersion' });
  let granted = 0;
  for (const purpose of submission.purposeUUIDs) {
    const bit = answered.bits.get(purpose.toLowerCase());
    if (bit === undefined) throw appError('consent.purposeUnknown', { at: 'purposeUUIDs' });
    if (!hasBit(granted, bit)) granted += 2 ** bit;
  }
  if (submission.hasGuardian && !submission.guardianInformation)
    throw appError('BAD_REQUEST', { at: 'guardianInformation', text: 'errors:required' });
  switch (submission.action) {
    case 'NONE':
      if (granted !== 0) throw appError('consent.purposesOfNone', { at: 'purposeUUIDs' });
      return { answered, action: 'NONE', granted: 0 };
    case 'ALL':
      if (granted !== 0 && granted !== answered.all) throw appError('consent.purposesOfAll', { at: 'purposeUUIDs' });
      return { answered, action: 'ALL', granted: answered.all };
    case 'ACCEPT':
      if (granted === 0) throw appError('consent.purposesOfAccept', { at: 'purposeUUIDs' });
      return { answered, action: granted === answered.all ? 'ALL' : 'ACCEPT', granted };
  }
}

/**
 * Why a choice that may grant something is refused: 409 `consent.inactive` for a deactivated form or in a workspace
 * that does not use consent, `consent.notInForce` outside its days, 403 `consent.channel`, 409
 * `consent.versionOutdated` with the version to ask again with, a day after another replaced the one that is answered.
 * Null: it is accepted.
 */
export function refusalOf(
  form: LiveForm,
  { collectionChannel }: UserConsentSubmission,
  { answered }: Choice,
  now: Date,
): AppError | null {
  if (!form.active || !form.enabled) return appError('consent.inactive');
  if (!isEffective(form, now)) return appError('consent.notInForce');
  if (!form.settings.channels[CHANNELS[collectionChannel]]) return appError('consent.channel');
  if (answered.answerableUntil !== null && now.getTime() >= answered.answerableUntil)
    return appError('consent.versionOutdated', { details: { consentVersion: form.current.version } });
  return null;
}

/** Ids of the purposes in a set of bits, in their order. */
export const purposesIn = (form: LiveForm, granted: number): string[] =>
  form.purposes.filter(({ bit }) => hasBit(granted, bit)).map(({ id }) => id);
