import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/file.ts';
import { incidentStatus } from '../../../shared/incident.ts';
import {
  type byNotification,
  type createNotification,
  type IncidentNotification,
  type listIncidentNotifications,
  type NotificationFields,
  notificationFields,
  notificationProblems,
  type Recipient,
  type resendNotification,
  type sendNotification,
  type updateNotification,
} from '../../../shared/incidentNotification.ts';
import type { List } from '../../../shared/list.ts';
import { origin, type WorkspaceContext, writing } from '../../context.ts';
import type { WorkspaceKey } from '../../crypto/workspaceKey.ts';
import { errors } from '../../errors.ts';
import { emit } from '../../live/emit.ts';
import { attachEvidence, releaseEvidence } from '../incident/evidence.ts';
import * as queries from './queries.ts';
import { writeMails } from './send.ts';
import { clockOf, isCounted, isLate, reckon } from './told.ts';

const SEALED = 'incidentNotifications.recipients';
/** Who is told, for the column `incident_notifications.recipients`; he stands in no log, no event and no search. */
export const sealRecipients = (key: WorkspaceKey, recipients: readonly Recipient[]): Buffer => key.seal(SEALED, JSON.stringify(recipients));

/** What was told of an incident and to whom, drafts among it. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listIncidentNotifications>): Promise<List<IncidentNotification>> {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    if (!(await queries.findIncident(trx, ws, input.id))) throw errors.notFound({ code: 'incident.notFound' });
    const page = await queries.list(trx, ws, input);
    return { ...page, collection: await shown(trx, ctx, page.collection) };
  });
}

/**
 * Tells somebody of an incident: by mail, or by recording that he was told; without `send` only a draft is kept.
 * @throws 404, 409 `illegalMove` for an incident that is not being handled, 422 naming what is missing
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createNotification>): Promise<IncidentNotification> {
  const fields = notificationFields.parse(input);
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const id = randomUUIDv7();
    if (fields.attachmentId !== null) await attachEvidence(trx, ctx, incident.id, fields.attachmentId);
    await queries.insert(trx, writing(ctx, id), incident.id, await stored(trx, ctx, fields));
    if (input.send) await deliver(trx, ctx, incident, { id, ...fields }, input.lateReason);
    else await emit(trx, origin(ctx), { event: 'incidentNotification.saved', entityId: incident.id, subject: incident.title, changes: told(fields) });
    return existing(trx, ctx, incident.id, id);
  });
}

/** Saves a draft over `rowVersion`. @throws 409 `staleEdit` with the newer one, `incidentNotification.sent` for what was sent */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateNotification>): Promise<IncidentNotification> {
  const fields = notificationFields.parse(input);
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const before = await draftOf(trx, ctx, incident.id, input.nid, input.rowVersion);
    if (JSON.stringify(notificationFields.parse(before)) === JSON.stringify(fields)) return before;
    if (fields.attachmentId !== null && fields.attachmentId !== before.attachmentId) await attachEvidence(trx, ctx, incident.id, fields.attachmentId);
    await queries.update(trx, writing(ctx, input.nid), await stored(trx, ctx, fields));
    if (before.attachmentId !== fields.attachmentId) await releaseEvidence(trx, ctx.workspace.id, before.attachmentId);
    await emit(trx, origin(ctx), { event: 'incidentNotification.saved', entityId: incident.id, subject: incident.title, changes: told(fields) });
    return existing(trx, ctx, incident.id, input.nid);
  });
}

/** Sends a draft, or records it. @throws as `create` and `update` */
export function send(ctx: WorkspaceContext, input: z.output<typeof sendNotification>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const draft = await draftOf(trx, ctx, incident.id, input.nid, input.rowVersion);
    await deliver(trx, ctx, incident, { ...notificationFields.parse(draft), id: draft.id }, input.lateReason);
    return existing(trx, ctx, incident.id, draft.id);
  });
}

