import type { z } from 'zod';
import type {
  answerDeliveries,
  IncidentNotification,
  deliveryList,
  listDeliveries,
  resendNotification,
  stopNotification,
} from '../../../shared/incidentNotification/schema.ts';
import { findNotifiable } from '../incident/notified.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { metaOf } from '../../platform/list/rows.ts';
import { emit } from '../../platform/live/emit.ts';
import { assertMailServer, assertPhase, assertReason, loggedNotice } from './deliver.ts';
import * as mails from './deliveries.ts';
import { writeSettled, writeFailuresNotified } from './settleQueries.ts';
import { existing, notifiable } from './record.ts';
import { writeMails } from './send.ts';
import { isCounted, recount } from './settle.ts';
import { assertMove, transition } from '../../platform/workflow/workflow.ts';
import { notificationWorkflow } from './workflow.ts';

/**
 * Sends mails again to the recipients whose mails failed.
 * @throws 409 `incidentNotification.nothingFailed` when every mail was sent or is being sent, `.firstReportSent` where
 * the first report to the authority reached nobody and another one was made since
 */
export function resend(
  ctx: WorkspaceContext,
  input: z.output<typeof resendNotification>,
): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const notification = await existing(trx, ctx, incident.id, input.nid, 'full');
    assertMove(actorOf(ctx), notificationWorkflow, notification, 'resend');
    const failed = await mails.failedOf(trx, ctx.workspace.id, notification.id);
    if (failed.length === 0 || notification.mails === null) throw appError('incidentNotification.nothingFailed');
    const { recipientGroup, report, mails: counts, id } = notification;
    await assertMailServer(trx, ctx, notification.channel);
    const at = ctx.deps.now();
    // It had reached nobody, so its moment is now.
    const noneDelivered = counts.waiting + counts.sent + counts.kept + counts.otherwise === 0;
    if (noneDelivered && recipientGroup === 'DATA_PROTECTION_AUTHORITY' && report === 'FIRST') {
      // Its last mail may have failed a moment ago, and not be counted yet.
      await recount(trx, actorOf(ctx), incident.id, recipientGroup);
      const counted = (await findNotifiable(trx, ctx.workspace.id, incident.id)) ?? incident;
      assertPhase(counted, notification, null);
      await assertReason(trx, ctx, counted, at, input.lateReason);
    }
    if (noneDelivered)
      await transition(trx, actorOf(ctx), notificationWorkflow, notification, 'resend', {
        notifiedAt: at,
        lateReason: input.lateReason,
      });
    await writeMails(trx, ctx, { ...notification, resentAt: at }, failed);
    await writeFailuresNotified(trx, ctx.workspace.id, id, 0);
    await writeSettled(trx, ctx.workspace.id, id, null);
    await emit(trx, actorOf(ctx), {
      event: 'incidentNotification.sent',
      entityId: incident.id,
      subject: incident.title,
      changes: loggedNotice(notification),
    });
    if (isCounted(recipientGroup)) await recount(trx, actorOf(ctx), incident.id, recipientGroup);
    return existing(trx, ctx, incident.id, id);
  });
}

/**
 * Settles returned mails, with a reason: their addressees were notified in another way, or cannot be reached. Data
 * subjects count as notified once nobody is left (docs/decisions/029). What was settled wrongly is settled again, or
 * with null no longer is, until the incident is closed.
 * @throws 409 `incidentNotification.nothingFailed`, `incidentNotification.authority` for a report to the authority,
 * which has to be recorded again, `incidentNotification.answersClosed`
 */
