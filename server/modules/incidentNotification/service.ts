import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type answerDeliveries,
  type byNotification,
  type createNotification,
  type IncidentNotification,
  type IncidentNotificationList,
  type deliveryList,
  type listDeliveries,
  type listIncidentNotifications,
  NOTIFICATION_TABS,
  type NotificationFields,
  notificationFields,
  type NotificationTab,
  type resendNotification,
  type sendNotification,
  type updateNotification,
} from '../../../shared/incidentNotification/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { attachEvidence, releaseEvidence } from '../incident/evidence.ts';
import { assertMailServer, assertReason, deliver, loggedNotice } from './deliver.ts';
import * as mails from './deliveries.ts';
import * as queries from './queries.ts';
import { alreadySent, draftOf, existing, keyed, notifiable, says, notificationViews, stored } from './record.ts';
import { writeMails } from './send.ts';
import { isCounted, recount } from './settle.ts';
import { staleEdit } from '../../platform/records/stale.ts';

/** Drafts that an incident holds. */
const DRAFTS = 50;

/** What was told of an incident and to whom, drafts among it. */
export function list(
  ctx: WorkspaceContext,
  input: z.output<typeof listIncidentNotifications>,
): Promise<IncidentNotificationList> {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    if (!(await queries.findIncident(trx, ws, input.id))) throw appError('incident.notFound');
    const page = await queries.list(trx, ws, input);
    return {
      ...page,
      collection: await notificationViews(trx, ctx, page.collection, input.nid === undefined ? 'listed' : 'detail'),
      sent: await sentOf(trx, ws, input.id),
      subjectMails: (await mails.subjectMailsOf(trx, ws, [input.id])).get(input.id) ?? null,
    };
  });
}

/** What was sent or recorded of an incident, by tab. */
async function sentOf(trx: Trx, ws: string, incidentId: string): Promise<IncidentNotificationList['sent']> {
  const rows = await queries.countSent(trx, ws, incidentId);
  const of = (counted: typeof rows) => counted.reduce((sum, { number }) => sum + number, 0);
  const inTab = (tab: NotificationTab) =>
    rows.filter(({ recipientGroup }) => (NOTIFICATION_TABS[tab] as readonly string[]).includes(recipientGroup));
  const authority = inTab('authority');
  return {
    management: of(inTab('management')),
    authority: of(authority),
    subject: of(inTab('subject')),
    supplements: of(authority.filter(({ report }) => report === 'SUPPLEMENT')),
  };
}

/**
 * Notifies somebody of an incident: by mail, or by recording that they were notified; without `send` only a draft is
 * kept. The same `key` again meets what is there: nobody is notified twice.
 * @throws 404, 400 naming what is missing, 409 `illegalMove` for an incident that is not being handled,
 * `incidentNotification.tooManyDrafts`, and as `deliver`
 */
export function create(
  ctx: WorkspaceContext,
  input: z.output<typeof createNotification>,
): Promise<IncidentNotification> {
  const fields = notificationFields.parse(input);
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const incident = await notifiable(trx, ctx, input.id);
    const before = input.key === undefined ? undefined : await keyed(trx, ctx, incident.id, input.key);
    if (before) return repeated(trx, ctx, incident, before, { fields, send: input.send });
    if (!input.send && (await queries.countDrafts(trx, ws, incident.id)) >= DRAFTS)
      throw appError('incidentNotification.tooManyDrafts', { values: { most: DRAFTS } });
    const id = input.key ?? randomUUIDv7();
    if (fields.attachmentId !== null) await attachEvidence(trx, ctx, incident.id, fields.attachmentId);
    await queries.insert(trx, actorOf(ctx), id, incident.id, await stored(trx, ctx, fields));
    if (input.send) await deliver(trx, ctx, incident, { id, ...fields });
    else
      await emit(trx, actorOf(ctx), {
        event: 'incidentNotification.saved',
        entityId: incident.id,
        subject: incident.title,
        changes: loggedNotice(fields),
      });
    return existing(trx, ctx, incident.id, id);
  });
}

/**
 * What was made under a key, asked for again: what was typed since goes into the draft, which is then sent if that is
 * asked for. What was sent with other words is said to be so.
 */
async function repeated(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: queries.IncidentRow,
  before: IncidentNotification,
  { fields, send: sending }: { fields: NotificationFields; send: boolean },
): Promise<IncidentNotification> {
  const same = says(before, fields);
  if (before.status === 'SENT' && !same) throw alreadySent();
  if (before.status === 'DRAFT') {
    if (!same && before.rowVersion > 1) throw staleEdit(before);
    if (!same) await save(trx, ctx, incident, before, fields);
    if (sending) await deliver(trx, ctx, incident, { id: before.id, ...fields });
  }
  return existing(trx, ctx, incident.id, before.id);
}

