import { type SqlBool, sql, type Updateable } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';
import type { IncidentStatus } from '../../../shared/incident.ts';
import type { NotificationFields, RecipientGroup } from '../../../shared/incidentNotification.ts';
import type { List } from '../../../shared/list.ts';
import type { RiskLevel } from '../../../shared/riskLevel.ts';
import { containing, pageOf, type Write } from '../../list.ts';
import { inOrder } from '../../search.ts';

export interface IncidentRow {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: IncidentStatus;
  readonly riskLevel: RiskLevel | null;
  readonly reporterId: string | null;
  readonly assigneeId: string | null;
  readonly occurredAt: string;
  readonly discoveredAt: string;
  readonly createdAt: string;
  readonly lateReason: string;
  readonly authorityNotifiedAt: string | null;
  readonly subjectsNotifiedAt: string | null;
  readonly notifiedLate: boolean;
}

const INCIDENT = ['id', 'number', 'title', 'status', 'riskLevel', 'reporterId', 'assigneeId', 'occurredAt', 'discoveredAt', 'createdAt', 'lateReason', 'authorityNotifiedAt', 'subjectsNotifiedAt', 'notifiedLate'] as const;
const incident = (db: Executor, workspaceId: string, id: string) => db.selectFrom('incidents').select(INCIDENT).where('workspaceId', '=', workspaceId).where('id', '=', id);

export const findIncident = async (db: Executor, workspaceId: string, id: string) => (await incident(db, workspaceId, id).executeTakeFirst()) as IncidentRow | undefined;
/** Locked for the rest of the transaction: what was told of it is counted by one at a time. */
export const lockIncident = async (trx: Trx, workspaceId: string, id: string) => (await incident(trx, workspaceId, id).forNoKeyUpdate().executeTakeFirst()) as IncidentRow | undefined;

/** Since when it was told, and why late. The row version stays: nobody who edits the facts has missed anything. */
export async function writeTold(trx: Trx, workspaceId: string, id: string, values: Pick<Updateable<DB['incidents']>, 'authorityNotifiedAt' | 'subjectsNotifiedAt' | 'notifiedLate' | 'lateReason' | 'updatedAt'>): Promise<void> {
  await trx.updateTable('incidents').set(values).where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}

/** What is stored of a notification; its recipients are sealed. */
export interface Stored extends Omit<NotificationFields, 'recipients'> {
  readonly recipients: Buffer;
  readonly recipientCount: number;
}

export async function insert(trx: Trx, { workspaceId, id, by, at }: Write, incidentId: string, stored: Stored): Promise<void> {
  await trx.insertInto('incidentNotifications').values({ workspaceId, id, incidentId, ...stored, createdBy: by, updatedBy: by, createdAt: at, updatedAt: at }).execute();
}

/** Saves a draft. */
export async function update(trx: Trx, { workspaceId, id, by, at }: Write, stored: Stored): Promise<void> {
  await trx
    .updateTable('incidentNotifications')
    .set({ ...stored, updatedBy: by, updatedAt: at, rowVersion: sql`row_version + 1` })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'DRAFT')
    .execute();
}

export async function markSent(trx: Trx, { workspaceId, id, by, at }: Write, notifiedAt: Date): Promise<void> {
  await trx
    .updateTable('incidentNotifications')
    .set({ status: 'SENT', notifiedAt, sentAt: at, sentBy: by, updatedAt: at, updatedBy: by, rowVersion: sql`row_version + 1` })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function remove(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx.deleteFrom('incidentNotifications').where('workspaceId', '=', workspaceId).where('id', '=', id).where('status', '=', 'DRAFT').execute();
}

const rows = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('incidentNotifications as n')
    .where('n.workspaceId', '=', workspaceId);

const shown = (query: ReturnType<typeof rows>) =>
  query
    .leftJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'n.workspaceId').onRef('f.id', '=', 'n.attachmentId'))
    .leftJoin('personnel as maker', (join) => join.onRef('maker.workspaceId', '=', 'n.workspaceId').onRef('maker.id', '=', 'n.createdBy'))
    .leftJoin('personnel as sender', (join) => join.onRef('sender.workspaceId', '=', 'n.workspaceId').onRef('sender.id', '=', 'n.sentBy'))
    .select(['n.id', 'n.incidentId', 'n.recipientGroup', 'n.report', 'n.status', 'n.channel', 'n.locale', 'n.recipients', 'n.subject', 'n.opinion', 'n.message', 'n.notifiedAt', 'n.attachmentId', 'n.rowVersion', 'n.createdAt', 'n.updatedAt', 'n.sentAt'])
    .select(['f.name as fileName', 'f.size as fileSize', 'maker.id as makerId', 'maker.name as maker', 'sender.id as senderId', 'sender.name as sender']);
