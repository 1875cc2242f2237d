import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { mailDeliveryState } from '../../../shared/mail/status.ts';
import { statesWith, targetsOf } from '../../../shared/status.ts';

// Literals, not parameters: indexes are of mails that wait.
const OPEN = sql.join(statesWith(mailDeliveryState, 'giveUp').map((state) => sql.lit(state)));
const GIVEN_UP = sql.lit(targetsOf(mailDeliveryState.waiting.giveUp!)[0]);

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
