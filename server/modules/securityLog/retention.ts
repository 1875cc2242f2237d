import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/jobs/retention.ts';

/** Entries that one statement removes. */
const BATCH = 2000;

/** Removes entries that are older than two years, for all organisations. */
export const securityRetention: RetentionRule = {
  name: 'securityLogs',
  async apply({ systemDb, now }, signal) {
    let total = 0;
    for (let removed = BATCH; removed === BATCH && !signal.aborted; total += removed) {
      const { rows } = await sql<{ removed: number }>`
        select expire_security_logs(${now()}, ${BATCH}) as removed`.execute(systemDb);
      removed = rows[0]?.removed ?? 0;
    }
    return total;
  },
};
