import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { findNotifiable, lockNotifiable, type NotifiableIncident } from '../incident/notified.ts';
import type { Trx } from '../../../db/client.ts';
import {
  type byNotification,
  type createNotification,
  type IncidentNotification,
  type IncidentNotificationList,
  type listIncidentNotifications,
  type notificationLimits,
  NOTIFICATION_TABS,
  type NotificationFields,
  notificationFields,
  type NotificationTab,
  RECIPIENTS_LIMIT,
  type sendNotification,
  type updateNotification,
} from '../../../shared/incidentNotification/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { readMailsToday } from '../../platform/mail/quota.ts';
import { emit } from '../../platform/live/emit.ts';
import { attachEvidence, releaseEvidence } from '../incident/evidence.ts';
import { deliver, loggedNotice } from './deliver.ts';
import * as mails from './deliveries.ts';
import { peopleOf } from './facts.ts';
import * as queries from './queries.ts';
import { draftOf, existing, keyed, notifiable, says, notificationViews, stored } from './record.ts';
import { staleEdit } from '../../platform/records/stale.ts';
import { assertMove, isOpen, transition } from '../../platform/workflow/workflow.ts';
import { notificationWorkflow } from './workflow.ts';

/** Drafts that an incident can have. */
const DRAFTS = 50;

/** Notifications of an incident with their recipients, including drafts. */
export function list(
  ctx: WorkspaceContext,
  input: z.output<typeof listIncidentNotifications>,
): Promise<IncidentNotificationList> {
  return ctx.read(async (trx) => {
    const ws = ctx.workspace.id;
    const [incident, page, sent, subjectMails, officers] = await Promise.all([
      findNotifiable(trx, ws, input.id),
      queries.list(trx, ws, input),
      sentOf(trx, ws, input.id),
      mails.subjectMailsOf(trx, ws, [input.id]),
      peopleOf(trx, ws, 'DPO'),
    ]);
    if (!incident) throw appError('incident.notFound');
    return {
      ...page,
      collection: await notificationViews(trx, ctx, page.collection, input.nid === undefined ? 'listed' : 'detail'),
      sent,
      subjectMails: subjectMails.get(input.id) ?? null,
      hasOfficer: officers.length > 0,
    };
  });
}

/** How many recipients one notification can have, and how many mails to large groups can be sent today. */
export function mailLimits(ctx: WorkspaceContext): Promise<z.infer<typeof notificationLimits>> {
  return ctx.transaction(async (trx) => {
    const { limits, today } = await readMailsToday(trx, ctx.deps, ctx.workspace.id);
    return { recipients: Math.min(limits.recipients, RECIPIENTS_LIMIT), today };
  });
}

/** Sent or recorded notifications of an incident, by tab. */
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
 * stored. The same `key` again finds the stored one: nobody is notified twice.
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
    await queries.insert(trx, actorOf(ctx), id, incident.id, await stored(trx, ctx, id, fields));
    if (input.send) await deliver(trx, ctx, incident, { id, status: 'DRAFT', ...fields });
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
 * A repeated call with a key: the draft gets the new input, and is sent if requested. If a different text has already
 * been sent, the answer says so.
 */
async function repeated(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: NotifiableIncident,
  before: IncidentNotification,
  { fields, send: sending }: { fields: NotificationFields; send: boolean },
): Promise<IncidentNotification> {
  const same = says(before, fields);
  if (!same) {
    assertMove(actorOf(ctx), notificationWorkflow, before, 'edit');
    if (before.rowVersion > 1) throw staleEdit(before);
    await save(trx, ctx, incident, before, fields);
  }
  if (sending && isOpen(notificationWorkflow, before, 'send'))
    await deliver(trx, ctx, incident, { id: before.id, status: before.status, ...fields });
  return existing(trx, ctx, incident.id, before.id);
}

/** Replaces a draft. */
async function save(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: NotifiableIncident,
  before: IncidentNotification,
  fields: NotificationFields,
): Promise<void> {
  if (fields.attachmentId !== null && fields.attachmentId !== before.attachmentId)
    await attachEvidence(trx, ctx, incident.id, fields.attachmentId);
  await transition(trx, actorOf(ctx), notificationWorkflow, before, 'edit', await stored(trx, ctx, before.id, fields));
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
    const before = await draftOf(trx, ctx, incident.id, { ...input, action: 'edit' });
    if (says(before, fields)) return before;
    await save(trx, ctx, incident, before, fields);
    return existing(trx, ctx, incident.id, input.nid);
  });
}

/** Sends a draft, or records it. @throws as `create` and `update` */
export function send(ctx: WorkspaceContext, input: z.output<typeof sendNotification>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const draft = await draftOf(trx, ctx, incident.id, { ...input, action: 'send' });
    await deliver(trx, ctx, incident, {
      ...notificationFields.parse(draft),
      id: draft.id,
      status: draft.status,
      lateReason: input.lateReason || draft.lateReason,
    });
    return existing(trx, ctx, incident.id, draft.id);
  });
}

/** Deletes a draft; sent notifications cannot be deleted. @throws 409 `incidentNotification.sent` */
export function remove(ctx: WorkspaceContext, { id, nid }: z.output<typeof byNotification>): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const incident = await lockNotifiable(trx, ctx.workspace.id, id);
    if (!incident) throw appError('incident.notFound');
    const draft = await draftOf(trx, ctx, id, { nid, action: 'edit' });
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
