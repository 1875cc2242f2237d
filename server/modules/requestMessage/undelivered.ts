import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { MailDelivery } from '../../platform/mail/deliveries.ts';
import { OUTDATED } from '../../platform/mail/ending.ts';
import * as rows from '../request/rows.ts';
import * as requests from '../request/service.ts';
import { assigneesOf } from './service.ts';

/**
 * Notifies those who work on a request, and those who manage requests, that no mail of a notice arrived: once each time
 * it is mailed, when none waits any more. Mails that ended since they were of no use any more have not failed. Safe to
 * call again.
 */
export async function notifyUndelivered(
  trx: Trx,
  actor: WithDeps,
  { entityId: requestId, batchId: noticeId }: MailDelivery,
): Promise<void> {
  const { workspaceId } = actor;
  if (!(await noteUndelivered(trx, actor, noticeId))) return;
  const request = await rows.find(trx, workspaceId, requestId);
  if (!request) return;
  const assignees = await assigneesOf(trx, workspaceId, requestId);
  await emit(trx, actor, {
    event: 'requestMessage.undelivered',
    entityId: requestId,
    subject: requestReference(request.number),
    recipients: assignees,
    notify: [...assignees, ...(await requests.managersOf(trx, workspaceId))],
  });
}

/** @returns whether it is undelivered, and nobody was notified of it */
async function noteUndelivered(trx: Trx, { workspaceId, at }: WithDeps, noticeId: string): Promise<boolean> {
  const result = await sql`
    update request_notices set undelivered_at = ${at}
     where workspace_id = ${workspaceId} and id = ${noticeId} and undelivered_at is null
       and (select bool_and(d.state = 'failed') and bool_or(d.error is distinct from ${OUTDATED}) from mail_deliveries d
             where d.workspace_id = ${workspaceId} and d.batch_id = ${noticeId} and not d.superseded)`.execute(trx);
  return Number(result.numAffectedRows ?? 0) > 0;
}
