import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/jobs/retention.ts';

/** Entries that one statement removes. */
const BATCH = 2000;

/** Removes entries of the activity log after the time that their workspace stores them. */
export const activityRetention: RetentionRule = {
  name: 'activityLogs',
  async apply({ systemDb, now }, signal) {
    const { rows: workspaces } = await sql<{ workspaceId: string }>`
      select workspace_id from retention_rules() where consent_id is null`.execute(systemDb);
    let total = 0;
    for (const { workspaceId } of workspaces) {
      for (let removed = BATCH; removed === BATCH && !signal.aborted; total += removed) {
        const { rows } = await sql<{ removed: number }>`
          select expire_activity_logs(${workspaceId}, ${now()}, ${BATCH}) as removed`.execute(systemDb);
        removed = rows[0]?.removed ?? 0;
      }
    }
    return total;
  },
};
