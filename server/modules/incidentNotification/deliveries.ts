import type { PersonnelActor } from '../../platform/actor.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import { MAIL_FAILURES } from '../../../shared/mail/failure.ts';
import { endDeliveries } from '../../platform/mail/ending.ts';
import {
  type DELIVERY_FILTERS,
  type DeliveryAnswer,
  type IncidentNotification,
  type MailCounts,
} from '../../../shared/incidentNotification/schema.ts';

// The mails of notifications: one row of mail_deliveries each, a batch for each notification. Only the newest mail to
// an address counts; `superseded` ones were sent again.

export type Delivery = IncidentNotification['deliveries'][number] & { readonly notificationId: string };
type Filter = (typeof DELIVERY_FILTERS)[number];

/** The entity of events of notifications, which have the id of their incident. */
export const ENTITY = 'incidentNotification' satisfies EntityId;

const COLUMNS = sql`d.batch_id as notification_id, d.position, d.state, d.error, d.settled_at, d.answer, d.answer_reason`;
/** Returned, and not settled by anybody. */
const failed = sql<SqlBool>`d.state = 'failed' and d.answer is null`;
/** Being sent, or returned and not settled; as mail_deliveries_open indexes it. */
export const open = sql<SqlBool>`not d.superseded and (d.state = 'waiting' or (d.state = 'failed' and d.answer is null))`;
const FILTERS: Record<Filter, RawBuilder<SqlBool>> = {
  ALL: sql<SqlBool>`true`,
  WAITING: sql<SqlBool>`d.state = 'waiting'`,
  REACHED: sql<SqlBool>`d.state in ('sent', 'kept')`,
  FAILED: failed,
  SETTLED: sql<SqlBool>`d.answer is not null`,
};

/** `MailCounts` of rows of mail_deliveries as `d`. */
export const COUNTS = sql`
  count(*)::int as total, count(*) filter (where d.state = 'waiting')::int as waiting, count(*) filter (where not d.written)::int as unwritten, count(*) filter (where d.state = 'sent')::int as sent, count(*) filter (where d.state = 'kept')::int as kept,
  count(*) filter (where ${failed})::int as failed, count(*) filter (where d.answer = 'OTHERWISE')::int as otherwise, count(*) filter (where d.answer = 'GIVEN_UP')::int as given_up`;

/** Mails of these notifications by their state; notifications without mails are left out. */
export async function countsOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, MailCounts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MailCounts & { id: string }>`
    select d.batch_id as id, ${COUNTS} from mail_deliveries d
    where d.workspace_id = ${workspaceId} and d.batch_id = any(${ids}::uuid[]) and not d.superseded group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Mails of the first notifications of the data subjects, by incident. */
export async function subjectMailsOf(
  db: Executor,
  workspaceId: string,
  incidentIds: readonly string[],
): Promise<Map<string, MailCounts>> {
  if (incidentIds.length === 0) return new Map();
  const { rows } = await sql<MailCounts & { id: string }>`
    select n.incident_id as id, ${COUNTS} from incident_notifications n join mail_deliveries d on d.workspace_id = n.workspace_id and d.batch_id = n.id and not d.superseded
    where n.workspace_id = ${workspaceId} and n.incident_id = any(${incidentIds}::uuid[]) and n.recipient_group = 'DATA_SUBJECT' and n.report = 'FIRST' and n.status = 'SENT' group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The newest mail to each recipient of these notifications, in their order, up to this number of recipients. */
export async function deliveriesOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
  most: number | null = null,
): Promise<Delivery[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Delivery>`
    select ${COLUMNS} from mail_deliveries d
    where d.workspace_id = ${workspaceId} and d.batch_id = any(${ids}::uuid[]) and not d.superseded and (${most}::int is null or d.position < ${most})
    order by d.batch_id, d.position`.execute(db);
  return rows;
}

