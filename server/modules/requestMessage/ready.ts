import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { MailDelivery } from '../../platform/mail/deliveries.ts';

// The days for which an answer can be opened count from when its mail was first handed over to a mail server. A mail to
// an address that was corrected since let nobody know of it.

/** When the address of each person became another one, by the position of their mails: of a row `r` of `requests`. */
const READDRESSED = sql`(values (0, r.subject_readdressed_at), (1, r.guardian_readdressed_at))`;

/** The mails of a notice, with when the address of their person was corrected last: `from` up to a first condition. */
const mailsOf = (workspaceId: string, noticeId: string) => sql`
  mail_deliveries d
    join requests r on r.workspace_id = d.workspace_id and r.id = d.entity_id
    join lateral ${READDRESSED} as p (position, since) on p.position = d.position
   where d.workspace_id = ${workspaceId} and d.batch_id = ${noticeId}`;
const IS_CURRENT = sql`d.settled_at >= coalesce(p.since, '-infinity')`;

/** When a mail of a notice was first sent and has not come back; null: none has. */
const firstSent = (workspaceId: string, noticeId: string) => sql<Date | null>`(
  select min(d.settled_at) from ${mailsOf(workspaceId, noticeId)} and d.state = 'sent' and ${IS_CURRENT})`;

/**
 * Until when the ready answer of a notice can be opened, as a mail that is written at `at` states it; undefined once it
 * can no longer be opened.
 */
export async function readyUntil(
  db: Executor,
  workspaceId: string,
  noticeId: string,
  at: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: string }>`
    select case when ${firstSent(workspaceId, noticeId)} is null
      then greatest(expires_at, ${at}::timestamptz + expiry_days * interval '1 day') else expires_at end as until
      from request_answers where workspace_id = ${workspaceId} and notice_id = ${noticeId} and status = 'READY'`.execute(
    db,
  );
  return rows[0] && new Date(rows[0].until);
}

/** Whether the data subject of a notice was written to and nothing reached them yet, as far as is known. */
export async function isUnsent(db: Executor, workspaceId: string, noticeId: string): Promise<boolean> {
  const { rows } = await sql<{ unsent: boolean }>`
    select coalesce(bool_and(d.state not in ('sent', 'kept') or not ${IS_CURRENT}), false) as unsent
      from ${mailsOf(workspaceId, noticeId)}`.execute(db);
  return rows[0]!.unsent;
}

/** Starts the days of a ready answer once a mail of its notice was sent. Safe to call again. */
export async function startDays(
  trx: Trx,
  actor: Actor,
  { entityId: requestId, batchId: noticeId }: MailDelivery,
): Promise<void> {
  if (await moveExpiry(trx, actor.workspaceId, noticeId))
    await emit(trx, actor, { event: 'request.answerProgressed', entityId: requestId });
}

async function moveExpiry(trx: Trx, workspaceId: string, noticeId: string): Promise<boolean> {
  const sent = firstSent(workspaceId, noticeId);
  const result = await sql`
    update request_answers set expires_at = ${sent} + expiry_days * interval '1 day'
     where workspace_id = ${workspaceId} and notice_id = ${noticeId} and status = 'READY'
       and ${sent} + expiry_days * interval '1 day' > expires_at`.execute(trx);
  return Number(result.numAffectedRows ?? 0) > 0;
}
