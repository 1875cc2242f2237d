import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { DAY, HOUR } from '../../../shared/duration.ts';
import { lastSecondAfter } from '../../../shared/request/clock.ts';
import { wasConfirmed } from '../../../shared/request/stage.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import type { AlarmFacts } from '../../platform/clock/clockKind.ts';
import { endDeadline, forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import { endAfterOutage, giveTimeBack, type ResumedPart } from '../../platform/clock/silence.ts';
import * as requests from '../request/service.ts';
import * as requestForms from '../requestForm/service.ts';
import { verifyKnown } from './known.ts';
import { endReminders } from './linkMails.ts';

// The deadline for confirming a request.

export const KIND = 'request.confirmation' as const;
/** Hours before the end at which those who have yet to confirm are reminded, where that is a day from now or later. */
const NOTICES: readonly number[] = [72, 24];

const keyOf = (workspaceId: string, requestId: string) => ({ workspaceId, kind: KIND, subjectId: requestId });

/** Starts the deadline for confirming a request. */
export function startConfirmation(
  trx: Trx,
  { workspaceId, at }: WithDeps,
  { id, verifyBy }: Pick<requests.RequestIdentity, 'id' | 'verifyBy'>,
): Promise<void> {
  const dueAt = new Date(verifyBy);
  const alertHours = NOTICES.filter((hours) => dueAt.getTime() - at.getTime() >= hours * HOUR + DAY);
  return openDeadline(trx, { ...keyOf(workspaceId, id), startedAt: at, dueAt, alertHours, now: at });
}

/**
 * Starts it again where it ended without closing the request, since somebody could not be written to: whoever gets a
 * link, or acts alone from now on, has the days of the form once more. @returns the request with its new date
 */
export async function renewConfirmation(
  trx: Trx,
  actor: WithDeps,
  request: requests.RequestIdentity,
): Promise<requests.RequestIdentity> {
  const { workspaceId, at } = actor;
  const { id, verifiedAt, verifyBy, closedAt, rights, requestFormId, requestFormVersion } = request;
  const isOpen = verifiedAt === null && closedAt === null && !wasConfirmed(rights);
  if (!isOpen || Date.parse(verifyBy) > at.getTime()) return request;
  const content = await requestForms.contentOf(trx, workspaceId, requestFormId, requestFormVersion);
  const until = new Date(lastSecondAfter(at.getTime(), content!.expiryDays));
  await requests.setVerifyBy(trx, workspaceId, id, until);
  const renewed = { ...request, verifyBy: until.toISOString() };
  await startConfirmation(trx, actor, renewed);
  return renewed;
}

/**
 * After other persons act in a request than before: confirms it if those who do are all known, otherwise starts its
 * deadline again where that had ended. It is the product that confirms it, whoever corrected the request.
 */
export async function continueConfirmation(trx: Trx, actor: WithDeps, id: string): Promise<void> {
  const { deps, workspaceId, at } = actor;
  const request = await requests.identityOf(trx, actor, id);
  if (!request || request.verifiedAt !== null) return;
  if (await verifyKnown(trx, systemActor(deps, workspaceId, at), request)) return;
  await renewConfirmation(trx, actor, request);
}

/** Gives those who have yet to confirm the time back in which no code was sent or accepted. */
export const resumed: ResumedPart = {
  flag: 'dsrmEnabled',
  async giveBack(trx, again) {
    // In the order of an alarm, which locks a request before its deadline.
    await sql`
      select from requests where workspace_id = ${again.workspaceId} and verified_at is null and closed_at is null
       order by id for no key update`.execute(trx);
    await giveTimeBack(trx, KIND, again);
    await requests.storeVerifyBy(trx, again.workspaceId, KIND);
  },
};

/** The same for one request whose end passed while no node was there. @returns whether it was so */
export async function postponeAfterOutage(trx: Trx, facts: AlarmFacts): Promise<boolean> {
  if (!(await endAfterOutage(trx, KIND, facts))) return false;
  await requests.storeVerifyBy(trx, facts.workspaceId, KIND, facts.subjectId);
  return true;
}

/** Ends it once a request is confirmed or closed, with the reminders that wait. */
export async function endConfirmation(trx: Trx, actor: WithDeps, id: string): Promise<void> {
  const { workspaceId, at } = actor;
  const row = await trx
    .selectFrom('requests')
    .select(['verifiedAt', 'closedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || (row.verifiedAt === null && row.closedAt === null)) return;
  const outcome = row.verifiedAt === null ? 'notNeeded' : 'met';
  if (await endDeadline(trx, { ...keyOf(workspaceId, id), at, outcome })) await endReminders(trx, actor, id);
}

/** Deletes it with its request. */
export const forgetConfirmation = (trx: Trx, { workspaceId }: WithDeps, id: string): Promise<void> =>
  forgetDeadline(trx, keyOf(workspaceId, id));