/** A page of the newest mails of a notification under a filter, by position. */
export async function pageOfDeliveries(
  db: Executor,
  workspaceId: string,
  id: string,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select ${COLUMNS} from mail_deliveries d
    where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and not d.superseded and ${FILTERS[filter]} order by d.position limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Positions whose mail was returned and is not settled. */
export async function failedOf(db: Executor, workspaceId: string, id: string): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select d.position from mail_deliveries d where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and ${open} and d.state = 'failed' order by d.position`.execute(
    db,
  );
  return rows.map(({ position }) => position);
}

/** Stores these mails; earlier ones to the same positions are superseded. `resentAt`: when they replace failed ones. */
export async function insertDeliveries(
  trx: Trx,
  {
    workspaceId,
    incidentId,
    notificationId,
    resentAt,
  }: { workspaceId: string; incidentId: string; notificationId: string; resentAt: Date | null },
  mails: readonly { mailId: string; position: number; written: boolean; state: string; settledAt: Date | null }[],
): Promise<void> {
  if (mails.length === 0) return;
  const of = <Key extends keyof (typeof mails)[number]>(key: Key) => mails.map((mail) => mail[key]);
  await sql`
    update mail_deliveries set superseded = true
    where workspace_id = ${workspaceId} and batch_id = ${notificationId} and not superseded and position = any(${of('position')}::int[])`.execute(
    trx,
  );
  await sql`
    insert into mail_deliveries (workspace_id, mail_id, entity, entity_id, batch_id, resent_at, position, written, state, settled_at)
    select ${workspaceId}::uuid, m.id, ${ENTITY}, ${incidentId}::uuid, ${notificationId}::uuid, ${resentAt}::timestamptz, m.position, m.written, m.state, m.settled_at
    from unnest(${of('mailId')}::uuid[], ${of('position')}::int[], ${of('written')}::boolean[], ${of('state')}::text[], ${of('settledAt')}::timestamptz[]) as m (id, position, written, state, settled_at)`.execute(
    trx,
  );
}

/** Locks mails of a notification that are still to be written; those that another node has locked are left out. */
export async function takeUnwritten(
  trx: Trx,
  workspaceId: string,
  notificationId: string,
  limit: number,
): Promise<{ mailId: string; position: number }[]> {
  const { rows } = await sql<{ mailId: string; position: number }>`
    select mail_id, position from mail_deliveries where workspace_id = ${workspaceId} and batch_id = ${notificationId} and not written
    order by position limit ${limit} for update skip locked`.execute(trx);
  return rows;
}

/** Marks them as written, in this state. */
export async function markWritten(
  trx: Trx,
  workspaceId: string,
  mailIds: readonly string[],
  {
    state,
    error = null,
    settledAt,
  }: { state: 'waiting' | 'kept' | 'failed'; error?: string | null; settledAt: Date | null },
): Promise<void> {
  await sql`update mail_deliveries set written = true, state = ${state}, error = ${error}, settled_at = ${settledAt} where workspace_id = ${workspaceId} and mail_id = any(${mailIds}::uuid[])`.execute(
    trx,
  );
}

/**
 * Settles returned mails; `positions` null: all that nobody has settled; those that are named also if somebody has.
 * `answer` null: those that somebody has settled no longer are. The same answer with another reason keeps its moment.
 * @returns how many there were, and their former answer where all had the same
 */
export async function settleFailed(
  trx: Trx,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  { positions, answer, reason }: { positions: readonly number[] | null; answer: DeliveryAnswer | null; reason: string },
): Promise<{ many: number; former: DeliveryAnswer | null }> {
  const named = positions === null ? sql`d.answer is null` : sql`d.position = any(${positions}::int[])`;
  const which = answer === null ? sql`${named} and d.answer is not null` : named;
  const [answeredBy, answeredAt] = answer === null ? [null, null] : [by, at];
  const { rows } = await sql<{ many: number; former: DeliveryAnswer | null }>`
    with before as (
      select d.mail_id, d.answer from mail_deliveries d
      where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and not d.superseded and d.state = 'failed' and ${which} for update),
    written as (
      update mail_deliveries as d set answer = ${answer}, answer_reason = ${reason}, answered_by = ${answeredBy},
        answered_at = case when b.answer = ${answer} then d.answered_at else ${answeredAt}::timestamptz end
      from before b where d.workspace_id = ${workspaceId} and d.mail_id = b.mail_id
      returning b.answer)
    select count(*)::int as many, case when count(distinct coalesce(answer, '')) = 1 then max(answer) end as former from written`.execute(
    trx,
  );
  return rows[0]!;
}

/** Whether any of these mails was settled by somebody. */
export async function isAnswered(
  db: Executor,
  workspaceId: string,
  id: string,
  positions: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ answered: boolean }>`
    select exists (select from mail_deliveries d where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and not d.superseded
      and d.answer is not null and d.position = any(${positions}::int[])) as answered`.execute(db);
  return rows[0]!.answered;
}

/** Ends mails that wait, written or not, as failed ones that nobody has settled. @returns how many there were */
export const stopWaiting = (trx: Trx, { workspaceId, at }: PersonnelActor, id: string): Promise<number> =>
  endDeliveries(
    trx,
    { workspaceId, at, reason: MAIL_FAILURES.stopped },
    sql<SqlBool>`d.batch_id = ${id} and not d.superseded`,
  );

/** Whether any of its mails was returned and not settled. */
export async function hasFailed(db: Executor, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{
    failed: boolean;
  }>`select exists (select from mail_deliveries d where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and ${open} and d.state = 'failed') as failed`.execute(
    db,
  );
  return rows[0]!.failed;
}

/** Whether any of its mails is still to be sent. */
export async function hasWaiting(db: Executor, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{
    waiting: boolean;
  }>`select exists (select from mail_deliveries d where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and ${open} and d.state = 'waiting') as waiting`.execute(
    db,
  );
  return rows[0]!.waiting;
}