export function answer(ctx: WorkspaceContext, input: z.output<typeof answerDeliveries>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const before = await existing(trx, ctx, incident.id, input.nid);
    assertMove(actorOf(ctx), notificationWorkflow, before, 'answer');
    if (before.recipientGroup === 'DATA_PROTECTION_AUTHORITY') throw appError('incidentNotification.authority');
    const { positions = null, answer: given, reason } = input;
    if (
      incident.status === 'RESOLVED' &&
      positions &&
      (await mails.isAnswered(trx, ctx.workspace.id, before.id, positions))
    )
      throw appError('incidentNotification.answersClosed');
    const { many, former } = await mails.settleFailed(trx, actorOf(ctx), before.id, {
      positions,
      answer: given,
      reason: given === null ? '' : reason,
    });
    if (many === 0) throw appError('incidentNotification.nothingFailed');
    const after = await existing(trx, ctx, incident.id, before.id);
    // These failures have been notified; later ones cause another notification.
    await writeFailuresNotified(trx, ctx.workspace.id, before.id, after.mails?.failed ?? 0);
    const changes = [
      ...loggedNotice(before),
      { field: 'answer', old: former, new: given },
      { field: 'recipients', old: null, new: many },
    ];
    await emit(trx, actorOf(ctx), {
      event: 'incidentNotification.answered',
      entityId: incident.id,
      subject: incident.title,
      changes,
    });
    if (isCounted(before.recipientGroup)) await recount(trx, actorOf(ctx), incident.id, before.recipientGroup);
    return after;
  });
}

/**
 * Stops the mails of a notification that wait for their turn or another day: they are failed ones that nobody has
 * settled, so that its data subjects are outstanding, and can be sent again. One that is being sent at this moment
 * counts as stopped, too.
 * @throws 409 `incidentNotification.nothingWaits`
 */
export function stop(ctx: WorkspaceContext, input: z.output<typeof stopNotification>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const before = await existing(trx, ctx, incident.id, input.nid);
    const actor = actorOf(ctx);
    assertMove(actor, notificationWorkflow, before, 'stop');
    const many = await mails.stopWaiting(trx, actor, before.id);
    if (many === 0) throw appError('incidentNotification.nothingWaits');
    await transition(trx, actor, notificationWorkflow, before, 'stop', { reason: input.reason });
    const after = await existing(trx, ctx, incident.id, before.id);
    // Nobody is notified of what they have stopped themselves.
    await writeFailuresNotified(trx, ctx.workspace.id, before.id, after.mails?.failed ?? 0);
    await emit(trx, actor, {
      event: 'incidentNotification.stopped',
      entityId: incident.id,
      subject: incident.title,
      changes: [...loggedNotice(before), { field: 'recipients', old: null, new: many }],
    });
    if (isCounted(before.recipientGroup)) await recount(trx, actor, incident.id, before.recipientGroup);
    return after;
  });
}

/** A page of the recipients of a notification, each with the state of their mail. @throws 404 */
export function deliveries(
  ctx: WorkspaceContext,
  { id, nid, filter, pageSize, currentPage }: z.output<typeof listDeliveries>,
): Promise<z.output<typeof deliveryList>> {
  return ctx.transaction(async (trx) => {
    const { recipients, mails: counts } = await existing(trx, ctx, id, nid, 'full');
    const [limit, offset] = [pageSize, (currentPage - 1) * pageSize];
    const totals = counts && {
      ALL: counts.total,
      WAITING: counts.waiting,
      REACHED: counts.sent + counts.kept,
      FAILED: counts.failed,
      SETTLED: counts.otherwise + counts.givenUp,
    };
    const found = counts && (await mails.pageOfDeliveries(trx, ctx.workspace.id, nid, filter, { limit, offset }));
    const plain =
      filter === 'ALL'
        ? recipients
            .slice(offset, offset + limit)
            .map((one, place) => ({ ...one, position: offset + place, delivery: null }))
        : [];
    const total = totals?.[filter] ?? (filter === 'ALL' ? recipients.length : 0);
    return {
      collection:
        found?.map(({ notificationId: _id, position, ...delivery }) => ({
          ...recipients[position]!,
          position,
          delivery,
        })) ?? plain,
      meta: metaOf({ currentPage, pageSize }, total),
    };
  });
}