/** Writes a draft anew. */
async function save(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: queries.IncidentRow,
  before: IncidentNotification,
  fields: NotificationFields,
): Promise<void> {
  if (fields.attachmentId !== null && fields.attachmentId !== before.attachmentId)
    await attachEvidence(trx, ctx, incident.id, fields.attachmentId);
  await queries.update(trx, actorOf(ctx), before.id, await stored(trx, ctx, fields));
  if (before.attachmentId !== fields.attachmentId)
    await releaseEvidence(trx, ctx.workspace.id, incident.id, before.attachmentId);
  await emit(trx, actorOf(ctx), {
    event: 'incidentNotification.saved',
    entityId: incident.id,
    subject: incident.title,
    changes: loggedNotice(fields),
  });
}

/**
 * Saves a draft over `rowVersion`.
 * @throws 409 `staleEdit` with the newer one, `incidentNotification.sent` for what was sent
 */
export function update(
  ctx: WorkspaceContext,
  input: z.output<typeof updateNotification>,
): Promise<IncidentNotification> {
  const fields = notificationFields.parse(input);
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const before = await draftOf(trx, ctx, incident.id, input.nid, input.rowVersion);
    if (says(before, fields)) return before;
    await save(trx, ctx, incident, before, fields);
    return existing(trx, ctx, incident.id, input.nid);
  });
}

/** Sends a draft, or records it. @throws as `create` and `update` */
export function send(ctx: WorkspaceContext, input: z.output<typeof sendNotification>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const draft = await draftOf(trx, ctx, incident.id, input.nid, input.rowVersion);
    await deliver(trx, ctx, incident, {
      ...notificationFields.parse(draft),
      id: draft.id,
      lateReason: input.lateReason || draft.lateReason,
    });
    return existing(trx, ctx, incident.id, draft.id);
  });
}

/**
 * Sends mails again to those whom none has reached.
 * @throws 409 `incidentNotification.nothingFailed` when every mail went out or is still under way
 */
export function resend(
  ctx: WorkspaceContext,
  input: z.output<typeof resendNotification>,
): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const notification = await existing(trx, ctx, incident.id, input.nid, 'full');
    const failed = await mails.failedOf(trx, ctx.workspace.id, notification.id);
    if (failed.length === 0 || notification.mails === null) throw appError('incidentNotification.nothingFailed');
    const { recipientGroup, report, mails: counts, id } = notification;
    assertMailServer(ctx, notification.channel);
    // Nobody had been notified by it, so it tells from now on.
    const noneDelivered = counts.waiting + counts.sent + counts.kept + counts.otherwise === 0;
    if (
      noneDelivered &&
      recipientGroup === 'DATA_PROTECTION_AUTHORITY' &&
      report === 'FIRST' &&
      incident.authorityNotifiedAt === null
    )
      await assertReason(trx, ctx, incident, ctx.deps.now(), input.lateReason);
    if (noneDelivered)
      await queries.markSent(trx, actorOf(ctx), id, { notifiedAt: ctx.deps.now(), lateReason: input.lateReason });
    await writeMails(trx, ctx, notification, failed);
    await mails.writeFailuresNotified(trx, ctx.workspace.id, id, 0);
    await mails.writeSettled(trx, ctx.workspace.id, id, null);
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
 * Settles mails that came back, with a reason: their addressees were notified in another way, or cannot be reached.
 * Data subjects count as told once nobody is left (docs/decisions/029).
 * @throws 409 `incidentNotification.nothingFailed`, `incidentNotification.authority` for a report to the authority,
 * which is recorded anew
 */
export function answer(ctx: WorkspaceContext, input: z.output<typeof answerDeliveries>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const before = await existing(trx, ctx, incident.id, input.nid);
    if (before.recipientGroup === 'DATA_PROTECTION_AUTHORITY') throw appError('incidentNotification.authority');
    const many = await mails.settleFailed(trx, actorOf(ctx), before.id, {
      positions: input.positions ?? null,
      answer: input.answer,
      reason: input.reason,
    });
    if (many === 0) throw appError('incidentNotification.nothingFailed');
    const after = await existing(trx, ctx, incident.id, before.id);
    // Those that are left were notified of; what fails from now on is notified again.
    await mails.writeFailuresNotified(trx, ctx.workspace.id, before.id, after.mails?.failed ?? 0);
    const changes = [
      ...loggedNotice(before),
      { field: 'answer', old: null, new: input.answer },
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

/** A page of those whom a notification was sent to, each with what became of their mail. @throws 404 */
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
      meta: { currentPage, pageSize, totalPage: Math.max(1, Math.ceil(total / pageSize)), totalItems: total },
    };
  });
}

/** Removes a draft; what was sent stays for good. @throws 409 `incidentNotification.sent` */
export function remove(ctx: WorkspaceContext, { id, nid }: z.output<typeof byNotification>): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const incident = await queries.lockIncident(trx, ctx.workspace.id, id);
    if (!incident) throw appError('incident.notFound');
    const draft = await draftOf(trx, ctx, id, nid);
    await queries.remove(trx, ctx.workspace.id, nid);
    await releaseEvidence(trx, ctx.workspace.id, id, draft.attachmentId);
    await emit(trx, actorOf(ctx), {
      event: 'incidentNotification.removed',
      entityId: id,
      subject: incident.title,
      changes: loggedNotice(draft),
    });
    return { id: nid };
  });
}
