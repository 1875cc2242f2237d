import { createHash } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { together } from '../../../db/together.ts';
import { answerDaysOf, type RightCode } from '../../../shared/dataRight/schema.ts';
import { lastSecondAfter } from '../../../shared/request/clock.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestChannel, RequestedRight } from '../../../shared/request/schema.ts';
import type { RequestReceived, RequestSubmission } from '../../../shared/requestSubmission/schema.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import { systemActor } from '../../platform/actor.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { oneAtATime, violates } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { checkSubjectToken, type TokenProblem, type TokenUse } from '../../platform/publicPage/subjectToken.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import * as dataRights from '../dataRight/service.ts';
import { RIGHT } from '../request/clock.ts';
import { confirmersOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import * as requestForms from '../requestForm/service.ts';
import { mailedTo } from '../requestIdentity/links.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';
import { countRequest } from './limits.ts';
import * as queries from './queries.ts';
import { attach } from './uploads.ts';
import { chanceOf } from './work.ts';

/** Channels by the names in the API. */
export const CHANNELS = {
  'JS Web Form': { channel: 'WEB', setting: 'web' },
  'Web Page': { channel: 'PAGE', setting: 'page' },
  'Custom API': { channel: 'API', setting: 'api' },
  'Mobile App': { channel: 'MOBILE', setting: 'mobile' },
} as const satisfies Record<
  RequestSubmission['collectionChannel'],
  { channel: RequestChannel; setting: keyof LiveRequestForm['settings']['channels'] }
>;

/** One received submission. */
export interface Arrived {
  readonly submission: RequestSubmission;
  /** Its Idempotency-Key: a repeated submission with the same body gets the first answer. */
  readonly key: string | undefined;
  /** Without a token and without proof of work. */
  readonly isPlain: boolean;
  readonly now: Date;
}

/** An answer, and whether it repeats the first one of the same Idempotency-Key. */
export interface Answered {
  readonly received: RequestReceived;
  readonly replayed: boolean;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * What identifies a repeated submission under an Idempotency-Key: all its stored content. Without token and proof of
 * work, which a repetition may have renewed. Keyed, so that nobody can test guesses about a person against it.
 */
const bodyOf = (
  { key }: LiveRequestForm,
  { token: _token, work: _work, uploadToken: _uploadToken, ...body }: RequestSubmission,
): Buffer => Buffer.from(key.lookup('requestArrivals.body', JSON.stringify(body)), 'base64url');

/**
 * The first answer to a repeated submission; undefined for a new one.
 * @throws 422 `requestSubmission.idempotencyKey` for a key that was used with another body
 */
export function answeredBefore(
  deps: Deps,
  form: LiveRequestForm,
  { submission, key }: Pick<Arrived, 'submission' | 'key'>,
): Promise<Answered | undefined> | undefined {
  if (key === undefined) return undefined;
  return transact(deps, form, (trx) => replay(trx, form, submission, sha256(key)));
}

/**
 * Stores a submission; resolves once it is durable. A repeated key gets the first answer.
 * @throws 400 for input that does not match the version of the form, and for work that another request came with; 401
 * `requestSubmission.token…`; 409 `requestSubmission.inactive`, `requestSubmission.versionOutdated`,
 * `workspace.closed`; 422 `requestSubmission.idempotencyKey`; 429
 */
export async function take(deps: Deps, form: LiveRequestForm, arrived: Arrived): Promise<Answered> {
  const { submission, key, now } = arrived;
  const use = await tokenUseOf(form, submission, now);
  const keyHash = key === undefined ? null : sha256(key);
  try {
    return await transact(deps, form, async (trx) => {
      if (keyHash) {
        // Of two simultaneous submissions with one key the second waits, and finds the first.
        await oneAtATime(trx, form.workspaceId, `requestSubmission ${keyHash.toString('hex')}`);
        const before = await replay(trx, form, submission, keyHash);
        if (before) return before;
      }
      return { received: await write(trx, deps, form, arrived, { use, keyHash }), replayed: false };
    });
  } catch (error) {
    if (violates(error, 'request_arrivals_token')) throw appError('requestSubmission.tokenUsed');
    if (violates(error, 'request_arrivals_work')) throw appError('requestSubmission.work', { at: 'work' });
    throw error;
  }
}

async function write(
  trx: Trx,
  deps: Deps,
  form: LiveRequestForm,
  { submission, isPlain, now }: Arrived,
  { use, keyHash }: { use: TokenUse | null; keyHash: Buffer | null },
): Promise<RequestReceived> {
  const { workspaceId } = form;
  // The cached form may be slightly old.
  const [, isTaking, { clockStart }] = await together(trx, (read) =>
    Promise.all([
      requireOpenWorkspace(read, workspaceId),
      requestForms.isTaking(read, workspaceId, form.id),
      requests.settingsOf(read, workspaceId),
    ]),
  );
  if (!isTaking) throw appError('requestSubmission.inactive');
  const { consentUUID } = submission;
  if (consentUUID && !(await queries.hasConsent(trx, workspaceId, consentUUID)))
    throw appError('requestSubmission.consent', { at: 'consentUUID' });
  const answered = await versionOf(trx, form, submission);
  const rights = rightsOf(submission);
  if (answered.version !== form.version) await requireRights(trx, form, answered.content, rights);
  const { hasGuardian, guardianInformation, identityValidation, uid, collectionChannel } = submission;
  const ageBand = submission.ageBand ?? null;
  // It stands for the data subject's code: a guardian who has to confirm still has to.
  const toConfirm = confirmersOf(ageBand, use !== null);
  const verified = toConfirm.length === 0;
  const { id, number, verifyBy } = await requests.submit(trx, systemActor(deps, workspaceId, now), {
    form: { id: form.id, ...answered },
    receivedAt: now,
    channel: CHANNELS[collectionChannel].channel,
    language: submission.language,
    country: submission.country,
    subject: { ...identityValidation, uid },
    ageBand,
    guardian: (hasGuardian && guardianInformation) || null,
    rights,
    verifiedHow: verified ? 'TOKEN' : null,
    byToken: use !== null,
  });
  await attach(trx, form, submission, id);
  await queries.insertArrival(trx, {
    workspaceId,
    id,
    key: keyHash,
    body: bodyOf(form, submission),
    token: use?.token ?? null,
    work: submission.work ? chanceOf(submission.work.challenge) : null,
    consentId: consentUUID ?? null,
    createdAt: now,
  });
  await countRequest(deps, form, isPlain);
  const ownRuns = verified || clockStart === 'receipt';
  return {
    uuid: id,
    requestId: requestReference(number),
    verifyBy: verifyBy.toISOString(),
    verified,
    mailedTo: await mailedTo(trx, workspaceId, id),
    toConfirm,
    receivedAt: now.toISOString(),
    rights: rights.map(({ rightRequestId }) => {
      const right = answered.content.rights.find(({ id: offeredId }) => offeredId === rightRequestId)!;
      return { rightRequestId, answerBy: answerBy(now, right, ownRuns) };
    }),
  };
}

/** By when a right is answered. `ownRuns`: whether the deadline of the workspace starts with receipt. */
const answerBy = (
  receivedAt: Date,
  right: { readonly code: RightCode | null; readonly days: number },
  ownRuns: boolean,
): string => new Date(lastSecondAfter(receivedAt.getTime(), answerDaysOf(right, ownRuns))).toISOString();

/** The rights of a submission, in either notation. */
function rightsOf({ rights, rightRequestId, ...single }: RequestSubmission): RequestedRight[] {
  const { selectedRightRequestOptions, additionalRequestOption, requestDetail } = single;
  return (
    rights ?? [{ rightRequestId: rightRequestId!, selectedRightRequestOptions, additionalRequestOption, requestDetail }]
  );
}

/**
 * The version that was answered. Every version that was ever published is accepted: a request does not become invalid
 * because its form was open for long, or stored while the device was offline. @throws 400
 * `requestSubmission.versionUnknown`
 */
async function versionOf(
  trx: Trx,
  form: LiveRequestForm,
  { dsrmRequestFormVersion: version = form.version }: RequestSubmission,
): Promise<{ version: number; content: RequestFormContent }> {
  if (version === form.version) return form;
  const content = version < form.version && (await requestForms.contentOf(trx, form.workspaceId, form.id, version));
  if (!content) throw appError('requestSubmission.versionUnknown', { at: 'dsrmRequestFormVersion' });
  return { version, content };
}

/** @throws 409 `requestSubmission.versionOutdated` for a right of an earlier version that was deleted meanwhile */
async function requireRights(
  trx: Trx,
  { workspaceId, version }: LiveRequestForm,
  content: RequestFormContent,
  rights: readonly RequestedRight[],
): Promise<void> {
  const offered = rights
    .map(({ rightRequestId }) => rightRequestId)
    .filter((id) => content.rights.some((right) => right.id === id));
  const there = await dataRights.hold(trx, workspaceId, offered);
  if (offered.some((id) => !there.has(id)))
    throw appError('requestSubmission.versionOutdated', { details: { dsrmRequestFormVersion: version } });
}

/** The error of a refused token. */
const tokenRefused = (problem: TokenProblem) =>
  appError(`requestSubmission.token${problem === 'Missing' ? 'Invalid' : problem}`);

/**
 * The token with which a site authenticates the data subject; null without one, or where the form accepts none: they
 * then have to confirm their identity. @throws 401 `requestSubmission.token…`
 */
export async function tokenUseOf(
  form: LiveRequestForm,
  { token, uid }: Pick<RequestSubmission, 'token' | 'uid'>,
  now: Date,
): Promise<TokenUse | null> {
  if (!token || !form.settings.jwtEnabled) return null;
  return checkSubjectToken(form, { token, uid, now }, tokenRefused);
}

async function replay(
  trx: Trx,
  form: LiveRequestForm,
  submission: RequestSubmission,
  keyHash: Buffer,
): Promise<Answered | undefined> {
  const found = await queries.findArrival(trx, form.workspaceId, keyHash);
  if (!found) return undefined;
  if (!found.body.equals(bodyOf(form, submission))) throw appError('requestSubmission.idempotencyKey');
  const receivedAt = new Date(found.receivedAt);
  const ids = found.rights.map(({ id }) => id);
  const own = await deadlinesOf(trx, form.workspaceId, RIGHT, ids);
  const toConfirm = confirmersOf(found.ageBand, found.token !== null);
  const ownRuns = (id: string) => Date.parse(own.get(id)?.startedAt ?? '') === receivedAt.getTime();
  return {
    replayed: true,
    received: {
      uuid: found.id,
      requestId: requestReference(found.number),
      verifyBy: found.verifyBy,
      verified: toConfirm.length === 0,
      mailedTo: await mailedTo(trx, form.workspaceId, found.id),
      toConfirm,
      receivedAt: receivedAt.toISOString(),
      rights: found.rights.map((right) => ({
        rightRequestId: right.dataRightId,
        answerBy: answerBy(receivedAt, right, ownRuns(right.id)),
      })),
    },
  };
}
