import { sql } from 'kysely';
import { DAY } from '../../../shared/duration.ts';
import type { RetentionRule } from '../jobs/retention.ts';

/** How long an account without a workspace is kept, days. */
export const MEMBERLESS_DAYS = 30;

/**
 * Deletes accounts that have belonged to no workspace for `MEMBERLESS_DAYS`: nobody can use them, and nobody in a
 * workspace sees them to remove them. Whoever a workspace has removed (`inactive`) belongs to it no longer; their
 * record there stays, without an account.
 */
export const accountRetention: RetentionRule = {
  name: 'accounts',
  async apply({ authDb, now }) {
    const at = now();
    const isMember = sql`exists (select from personnel p where p.user_id = u.id and p.status <> 'inactive')`;
    await sql`update users u set memberless_since = null where memberless_since is not null and ${isMember}`.execute(
      authDb,
    );
    await sql`update users u set memberless_since = ${at} where memberless_since is null and not ${isMember}`.execute(
      authDb,
    );
    const before = new Date(at.getTime() - MEMBERLESS_DAYS * DAY);
    const { numAffectedRows } =
      await sql`delete from users u where memberless_since < ${before} and not ${isMember}`.execute(authDb);
    return Number(numAffectedRows ?? 0);
  },
};
