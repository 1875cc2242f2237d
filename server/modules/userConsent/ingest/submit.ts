import { createHash } from 'node:crypto';
import { appError } from '../../../platform/errors.ts';
import { bitsOf, hasBit } from '../../../../shared/purpose/bits.ts';
import type { UserConsentReceived, UserConsentSubmission } from '../../../../shared/userConsent/schema.ts';
import { timeOfUuid } from '../../../platform/database/uuidTime.ts';
import { idAt, type NewUserConsent, sealedIdentity } from '../record.ts';
import { type Caller, callerOf } from './caller.ts';
import { type Choice, choiceOf, purposesIn, refusalOf } from './choice.ts';
import type { LiveForm } from './forms.ts';
import { signHandle } from './handle.ts';
import type { SubmissionQueue } from './queue.ts';
import type { Store } from './store.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The time of a submission, from its id. */
const timeOf = (id: string): string => new Date(timeOfUuid(id)).toISOString();

/**
 * What identifies a repeated submission under an Idempotency-Key: all its stored content. Without token and handle,
 * which a repetition may have renewed. Keyed, so that nobody can test guesses of a uid against it.
 */
const bodyOf = (form: LiveForm, { token: _token, handle: _handle, ...body }: UserConsentSubmission): Buffer =>
  Buffer.from(
    form.key.lookup('userConsents.body', JSON.stringify({ ...body, purposeUUIDs: body.purposeUUIDs.toSorted() })),
    'base64url',
  );

export interface Submitted {
  readonly received: UserConsentReceived;
  /** Whether this repeats the first answer of the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** One received submission. */
export interface Arrival {
  readonly submission: UserConsentSubmission;
  /** `uidHash` of its uid. */
  readonly hash: Buffer;
  /** Its Idempotency-Key: a repeated submission with the same body gets the first answer. */
  readonly key: string | undefined;
  readonly now: Date;
}

export interface SubmitParts {
  readonly queue: SubmissionQueue;
  readonly store: Pick<Store, 'status'>;
  readonly forget: (form: LiveForm) => void;
}

/**
 * Stores one submission; resolves once it is durable, with every count. What only takes away is accepted from a closed
 * form, by a closed channel, for every version that was published and from a browser without the token that the form
 * requires by now: withdrawing is as easy as consenting (section 19), also for what an embed could not deliver for
 * days. Of a choice that is refused since it adds something, what it takes away is recorded all the same.
 * @throws the errors of `choiceOf`, `refusalOf` and `callerOf`; 401 `consent.tokenUsed`, `consent.outranked`; 409
 * `consent.inactive`; 422 `consent.idempotencyKey` for a key that was used with another body; 503
 */
export async function submit(
  { queue, store, forget }: SubmitParts,
  form: LiveForm,
  { submission, hash, key, now }: Arrival,
): Promise<Submitted> {
  const choice = choiceOf(form, submission);
  const caller = callerOf(form, submission, now);
  const identified = caller instanceof Promise ? await caller : caller;
  const { knownBy, use, browser } = identified;
  const refusal = identified.refusal ?? refusalOf(form, submission, choice, now);
  const accepted =
    refusal && choice.granted !== 0
      ? await reducedChoice(store, form, { hash, granted: choice.granted, source: submission.source, ...identified })
      : choice;
  if (!accepted) throw refusal!;
  const { answered, action, granted } = accepted;
  // Otherwise what it adds is refused: key and token remain for when it is asked again.
  const isFull = granted === choice.granted;
  const id = idAt(now);
  const { uid, name, hasGuardian, language, collectionChannel, source } = submission;
  const row: NewUserConsent = {
    id,
    at: now,
    version: answered.version,
    uid: hash,
    identity: sealedIdentity.seal(form.key, id, {
      uid,
      name,
      guardian: hasGuardian ? submission.guardianInformation! : null,
    }),
    action,
    granted,
    hasGuardian,
    language,
    channel: collectionChannel,
    source,
    knownBy,
    // A browser without a handle is identified by this submission.
    ...(knownBy === 'browser' && { browser: browser?.browser ?? id }),
    ...(key === undefined || !isFull ? null : { key: sha256(key), body: bodyOf(form, submission) }),
    ...(isFull ? use : null),
    ...(refusal && { withdrawal: true as const }),
  };
  let { outcome, userConsentId } = await queue.submit(form, row);
  // This node was not yet notified that the form is deactivated; nothing of the submission was written.
  if (outcome === 'inactive' && granted === 0)
    ({ outcome, userConsentId } = await queue.submit(form, { ...row, withdrawal: true }));
  if (!isFull) throw refusal!;
  switch (outcome) {
    case 'tokenUsed':
      throw appError('consent.tokenUsed');
    case 'outranked':
      throw appError('consent.outranked');
    case 'inactive':
      forget(form);
      throw appError('consent.inactive');
    case 'otherBody':
      throw appError('consent.idempotencyKey');
    default:
      return {
        replayed: outcome === 'repeated',
        received: {
          id: userConsentId,
          consentUUID: form.id,
          consentVersion: answered.version,
          action,
          purposeUUIDs: purposesIn(form, granted),
          at: timeOf(userConsentId),
          sha256: answered.sha256,
          knownBy,
          ...(knownBy === 'browser' &&
            (outcome === 'written' || isUnguessable(key)) && {
              handle: signHandle(form, uid, browser?.browser ?? userConsentId, now),
            }),
        },
      };
  }
}

/**
 * Whether a key is as hard to guess as a handle (128 bits, in hex). With a weaker key, somebody who guesses a
 * submission must not get its handle.
 */
const isUnguessable = (key: string | undefined): boolean => /^[\da-f]{32}$/i.test(key?.replaceAll('-', '') ?? '');

/**
 * What remains of a data subject's stored choice beside `granted`, at the source it comes from and at all, where that
 * takes something away or adds nothing; undefined otherwise. It is recorded with the version of that choice: a version
 * that ends later must not prolong it.
 */
async function reducedChoice(
  store: Pick<Store, 'status'>,
  form: LiveForm,
  { hash, granted, source, ...caller }: Pick<Choice, 'granted'> & Caller & { hash: Buffer; source: string },
): Promise<Choice | undefined> {
  const lookUp = { ...caller, uid: hash };
  const [anywhere, here] = await Promise.all([store.status(form, lookUp), store.status(form, { ...lookUp, source })]);
  const answered = anywhere.at === here.at && form.versions.get(anywhere.consentVersion ?? 0);
  if (!answered) return undefined;
  const allowed = form.purposes.filter(({ id }) => anywhere.purposeUUIDs.includes(id));
  const remaining = bitsOf(allowed.map(({ bit }) => bit).filter((bit) => hasBit(granted, bit)));
  if (remaining !== granted && remaining === bitsOf(allowed.map(({ bit }) => bit))) return undefined;
  return {
    answered,
    granted: remaining,
    action: remaining === 0 ? 'NONE' : remaining === answered.all ? 'ALL' : 'ACCEPT',
  };
}
