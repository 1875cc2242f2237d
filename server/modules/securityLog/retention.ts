import { sql } from 'kysely';
import { removeInBatches, type RetentionRule } from '../../platform/jobs/retention.ts';

/** Removes entries that are older than two years, for all organisations. */
export const securityRetention: RetentionRule = {
  name: 'securityLogs',
  apply: ({ systemDb, now }, signal) =>
    removeInBatches(systemDb, signal, (limit) => sql`expire_security_logs(${now()}, ${limit})`),
};
