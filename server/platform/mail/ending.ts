import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { mailDeliveryState } from '../../../shared/mail/status.ts';
import { statesWith, targetsOf } from '../../../shared/status.ts';

// Literals, not parameters: indexes are of mails that wait.
const OPEN = sql.join(statesWith(mailDeliveryState, 'giveUp').map((state) => sql.lit(state)));
const GIVEN_UP = sql.lit(targetsOf(mailDeliveryState.waiting.giveUp!)[0]);

/** The error of a mail that waited until it was of no use any more. */
export const OUTDATED = 'outdated';

/**
 * Ends mails of a batch that wait, as failed for this reason; for the system's role. One that is being sent at this
 * moment counts as ended, too.
 * @returns how many there were, `limit` at most
 */
export async function endWaiting(
  systemDb: Executor,
  { workspaceId, batchId }: { workspaceId: string; batchId: string },
  { reason, at, limit }: { reason: string; at: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with waiting as materialized (
      select mail_id from mail_deliveries
       where workspace_id = ${workspaceId} and batch_id = ${batchId} and state in (${OPEN}) limit ${limit}
    ), mail as (
      update mails m set status = ${GIVEN_UP}, last_error = ${reason}
        from waiting w where m.id = w.mail_id and m.status in (${OPEN})
    ), delivery as (
      update mail_deliveries d set state = ${GIVEN_UP}, error = ${reason}, settled_at = ${at}
        from waiting w where d.mail_id = w.mail_id and d.state in (${OPEN}) returning 1
    )
    select count(*)::int as ended from delivery`.execute(systemDb);
  return rows[0]!.ended;
}

/**
 * Ends mails of a workspace's records that wait, as failed for this reason; for the role of the workspace. The mails
 * themselves fail when they are due, for what has failed in its record is not sent; those still to be written never
 * are. `which`: a condition on a row `d` of `mail_deliveries`.
 * @returns how many there were
 */
export async function endDeliveries(
  trx: Trx,
  { workspaceId, at, reason }: { workspaceId: string; at: Date; reason: string },
  which: RawBuilder<SqlBool>,
): Promise<number> {
  const result = await sql`
    update mail_deliveries d set written = true, state = ${GIVEN_UP}, error = ${reason}, settled_at = ${at}
     where d.workspace_id = ${workspaceId} and d.state in (${OPEN}) and ${which}`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/** The same of mails that are of no use any more. */
export async function endOutdated(
  trx: Trx,
  { workspaceId, at }: { readonly workspaceId: string; readonly at: Date },
  which: RawBuilder<SqlBool>,
): Promise<void> {
  await endDeliveries(trx, { workspaceId, at, reason: OUTDATED }, which);
}

/**
 * Removes mails that wait and have been of no use since `until` or before; in the records that keep account of them
 * they have failed as outdated. For the system's role.
 * @returns how many there were, `limit` at most
 */
export async function removeOutdated(
  systemDb: Executor,
  { until, at, limit }: { until: string; at: Date; limit: number },
): Promise<number> {
  const result = await sql`
    with outdated as materialized (
      select id from mails where status in (${OPEN}) and useful_until <= ${until} limit ${limit}
    ), delivery as (
      update mail_deliveries d set state = ${GIVEN_UP}, error = ${OUTDATED}, settled_at = ${at}
        from outdated o where d.mail_id = o.id and d.state in (${OPEN})
    )
    delete from mails m using outdated o where m.id = o.id`.execute(systemDb);
  return Number(result.numAffectedRows ?? 0);
}
