import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { MailCounts, RecipientGroup } from '../../../shared/incidentNotification/schema.ts';
import type { MailDelivery } from '../../platform/mail/deliveries.ts';
import { isClosed } from '../../platform/mail/queries.ts';
import { COUNTS, ENTITY, open } from './deliveries.ts';

// Consequences of the mails of notifications: since when a group counts as notified, and which failures somebody was
// notified of.

/**
 * When a notification `n` notified the first of its recipients; null: every mail failed. Who is reached only by a mail
 * that was sent again is notified by then, and who was notified otherwise when somebody stated it.
 */
const reachedAt = sql`case when n.channel <> 'EMAIL' then n.notified_at else (
  select min(case when d.state = 'failed' then d.answered_at else greatest(n.notified_at, d.resent_at) end) from mail_deliveries d
  where d.workspace_id = n.workspace_id and d.batch_id = n.id and not d.superseded and (d.state <> 'failed' or d.answer = 'OTHERWISE')) end`;

/**
 * Since when a group has been notified: by the earliest first report that reached somebody, since a supplement does not
 * notify of the incident. Undefined when none was sent to it.
 */
export async function reachedSince(
  db: Executor,
  workspaceId: string,
  incidentId: string,
  group: RecipientGroup,
): Promise<{ since: string | null } | undefined> {
  const { rows } = await sql<{ sent: number; since: string | null }>`
    select count(*) as sent, min(${reachedAt}) as since from incident_notifications n
    where n.workspace_id = ${workspaceId} and n.incident_id = ${incidentId} and n.recipient_group = ${group} and n.report = 'FIRST' and n.status = 'SENT'`.execute(
    db,
  );
  const { sent, since } = rows[0]!;
  return sent === 0 ? undefined : { since };
}

/**
 * Since when a group counts as notified (docs/decisions/029): the authority once one address was written to, data
 * subjects once each address of a first notification was reached or settled. Where all addresses were given up, a
 * public notice stands in; where none was written to it does not, since letters may still be under way.
 */
export async function notifiedSince(
  db: Executor,
  workspaceId: string,
  incidentId: string,
  group: RecipientGroup,
): Promise<{ since: string | null } | undefined> {
  if (group === 'DATA_SUBJECT') {
    const { rows } = await sql<{ owed: boolean }>`
      select exists (select from incident_notifications n where n.workspace_id = ${workspaceId} and n.incident_id = ${incidentId} and n.recipient_group = 'DATA_SUBJECT' and n.report = 'FIRST' and n.status = 'SENT'
        and exists (select from mail_deliveries d where d.workspace_id = n.workspace_id and d.batch_id = n.id and ${open})) as owed`.execute(
      db,
    );
    if (rows[0]!.owed) return { since: null };
    const notified = await reachedSince(db, workspaceId, incidentId, group);
    if (notified?.since !== null) return notified;
    return (await reachedSince(db, workspaceId, incidentId, 'PUBLIC_MEDIA')) ?? notified;
  }
  return reachedSince(db, workspaceId, incidentId, group);
}

/**
 * How many mails of a notification were returned, how many of them somebody was notified of, and the progress of
 * sending. Locked, so that the bell notifies once.
 */
export async function lockFailures(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<
  | {
      incidentId: string;
      recipientGroup: RecipientGroup;
      sentBy: string | null;
      notifiedFailures: number;
      counts: MailCounts;
      untried: boolean;
    }
  | undefined
> {
  const { rows } = await sql<{
    incidentId: string;
    recipientGroup: RecipientGroup;
    sentBy: string | null;
    notifiedFailures: number;
  }>`
    select incident_id, recipient_group, sent_by, failures_notified as notified_failures from incident_notifications where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) return undefined;
  // One statement, so of one moment: an address that fails between two would be waiting in one and not failed in the
  // other.
  const { rows: states } = await sql<MailCounts & { untried: boolean }>`
    select ${COUNTS}, coalesce(bool_or(d.state = 'waiting' and d.error is null), false) as untried from mail_deliveries d
    where d.workspace_id = ${workspaceId} and d.batch_id = ${id} and not d.superseded`.execute(trx);
  const { untried, ...counts } = states[0]!;
  return { ...row, counts, untried };
}

/**
 * A notification without waiting mails whose consequences are not stored: its node stopped in between. For the system's
 * role.
 */
export async function findUnsettled(systemDb: Executor): Promise<MailDelivery | undefined> {
  const { rows } = await sql<MailDelivery>`
    select n.workspace_id, ${ENTITY} as entity, n.incident_id as entity_id, n.id as batch_id from incident_notifications n
    where n.status = 'SENT' and n.channel = 'EMAIL' and n.settled_at is null and not ${isClosed('n.workspaceId')}
      and not exists (select from mail_deliveries d where d.workspace_id = n.workspace_id and d.batch_id = n.id and not d.superseded and d.state = 'waiting')
    order by n.sent_at limit 1`.execute(systemDb);
  return rows[0];
}

/** `settledAt`: when none of its mails was waiting any more; null when it is sent again. */
export async function writeSettled(trx: Trx, workspaceId: string, id: string, settledAt: Date | null): Promise<void> {
  await trx
    .updateTable('incidentNotifications')
    .set({ settledAt })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Stores of how many failed mails somebody was notified; 0 when it is sent again. */
export async function writeFailuresNotified(
  trx: Trx,
  workspaceId: string,
  id: string,
  failuresNotified: number,
): Promise<void> {
  await trx
    .updateTable('incidentNotifications')
    .set({ failuresNotified })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
