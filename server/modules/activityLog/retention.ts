import { sql } from 'kysely';
import { removeInBatches, type RetentionRule } from '../../platform/jobs/retention.ts';

/** Removes entries of the activity log after the time that their workspace stores them. */
export const activityRetention: RetentionRule = {
  name: 'activityLogs',
  async apply({ systemDb, now }, signal) {
    const { rows: workspaces } = await sql<{ workspaceId: string }>`
      select workspace_id from retention_rules() where consent_id is null`.execute(systemDb);
    let total = 0;
    for (const { workspaceId } of workspaces)
      total += await removeInBatches(
        systemDb,
        signal,
        (limit) => sql`expire_activity_logs(${workspaceId}, ${now()}, ${limit})`,
      );
    return total;
  },
};
