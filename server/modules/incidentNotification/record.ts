import { isDeepStrictEqual } from 'node:util';
import { namedOf } from '../../platform/records/names.ts';
import { lockNotifiable, type NotifiableIncident } from '../incident/notified.ts';
import type { Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import {
  type IncidentNotification,
  type NotificationFields,
  notificationFields,
  RECIPIENT_LIMIT,
} from '../../../shared/incidentNotification/schema.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import { actorOf } from '../../platform/actor.ts';
import { holdFor } from '../incident/rules.ts';
import * as mails from './deliveries.ts';
import * as queries from './queries.ts';
import { sealedRecipients } from './recipients.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import { assertMove } from '../../platform/workflow/workflow.ts';
import { notificationWorkflow } from './workflow.ts';

type Reader = Pick<WorkspaceContext, 'deps' | 'workspace'>;
/** `listed`: the first recipients; `detail`: all recipients of a draft, since it is edited; `full`: all recipients. */
type How = 'listed' | 'detail' | 'full';

/** The incident, locked, where its status allows notifications. @throws 404, 409 `illegalMove` */
export async function notifiable(trx: Trx, ctx: WorkspaceContext, id: string): Promise<NotifiableIncident> {
  const incident = await lockNotifiable(trx, ctx.workspace.id, id);
  if (!incident) throw appError('incident.notFound');
  await holdFor(trx, actorOf(ctx), incident, 'notify');
  return incident;
}

const keyOf = (trx: Trx, ctx: Reader): Promise<WorkspaceKey> => ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
// The moment of a mail is when it is sent.
const notifiedAtOf = ({ channel, notifiedAt }: Pick<NotificationFields, 'channel' | 'notifiedAt'>): string | null =>
  channel === 'EMAIL' || notifiedAt === null ? null : new Date(notifiedAt).toISOString();

/** The stored form of the fields in the row `id`. */
export async function stored(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  { recipients, ...fields }: NotificationFields,
): Promise<queries.Stored> {
  const sealed = sealedRecipients.seal(await keyOf(trx, ctx), id, recipients);
  return { ...fields, notifiedAt: notifiedAtOf(fields), recipients: sealed, recipientCount: recipients.length };
}

/** Whether saving the fields would change nothing. */
export function says(notification: IncidentNotification, fields: NotificationFields): boolean {
  const names = Object.keys(notificationFields.shape) as (keyof NotificationFields)[];
  return names.every((name) =>
    name === 'notifiedAt'
      ? notifiedAtOf(notification) === notifiedAtOf(fields)
      : isDeepStrictEqual(notification[name], fields[name]),
  );
}

const notFound = () => appError('incidentNotification.notFound');

/** @throws 404 */
export async function existing(
  trx: Trx,
  ctx: WorkspaceContext,
  incidentId: string,
  id: string,
  how: How = 'detail',
): Promise<IncidentNotification> {
  const row = await queries.find(trx, ctx.workspace.id, incidentId, id);
  if (!row) throw notFound();
  return (await notificationViews(trx, ctx, [row], how))[0]!;
}

/**
 * The stored notification of a key with all recipients; undefined for a new key.
 * @throws 404 for an id of somebody else's notification, or of another incident
 */
export async function keyed(
  trx: Trx,
  ctx: WorkspaceContext,
  incidentId: string,
  key: string,
): Promise<IncidentNotification | undefined> {
  const owner = await queries.ownerOf(trx, ctx.workspace.id, key);
  if (!owner) return undefined;
  if (owner.incidentId !== incidentId || owner.createdBy !== ctx.personnel.id) throw notFound();
  return existing(trx, ctx, incidentId, key, 'full');
}

/**
 * A draft, locked for one of its moves. @throws 404, 409 `incidentNotification.sent`, `staleEdit` with the newer one
 */
export async function draftOf(
  trx: Trx,
  ctx: WorkspaceContext,
  incidentId: string,
  { nid, action, rowVersion }: { nid: string; action: 'edit' | 'send'; rowVersion?: number | undefined },
): Promise<IncidentNotification> {
  const current = await existing(trx, ctx, incidentId, nid);
  assertMove(actorOf(ctx), notificationWorkflow, current, action);
  await assertNewest(current, rowVersion);
  return current;
}

/** All sent or recorded notifications of an incident, for its documents. */
export const sentOfIncident = async (trx: Trx, ctx: Reader, incidentId: string): Promise<IncidentNotification[]> =>
  notificationViews(trx, ctx, await queries.sentOf(trx, ctx.workspace.id, incidentId), 'full');

/** Notifications decrypted, each with the state of its mails and its recipients, the first of them or all. */
export async function notificationViews(
  trx: Trx,
  ctx: Reader,
  rows: readonly queries.NotificationRow[],
  how: How,
): Promise<IncidentNotification[]> {
  const ws = ctx.workspace.id;
  const key = await keyOf(trx, ctx);
  const mailed = rows.filter(({ channel, status }) => channel === 'EMAIL' && status === 'SENT').map(({ id }) => id);
  const [counts, deliveries] = await Promise.all([
    mails.countsOf(trx, ws, mailed),
    mails.deliveriesOf(trx, ws, mailed, how === 'full' ? null : RECIPIENT_LIMIT),
  ]);
  const found = Map.groupBy(deliveries, ({ notificationId }) => notificationId);
  const most = ({ status }: { status: string }) =>
    how === 'full' || (how === 'detail' && status === 'DRAFT') ? undefined : RECIPIENT_LIMIT;
  return rows.map(
    ({ makerId, maker, senderId, sender, fileName, sealedName, fileSize, recipients, attachmentId, ...row }) => ({
      ...(row as Omit<
        IncidentNotification,
        'recipients' | 'mails' | 'attachment' | 'deliveries' | 'createdBy' | 'sentBy' | 'attachmentId'
      >),
      recipients: sealedRecipients.open(key, row.id, recipients).slice(0, most(row)),
      mails: counts.get(row.id) ?? null,
      attachmentId,
      attachment:
        attachmentId === null
          ? null
          : {
              id: attachmentId,
              url: fileUrl(ws, attachmentId),
              name: nameOfFile(key, attachmentId, { name: fileName, sealedName }),
              size: fileSize ?? 0,
            },
      deliveries: (found.get(row.id) ?? []).map(({ notificationId: _id, ...delivery }) => delivery),
      createdBy: namedOf(makerId, maker),
      sentBy: namedOf(senderId, sender),
    }),
  );
}