/** Sends mails again to those whom none has reached. @throws 409 `incidentNotification.nothingFailed` when every mail went out or is still under way */
export function resend(ctx: WorkspaceContext, input: z.output<typeof resendNotification>): Promise<IncidentNotification> {
  return ctx.transaction(async (trx) => {
    const incident = await notifiable(trx, ctx, input.id);
    const notification = await existing(trx, ctx, incident.id, input.nid);
    const failed = notification.deliveries.filter(({ state }) => state === 'failed');
    if (failed.length === 0) throw errors.conflict({ code: 'incidentNotification.nothingFailed', key: 'incidentNotification:nothingFailed' });
    const { recipientGroup, deliveries, id } = notification;
    const issues = mailProblems(ctx, notification.channel);
    if (issues.length > 0) throw errors.unprocessable({ code: 'incidentNotification.incomplete', issues });
    // Nobody had been told by it, so it tells from now on.
    const anew = failed.length === deliveries.length;
    if (anew && recipientGroup === 'DATA_PROTECTION_AUTHORITY' && incident.authorityNotifiedAt === null) await assertReason(trx, ctx, incident, ctx.deps.now(), input.lateReason);
    if (anew) await queries.markSent(trx, writing(ctx, id), ctx.deps.now());
    await writeMails(trx, ctx, notification, failed.map(({ position }) => position));
    await emit(trx, origin(ctx), { event: 'incidentNotification.sent', entityId: incident.id, subject: incident.title, changes: told(notification) });
    if (isCounted(recipientGroup)) await reckon(trx, origin(ctx), incident.id, recipientGroup);
    return existing(trx, ctx, incident.id, id);
  });
}

/** Removes a draft; what was sent stays for good. @throws 409 `incidentNotification.sent` */
export function remove(ctx: WorkspaceContext, { id, nid }: z.output<typeof byNotification>): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const incident = await queries.lockIncident(trx, ctx.workspace.id, id);
    if (!incident) throw errors.notFound({ code: 'incident.notFound' });
    const draft = await draftOf(trx, ctx, id, nid);
    await queries.remove(trx, ctx.workspace.id, nid);
    await releaseEvidence(trx, ctx.workspace.id, draft.attachmentId);
    await emit(trx, origin(ctx), { event: 'incidentNotification.removed', entityId: id, subject: incident.title, changes: told(draft) });
    return { id: nid };
  });
}

/** Of whom the log tells that he was told: never by name. */
const told = ({ recipientGroup, channel, report }: Pick<NotificationFields, 'recipientGroup' | 'channel' | 'report'>) => [
  { field: 'recipientGroup', old: null, new: recipientGroup },
  { field: 'channel', old: null, new: channel },
  ...(recipientGroup === 'DATA_PROTECTION_AUTHORITY' ? [{ field: 'report', old: null, new: report }] : []),
];

/** The incident, locked, where its status lets somebody be told of it. */
async function notifiable(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.IncidentRow> {
  const incident = await queries.lockIncident(trx, ctx.workspace.id, id);
  if (!incident) throw errors.notFound({ code: 'incident.notFound' });
  if (!incidentStatus[incident.status].notify) throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
  return incident;
}

/** Sends or records what was saved just now, and counts it. */
async function deliver(trx: Trx, ctx: WorkspaceContext, incident: queries.IncidentRow, notice: NotificationFields & { id: string }, lateReason: string): Promise<void> {
  const { recipientGroup, channel, id } = notice;
  const now = ctx.deps.now();
  const issues = [...notificationProblems(notice), ...(await phaseProblems(trx, ctx, incident, notice))];
  const at = channel === 'EMAIL' ? now : new Date(notice.notifiedAt ?? now);
  issues.push(...mailProblems(ctx, channel));
  if (at > now) issues.push({ path: ['notifiedAt'], key: 'incidentNotification:notifiedInFuture' });
  if (at.getTime() < Date.parse(incident.occurredAt)) issues.push({ path: ['notifiedAt'], key: 'incidentNotification:notifiedBeforeIncident' });
  if (issues.length > 0) throw errors.unprocessable({ code: 'incidentNotification.incomplete', issues });
  if (recipientGroup === 'DATA_PROTECTION_AUTHORITY' && notice.report === 'FIRST') await assertReason(trx, ctx, incident, at, lateReason);
  await queries.markSent(trx, writing(ctx, id), at);
  if (channel === 'EMAIL') await writeMails(trx, ctx, { ...notice, incidentId: incident.id }, notice.recipients.map((_, position) => position));
  await emit(trx, origin(ctx), { event: 'incidentNotification.sent', entityId: incident.id, subject: incident.title, changes: told(notice) });
  if (isCounted(recipientGroup)) await reckon(trx, origin(ctx), incident.id, recipientGroup);
}

/** The authority gets one first report, and supplements only after it. */
async function phaseProblems(trx: Trx, ctx: WorkspaceContext, incident: queries.IncidentRow, { recipientGroup, report }: NotificationFields) {
  const authority = recipientGroup === 'DATA_PROTECTION_AUTHORITY';
  const first = authority ? incident.authorityNotifiedAt !== null : report === 'SUPPLEMENT' && Boolean((await queries.toldSince(trx, ctx.workspace.id, incident.id, recipientGroup))?.since);
  if (report === 'SUPPLEMENT' && !first) return [{ path: ['report'], key: 'incidentNotification:noFirstReport' }];
  if (report === 'FIRST' && authority && first) return [{ path: ['report'], key: 'incidentNotification:firstReportSent' }];
  return [];
}

/** Without a mail server, mails of a real workspace would wait for good while the clock says that somebody was told. */
const mailProblems = ({ deps: { config } }: WorkspaceContext, channel: NotificationFields['channel']) =>
  channel === 'EMAIL' && config.nodeEnv === 'production' && !config.smtpUrl ? [{ path: ['channel'], key: 'incidentNotification:noMailServer' }] : [];

/** Telling the authority after the deadline asks why, and keeps the answer. */
async function assertReason(trx: Trx, ctx: WorkspaceContext, incident: queries.IncidentRow, at: Date, lateReason: string): Promise<void> {
  if (!isLate(await clockOf(trx, ctx.workspace.id, incident.id), at)) return;
  if (lateReason === '' && incident.lateReason === '') {
    throw errors.unprocessable({ code: 'incidentNotification.lateReason', issues: [{ path: ['lateReason'], key: 'incidentNotification:lateReasonMissing' }] });
  }
  if (lateReason !== '' && lateReason !== incident.lateReason) await queries.writeTold(trx, ctx.workspace.id, incident.id, { lateReason, updatedAt: ctx.deps.now() });
}

const keyOf = (trx: Trx, ctx: Pick<WorkspaceContext, 'deps' | 'workspace'>): Promise<WorkspaceKey> => ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);

