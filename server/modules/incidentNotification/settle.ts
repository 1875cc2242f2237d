import { findNotifiable, lockNotifiable, type NotifiableIncident, writeNotified } from '../incident/notified.ts';
import type { Trx } from '../../../db/client.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { RecipientGroup } from '../../../shared/incidentNotification/schema.ts';
import { type DeadlineOutcome, deadlinesOf } from '../../platform/clock/deadlines.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { type Actor, systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { MailDelivery } from '../../platform/mail/deliveries.ts';
import { AUTHORITY, settleNotified, endClock, reopenClock } from '../incident/clock.ts';
import { hasWaiting } from './deliveries.ts';
import { findUnsettled, notifiedSince, writeSettled } from './settleQueries.ts';
import * as queries from './queries.ts';
import { notifyUndelivered } from './undelivered.ts';

/**
 * Groups for which the incident itself stores when they were notified; a public notice can stand in for data subjects.
 */
const COUNTED = {
  DATA_PROTECTION_AUTHORITY: 'authorityNotifiedAt',
  DATA_SUBJECT: 'subjectsNotifiedAt',
  PUBLIC_MEDIA: 'subjectsNotifiedAt',
} as const satisfies Partial<Record<RecipientGroup, string>>;
type Counted = keyof typeof COUNTED;
export const isCounted = (group: RecipientGroup): group is Counted => group in COUNTED;

/** The deadline for notifying the authority. */
export const clockOf = async (trx: Trx, workspaceId: string, incidentId: string): Promise<Clock | undefined> =>
  (await deadlinesOf(trx, workspaceId, AUTHORITY, [incidentId])).get(incidentId);

/**
 * Stores since when a group has been notified, by its current notifications and their mails, and ends or reopens the
 * deadline accordingly (docs/decisions/026, 029). Can be repeated at any time.
 */
export async function recount(trx: Trx, actor: Actor, incidentId: string, sentTo: Counted): Promise<void> {
  const { workspaceId, at } = actor;
  const field = COUNTED[sentTo];
  const group = sentTo === 'PUBLIC_MEDIA' ? 'DATA_SUBJECT' : sentTo;
  const notified = await notifiedSince(trx, workspaceId, incidentId, group);
  const stored = await findNotifiable(trx, workspaceId, incidentId);
  if (!notified || !stored || stored[field] === notified.since) return;
  const incident = await lockNotifiable(trx, workspaceId, incidentId);
  // Meanwhile somebody else may have counted.
  const { since } = (await notifiedSince(trx, workspaceId, incidentId, group)) ?? { since: null };
  if (!incident || incident[field] === since) return;
  const recipients = [incident.reporterId, incident.assigneeId].filter((one) => one !== null);
  const about = { entityId: incidentId, subject: incident.title, recipients };
  const change = { field, old: incident[field], new: since };
  if (group === 'DATA_PROTECTION_AUTHORITY') {
    const outcome = await settleClock(trx, actor, incident, since);
    await writeNotified(trx, workspaceId, incidentId, {
      authorityNotifiedAt: since,
      notifiedLate: outcome === 'late',
      updatedAt: at,
    });
    if (outcome)
      await emit(trx, actor, {
        event: 'incident.clockEnded',
        ...about,
        changes: [change, { field: 'outcome', old: null, new: outcome }],
      });
    else await emit(trx, actor, { event: 'incident.updated', ...about, changes: [change] });
    // To those who must notify again; nobody may be looking at the form any more.
    if (since === null)
      await emit(trx, actor, { event: 'incidentNotification.failed', entityId: incidentId, subject: incident.title });
  } else {
    await writeNotified(trx, workspaceId, incidentId, { subjectsNotifiedAt: since, updatedAt: at });
    await emit(trx, actor, { event: 'incident.updated', ...about, changes: [change] });
  }
  await emit(trx, actor, { event: 'incidentDashboard.changed', entityId: incidentId });
}

/**
 * Ends the deadline when the authority was notified, or reopens it when it was not. Where nobody needs to be notified,
 * a notification changes nothing; if the deadline had ended by a notification before the decision for no risk, and that
 * notification fails, it ends by the decision.
 */
async function settleClock(
  trx: Trx,
  { workspaceId, at }: Actor,
  incident: NotifiableIncident,
  since: string | null,
): Promise<DeadlineOutcome | null> {
  const clock = await clockOf(trx, workspaceId, incident.id);
  if (!clock || clock.outcome === 'notNeeded') return null;
  if (clock.endedAt !== null) await reopenClock(trx, { workspaceId, now: at }, incident);
  if (since !== null) return settleNotified(trx, { workspaceId }, incident.id, new Date(since));
  if (incident.riskLevel !== 'NO_RISK') return null;
  await endClock(trx, { workspaceId }, incident.id, { at, outcome: 'notNeeded' });
  return 'notNeeded';
}

/**
 * After a mail of a notification was attempted: updates everything that depends on it, and notifies somebody of
 * returned mails.
 */
export async function deliverySettled(
  deps: Deps,
  { workspaceId, entityId: incidentId, batchId: notificationId }: Omit<MailDelivery, 'entity'>,
): Promise<void> {
  await transact(deps, { workspaceId }, async (trx) => {
    const actor = systemActor(deps, workspaceId);
    // Read first: the result is only final if nothing was waiting before.
    const isLast = !(await hasWaiting(trx, workspaceId, notificationId));
    const group = await queries.groupOf(trx, workspaceId, notificationId);
    if (group && isCounted(group)) await recount(trx, actor, incidentId, group);
    await notifyUndelivered(trx, actor, notificationId);
    if (isLast) await writeSettled(trx, workspaceId, notificationId, actor.at);
  });
}

/**
 * The same for a notification whose last mail was sent by a node that stopped before doing it.
 * @returns whether there was one
 */
export async function settleRest(deps: Deps): Promise<boolean> {
  const found = await findUnsettled(deps.systemDb);
  if (found) await deliverySettled(deps, found);
  return found !== undefined;
}
