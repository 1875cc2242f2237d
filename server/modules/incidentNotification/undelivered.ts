import type { Trx } from '../../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import { officersOf } from '../incident/announce.ts';
import * as deliveries from './deliveries.ts';
import { lockFailures, writeFailuresNotified } from './settleQueries.ts';
import { findNotifiable } from '../incident/notified.ts';

/**
 * Notifies of returned mails of a notification: once when every address was attempted, and again when none is attempted
 * any longer, if others have failed meanwhile. In the bell of its sender, of the assignee and of the officers. Where
 * nobody at the authority was reached there is a separate notification (`recount`).
 */
export async function notifyUndelivered(trx: Trx, actor: Actor, notificationId: string): Promise<void> {
  const { workspaceId } = actor;
  if (!(await deliveries.hasFailed(trx, workspaceId, notificationId))) return;
  const found = await lockFailures(trx, workspaceId, notificationId);
  if (!found) return;
  const { incidentId, recipientGroup, sentBy, notifiedFailures, counts, untried } = found;
  const { failed, waiting, total } = counts;
  if (failed <= notifiedFailures || untried || (notifiedFailures > 0 && waiting > 0)) return;
  const incident = await findNotifiable(trx, workspaceId, incidentId);
  if (!incident) return;
  await writeFailuresNotified(trx, workspaceId, notificationId, failed);
  if (recipientGroup === 'DATA_PROTECTION_AUTHORITY' && failed === total) return;
  const notify = [sentBy, incident.assigneeId, ...(await officersOf(trx, workspaceId))].filter((one) => one !== null);
  const changes = [
    { field: 'recipientGroup', old: null, new: recipientGroup },
    { field: 'failed', old: null, new: failed },
    { field: 'recipients', old: null, new: total },
  ];
  const recipients = incident.assigneeId === null ? [] : [incident.assigneeId];
  await emit(trx, actor, {
    event: 'incidentNotification.undelivered',
    entityId: incidentId,
    subject: incident.title,
    changes,
    recipients,
    notify,
  });
}