export type NotificationRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

export const find = (db: Executor, workspaceId: string, incidentId: string, id: string): Promise<NotificationRow | undefined> =>
  shown(rows(db, workspaceId)).where('n.incidentId', '=', incidentId).where('n.id', '=', id).executeTakeFirst();

/** Everything that was sent or recorded of an incident, in its order. */
export const sentOf = (db: Executor, workspaceId: string, incidentId: string): Promise<NotificationRow[]> =>
  shown(rows(db, workspaceId)).where('n.incidentId', '=', incidentId).where('n.status', '=', 'SENT').orderBy('n.notifiedAt').orderBy('n.id').execute();

interface Filters {
  readonly id: string;
  readonly recipientGroup: 'ALL' | RecipientGroup;
  readonly query: string;
  readonly pageSize: number;
  readonly currentPage: number;
  readonly sortBy: string;
  readonly sortDirection: 'ASC' | 'DESC';
}

export async function list(db: Executor, workspaceId: string, { id, recipientGroup, query, ...page }: Filters): Promise<List<NotificationRow>> {
  let filtered = db.selectFrom('incidentNotifications').where('workspaceId', '=', workspaceId).where('incidentId', '=', id);
  if (recipientGroup !== 'ALL') filtered = filtered.where('recipientGroup', '=', recipientGroup);
  if (query) filtered = filtered.where((row) => row.or([row('subject', 'ilike', containing(query)), row('message', 'ilike', containing(query))]));
  // A draft was told to nobody yet: it stands as the newest.
  const sort = { createdAt: sql.ref('createdAt'), notifiedAt: sql`coalesce(notified_at, 'infinity')` };
  const found = await pageOf(filtered, page, (selected) => selected.select('id'), sort, sql.ref('id'));
  const ids = found.collection.map((row) => row.id);
  return { ...found, collection: ids.length === 0 ? [] : inOrder(ids, await shown(rows(db, workspaceId)).where('n.id', 'in', ids).execute()) };
}

export interface Delivery {
  readonly notificationId: string;
  readonly position: number;
  readonly state: 'waiting' | 'sent' | 'failed' | 'kept';
  readonly error: string | null;
  readonly settledAt: string | null;
}

/** The newest mail to each recipient of these notifications, in their order. */
export async function deliveriesOf(db: Executor, workspaceId: string, ids: readonly string[]): Promise<Delivery[]> {
  if (ids.length === 0) return [];
  const { rows: found } = await sql<Delivery>`
    select distinct on (notification_id, position) notification_id, position, state, error, settled_at
    from incident_deliveries where workspace_id = ${workspaceId} and notification_id = any(${ids}::uuid[])
    order by notification_id, position, mail_id desc`.execute(db);
  return found;
}

export async function insertDeliveries(trx: Trx, deliveries: readonly { workspaceId: string; mailId: string; incidentId: string; notificationId: string; position: number; state: string; settledAt: Date | null }[]): Promise<void> {
  if (deliveries.length > 0) await trx.insertInto('incidentDeliveries').values([...deliveries]).execute();
}

/** Since when a group has been told: by the earliest notification of which not every mail failed. Undefined when nothing was ever sent to it. */
export async function toldSince(db: Executor, workspaceId: string, incidentId: string, group: RecipientGroup): Promise<{ since: string | null } | undefined> {
  const reached = sql<SqlBool>`n.channel <> 'EMAIL' or exists (
    select from (select distinct on (position) state from incident_deliveries d where d.workspace_id = n.workspace_id and d.notification_id = n.id order by position, mail_id desc) newest
    where state <> 'failed')`;
  const { rows: found } = await sql<{ sent: number; since: string | null }>`
    select count(*) as sent, min(n.notified_at) filter (where ${reached}) as since from incident_notifications n
    where n.workspace_id = ${workspaceId} and n.incident_id = ${incidentId} and n.recipient_group = ${group} and n.status = 'SENT'`.execute(db);
  const { sent, since } = found[0]!;
  return sent === 0 ? undefined : { since };
}