async function stored(trx: Trx, ctx: WorkspaceContext, { recipients, notifiedAt, ...fields }: NotificationFields): Promise<queries.Stored> {
  const sealed = sealRecipients(await keyOf(trx, ctx), recipients);
  // A mail is told when it is sent.
  return { ...fields, notifiedAt: fields.channel === 'EMAIL' || notifiedAt === null ? null : new Date(notifiedAt).toISOString(), recipients: sealed, recipientCount: recipients.length };
}

async function existing(trx: Trx, ctx: WorkspaceContext, incidentId: string, id: string): Promise<IncidentNotification> {
  const row = await queries.find(trx, ctx.workspace.id, incidentId, id);
  if (!row) throw errors.notFound({ code: 'incidentNotification.notFound' });
  return (await shown(trx, ctx, [row]))[0]!;
}

async function draftOf(trx: Trx, ctx: WorkspaceContext, incidentId: string, id: string, rowVersion?: number): Promise<IncidentNotification> {
  const current = await existing(trx, ctx, incidentId, id);
  if (current.status !== 'DRAFT') throw errors.conflict({ code: 'incidentNotification.sent', key: 'incidentNotification:alreadySent' });
  if (rowVersion !== undefined && current.rowVersion !== rowVersion) throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current } });
  return current;
}

/** Everything that was sent or recorded of an incident, for its documents. */
export const sentOfIncident = async (trx: Trx, ctx: Pick<WorkspaceContext, 'deps' | 'workspace'>, incidentId: string): Promise<IncidentNotification[]> => shown(trx, ctx, await queries.sentOf(trx, ctx.workspace.id, incidentId));

const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Notifications in clear, each with the state of its mails. */
async function shown(trx: Trx, ctx: Pick<WorkspaceContext, 'deps' | 'workspace'>, rows: readonly queries.NotificationRow[]): Promise<IncidentNotification[]> {
  const ws = ctx.workspace.id;
  const key = await keyOf(trx, ctx);
  const deliveries = Map.groupBy(await queries.deliveriesOf(trx, ws, rows.map(({ id }) => id)), ({ notificationId }) => notificationId);
  return rows.map(({ makerId, maker, senderId, sender, fileName, fileSize, recipients, attachmentId, ...row }) => ({
    ...(row as Omit<IncidentNotification, 'recipients' | 'attachment' | 'deliveries' | 'createdBy' | 'sentBy' | 'attachmentId'>),
    recipients: JSON.parse(key.open(SEALED, recipients)) as Recipient[],
    attachmentId,
    attachment: attachmentId === null ? null : { id: attachmentId, url: fileUrl(ws, attachmentId), name: fileName ?? '', size: fileSize ?? 0 },
    deliveries: (deliveries.get(row.id) ?? []).map(({ position, state, error, settledAt }) => ({ position, state, error, settledAt })),
    createdBy: person(makerId, maker),
    sentBy: person(senderId, sender),
  }));
}
